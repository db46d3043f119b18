import DequeModule
import Synchronization

/// Makes the calls of a suite's observers that no writer makes itself, one at a time.
///
/// The calls are made on a queue. A suite without background work has no thread but those of its callers:
/// there, the thread that has caused the calls makes them, as soon as none uses the store. Observers are
/// code of the app, which may use the store itself.
final class Outbox: Sendable {
  /// A closure that calls observers.
  typealias Call = @Sendable () -> Void

  /// The queue; also for diagnostics.
  let queue = SerialQueue("defaults.tell")

  private struct Waiting {
    var calls: Deque<Call> = []
    /// The number of threads that use the store or wait for it; each makes calls when it has ended.
    var holders = 0
  }

  private let usesQueue: Bool
  private let waiting = Mutex(Waiting())

  /// Creates an outbox, which uses its queue or not.
  init(usesQueue: Bool) {
    self.usesQueue = usesQueue
  }

  /// Makes a call as soon as possible.
  func send(_ call: @escaping Call) {
    sendLater(call)
    if !usesQueue, waiting.withLock({ $0.holders == 0 }) { makeCalls() }
  }

  /// Makes a call, but not on this thread before it has returned to its caller; without the queue, with
  /// the next call or use of the store.
  func sendLater(_ call: @escaping Call) {
    guard !usesQueue else { return queue.async(call) }
    waiting.withLock { $0.calls.append(call) }
  }

  /// Calls a closure that uses the store, and makes the calls afterwards that would be made meanwhile.
  func hold<Result, Failure: Error>(
    during body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard !usesQueue else { return try body() }
    defer { makeCalls() }
    waiting.withLock { $0.holders += 1 }
    defer { waiting.withLock { $0.holders -= 1 } }
    return try body()
  }

  /// Waits until all calls have been made that were sent before.
  func finish() {
    if usesQueue { queue.finish() } else { makeCalls() }
  }

  private func makeCalls() {
    while let call = waiting.withLock({ $0.calls.popFirst() }) { call() }
  }
}
