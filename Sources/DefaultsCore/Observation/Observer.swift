import Synchronization

/// A closure that is called for changes, by one thread at a time and in their order.
///
/// A thread that has written calls the observers itself, so that they have run when the setter
/// returns. If another thread is calling the closure at that moment, waiting for it could deadlock,
/// and calling it as well would break the order. Then the writer sets a request and returns, and
/// the other thread calls the closure again. The same applies to a write inside the closure: the
/// closure is called for it after it has returned. Invariant: calls never overlap, every entry of
/// the log is handled once, and the last one handled is the last one appended.
///
/// `phase` decides which thread delivers. The thread that changes it from idle to delivering is the
/// only one that uses `position` and `announcement`, until it changes `phase` back. It reads the
/// log to the end first, then tries to change delivering to idle. This fails if a request was set
/// in between, and the thread reads the log again. Were the request a variable of its own, a writer
/// could set it after the last check and before the change to idle: its change would wait for the
/// next write. A writer appends to the log before it sets the request, so the entry is visible to
/// the thread that reads the request.
final class Observer: Sendable {
  /// When a closure is called, relative to its change.
  enum Moment: Sendable {
    /// Before the change is made.
    case before
    /// After the change was made.
    case after
    /// After several changes from elsewhere were made, which are reported as one.
    case afterSeveral
  }

  /// A closure that is called with a change, and the moment relative to the change.
  typealias Handler = @Sendable (LoggedChange, Moment) -> Void

  /// The observed key; nil for all keys.
  let key: Defaults.KeyName?

  /// Whether the closure is called before a change as well.
  let wantsPrior: Bool

  /// The flag that decides whether the closure is called.
  let liveness: Liveness

  private let handler: Handler
  private let phase: Atomic<UInt8>
  /// The last entry that was handled, retained manually: with thousands of observers, automatic
  /// reference counting would take most of the time.
  private nonisolated(unsafe) var position: Unmanaged<LoggedChange>  // Guarded by `phase`.
  /// The number of the last announcement that the closure was called for.
  private nonisolated(unsafe) var announcement: UInt64 = 0  // Guarded by `phase`.

  private static let idle: UInt8 = 0
  private static let delivering: UInt8 = 1
  private static let requested: UInt8 = 2

  /// Creates an observer that is called for the changes after a position in a log.
  ///
  /// The key is nil for all keys. `wantsPrior` says whether to call the closure before a change as
  /// well. `isDelivering` says whether the calling thread is the delivering one until it calls
  /// ``begin(_:)``, so that no change is delivered before the first call.
  init(
    key: Defaults.KeyName?,
    wantsPrior: Bool,
    liveness: Liveness,
    position: LoggedChange,
    isDelivering: Bool,
    handler: @escaping Handler
  ) {
    self.key = key
    self.wantsPrior = wantsPrior
    self.liveness = liveness
    self.position = .passRetained(position)
    self.handler = handler
    phase = Atomic(isDelivering ? Self.delivering : Self.idle)
  }

  deinit {
    position.release()
  }

  /// Makes the first call, then calls the closure for the changes that were made meanwhile.
  ///
  /// Precondition: the calling thread created the observer with `isDelivering`.
  func begin(_ firstCall: () -> Void) {
    firstCall()
    deliverAndLeave()
  }

  /// Calls the closure for all new entries; if another thread is delivering, requests that from it.
  func deliver() {
    guard enter() else { return }
    deliverAndLeave()
  }

  /// Calls the closure before changes are made.
  ///
  /// If another thread is delivering, the closure is called for both moments after the changes were
  /// made.
  func announce(_ changes: [Defaults.StoredChange], announcement: UInt64) {
    guard change(Self.idle, to: Self.delivering).exchanged else { return }
    deliverRest()
    self.announcement = announcement
    for change in changes where key == nil || key == change.key {
      handler(LoggedChange(change), .before)
    }
    deliverAndLeave()
  }

  /// Makes the calling thread the delivering one, or sets a request and returns false if another
  /// thread is.
  private func enter() -> Bool {
    while true {
      let found = change(Self.idle, to: Self.delivering).original
      if found == Self.idle { return true }
      // Written even if the request is set already: the delivering thread is certain to see this
      // thread's log entries only if it reads a `phase` that this thread wrote.
      if change(found, to: Self.requested).exchanged { return false }
    }
  }

  /// Calls the closure for all new entries, and changes `phase` to idle.
  private func deliverAndLeave() {
    while true {
      deliverRest()
      if change(Self.delivering, to: Self.idle).exchanged { return }
      // `phase` is `requested`; this read makes the entries of the requesting threads visible.
      _ = phase.exchange(Self.delivering, ordering: .acquiringAndReleasing)
    }
  }

  /// Changes `phase` if it is the expected one; returns whether it was, and what it was.
  @inline(__always)
  private func change(_ expected: UInt8, to desired: UInt8) -> (exchanged: Bool, original: UInt8) {
    phase.compareExchange(expected: expected, desired: desired, ordering: .acquiringAndReleasing)
  }

  private func deliverRest() {
    while let entry = nextEntry {
      advance(to: entry)
      if liveness.isLive { entry._withUnsafeGuaranteedRef { deliver($0) } }
    }
  }

  private var nextEntry: Unmanaged<LoggedChange>? {
    position._withUnsafeGuaranteedRef { $0.next }
  }

  private func advance(to entry: Unmanaged<LoggedChange>) {
    let previous = position
    position = entry.retain()
    previous.release()
  }

  private func deliver(_ entry: LoggedChange) {
    if entry.isForeign, nextEntry?._withUnsafeGuaranteedRef({ $0.isForeign }) == true {
      deliverForeignChanges(from: entry)
      return
    }
    if wantsPrior, !entry.isForeign, announcement != entry.announcement {
      handler(entry, .before)
    }
    handler(entry, .after)
  }

  /// Calls the closure for adjacent entries from elsewhere, once for each key.
  ///
  /// Changes from elsewhere that were appended while the closure ran are joined. An entry of this
  /// process between them ends the run, because joining across it would change the order.
  private func deliverForeignChanges(from first: LoggedChange) {
    var joined = JoinedChanges(first.change)
    while let entry = nextEntry, entry._withUnsafeGuaranteedRef({ $0.isForeign }) {
      advance(to: entry)
      joined.append(entry._withUnsafeGuaranteedRef { $0.change })
    }
    for change in joined.result where liveness.isLive {
      handler(LoggedChange(change), .afterSeveral)
    }
  }
}

/// Changes from elsewhere, at most one for each key.
private struct JoinedChanges {
  private var changes: [Defaults.StoredChange] = []
  /// The keys whose lock or layer changed while the value stayed.
  private var keysWithOtherChanges: Set<Defaults.KeyName> = []
  /// The index of the last change of each key.
  private var indices: [Defaults.KeyName: Int] = [:]

  init(_ first: Defaults.StoredChange) {
    append(first)
  }

  mutating func append(_ change: Defaults.StoredChange) {
    if change.keepsValues { keysWithOtherChanges.insert(change.key) }
    if let index = indices[change.key], changes[index].isContinued(by: change) {
      changes[index].new = change.new
      changes[index].newEffective = change.newEffective
      changes[index].sequence = change.sequence
    } else {
      indices[change.key] = changes.count
      changes.append(change)
    }
  }

  /// The changes by sequence number, without those whose old and new values are equal.
  var result: [Defaults.StoredChange] {
    changes.filter { !$0.keepsValues || keysWithOtherChanges.contains($0.key) }
      .sorted { $0.sequence < $1.sequence }
  }
}
