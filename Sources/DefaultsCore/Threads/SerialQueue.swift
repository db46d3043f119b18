import DequeModule
import Glibc
import Synchronization

/// Performs closures one after another, on a thread that exists only while there is something to do.
///
/// The queues of libdispatch are not used, because a process that has used one is woken every second for
/// the rest of its life. A process that waits for its user or for a change should not be woken at all.
package final class SerialQueue: Sendable {
  /// A closure that a queue performs.
  package typealias Work = @Sendable () -> Void

  private struct State {
    /// The closures to perform now.
    var work: Deque<Work> = []
    /// The closures to perform later, by time in nanoseconds.
    var delayed: [(time: UInt64, work: Work)] = []
    /// Whether a thread performs the closures.
    var isServed = false

    /// Moves the closures whose time has come.
    mutating func takeDelayed(until now: UInt64) {
      while let first = delayed.first, first.time <= now {
        work.append(first.work)
        delayed.removeFirst()
      }
    }
  }

  private let name: String
  /// How long a thread without work waits for more before it ends, in nanoseconds.
  private let patience: UInt64
  private let startThread: @Sendable (String, @escaping Work) -> Bool
  private let state = Mutex(State())
  private let bell = Bell()

  /// Creates a queue whose thread has a name of at most 15 bytes.
  package convenience init(_ name: String) {
    self.init(name, patience: 1_000_000_000, startThread: BackgroundThread.start)
  }

  /// Creates a queue whose thread is started by a closure, which returns whether it could, and waits for
  /// more work for a number of nanoseconds before it ends.
  init(
    _ name: String,
    patience: UInt64,
    startThread: @escaping @Sendable (String, @escaping Work) -> Bool
  ) {
    self.name = name
    self.patience = patience
    self.startThread = startThread
  }

  /// Performs a closure after all that were given before.
  ///
  /// At the limit of the process's threads, the closure waits for the next call of this function or of
  /// ``finish()``.
  package func async(_ work: @escaping Work) {
    state.withLock { $0.work.append(work) }
    startServing()
  }

  /// Performs a closure after a number of seconds.
  package func async(after seconds: Double, _ work: @escaping Work) {
    let time = Bell.now + UInt64(min(max(0, seconds), 1e9) * 1e9)
    state.withLock { state in
      let place = state.delayed.firstIndex { $0.time > time } ?? state.delayed.endIndex
      state.delayed.insert((time, work), at: place)
    }
    startServing()
  }

  /// Waits until every closure that was given without a delay has been performed, at most for a number of seconds.
  ///
  /// That time does not count where no thread can be started, and the caller performs the closures itself.
  /// A closure of the queue itself must not call this function.
  package func finish(within seconds: Double = 1e9) {
    let end = Bell()
    let limit = Bell.now + UInt64(seconds * 1e9)
    state.withLock { $0.work.append { end.ring() } }
    // The calling thread takes the place of one that does not exist, or that turns out not to start.
    repeat {
      if claim() { serve(patience: nil) } else { bell.ring() }
    } while !end.wait(until: min(limit, Bell.now + 100_000_000)) && Bell.now < limit
  }

  private func startServing() {
    guard claim() else { return bell.ring() }
    if !startThread(name, { self.serve(patience: self.patience) }) {
      state.withLock { $0.isServed = false }
    }
  }

  /// Returns whether the caller must see to it that the closures are performed.
  private func claim() -> Bool {
    state.withLock { state in
      defer { state.isServed = true }
      return !state.isServed
    }
  }

  /// Performs closures until there has been none for a number of nanoseconds; nil means not to wait at all.
  private func serve(patience: UInt64?) {
    while let work = next(patience: patience) { work() }
  }

  /// Returns the next closure, if necessary after waiting; nil means that the thread is needed no longer.
  private func next(patience: UInt64?) -> Work? {
    let start = Bell.now
    while true {
      let now = Bell.now
      let (work, deadline) = state.withLock { state -> (Work?, UInt64?) in
        state.takeDelayed(until: now)
        if let work = state.work.popFirst() { return (work, nil) }
        let deadline = patience.map { state.delayed.first?.time ?? start + $0 }
        if let deadline, now < deadline { return (nil, deadline) }
        state.isServed = false
        return (nil, nil)
      }
      guard let deadline else { return work }
      bell.wait(until: deadline)
    }
  }
}

/// Wakes one thread that waits.
// Unchecked: the pointers never change, and what they point at and the flag are used with the mutex locked.
private final class Bell: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var isRinging = false

  init() {
    pthread_mutex_init(mutex, nil)
    var attributes = pthread_condattr_t()
    pthread_condattr_init(&attributes)
    // Not the clock of the wall, which may be set back while a thread waits.
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    pthread_cond_init(condition, &attributes)
    pthread_condattr_destroy(&attributes)
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  /// The nanoseconds of a clock that nobody sets.
  static var now: UInt64 { FileTime.now(on: CLOCK_MONOTONIC).word }

  /// Ends the present wait, or the next one if there is none.
  func ring() {
    pthread_mutex_lock(mutex)
    isRinging = true
    pthread_cond_signal(condition)
    pthread_mutex_unlock(mutex)
  }

  /// Waits for a ring, at most until a time in nanoseconds; returns whether it rang.
  @discardableResult
  func wait(until time: UInt64) -> Bool {
    var limit = timespec(tv_sec: Int(time / 1_000_000_000), tv_nsec: Int(time % 1_000_000_000))
    pthread_mutex_lock(mutex)
    while !isRinging, pthread_cond_timedwait(condition, mutex, &limit) != ETIMEDOUT {}
    defer {
      isRinging = false
      pthread_mutex_unlock(mutex)
    }
    return isRinging
  }
}
