import Synchronization

/// A closure that is called for changes, by one thread at a time and in their order.
///
/// A thread that has written calls the observers itself, so that they have run when the setter
/// returns. But if another thread is calling the observer at that moment, the writer only leaves a
/// request and returns, and the other thread goes on with the new change. So the closure never runs
/// at the same time as itself, hears every change once, and the last change it hears is the last one
/// that was made. The same holds for a write inside the closure: its change is heard after the
/// closure has returned.
///
/// `phase` decides who delivers. A thread that changes it from idle to delivering owns `position`
/// until it changes it back. The request is left in `phase` too: giving up the delivery and seeing
/// a request are one atomic step, so no change falls between the two.
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

  /// A closure that takes a change, and when it is called.
  typealias Handler = @Sendable (LoggedChange, Moment) -> Void

  /// The only key of interest; nil for all.
  let key: Defaults.KeyName?

  /// Whether the closure is called before a change as well.
  let wantsPrior: Bool

  /// Whether the closure is to be called at all.
  let liveness: Liveness

  private let handler: Handler
  private let phase: Atomic<UInt8>
  /// The last change that the closure was called for, retained by hand: with thousands of observers
  /// counting references would take most of the time.
  private nonisolated(unsafe) var position: Unmanaged<LoggedChange>  // Guarded by `phase`.
  /// The last announcement that the closure was called for.
  private nonisolated(unsafe) var announcement: UInt64 = 0  // Guarded by `phase`.

  private static let idle: UInt8 = 0
  private static let delivering: UInt8 = 1
  private static let requested: UInt8 = 2

  /// Creates an observer that is called for the changes after a position in a log.
  ///
  /// - Parameters:
  ///   - key: the only key of interest; nil for all.
  ///   - wantsPrior: whether to call the closure before a change as well.
  ///   - liveness: whether to call the closure at all.
  ///   - position: the last change that is not reported.
  ///   - isDelivering: whether the calling thread delivers at first, until it calls ``begin(_:)``.
  ///   - handler: the closure.
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

  /// Runs the first call, then calls the closure for what was changed meanwhile.
  ///
  /// Only for the thread that created the observer as delivering.
  func begin(_ firstCall: () -> Void) {
    firstCall()
    deliverAndLeave()
  }

  /// Calls the closure for all changes that it was not called for, or has the thread do it that is
  /// calling the closure now.
  func deliver() {
    guard enter() else { return }
    deliverAndLeave()
  }

  /// Calls the closure for changes that are about to be made, unless another thread is calling it:
  /// then it is called for them after they were made.
  func announce(_ changes: [Defaults.StoredChange], announcement: UInt64) {
    let (exchanged, _) = phase.compareExchange(
      expected: Self.idle,
      desired: Self.delivering,
      ordering: .acquiringAndReleasing
    )
    guard exchanged else { return }
    deliverRest()
    self.announcement = announcement
    for change in changes where key == nil || key == change.key {
      handler(LoggedChange(change), .before)
    }
    deliverAndLeave()
  }

  /// Begins to deliver, or leaves a request.
  ///
  /// - Returns: whether the calling thread delivers now.
  private func enter() -> Bool {
    while true {
      let (_, found) = phase.compareExchange(
        expected: Self.idle,
        desired: Self.delivering,
        ordering: .acquiringAndReleasing
      )
      if found == Self.idle { return true }
      // Written even where a request is there already: only by a write that the delivering thread
      // then reads is it certain that this thread's log entries are visible to that one.
      let (isRequested, _) = phase.compareExchange(
        expected: found,
        desired: Self.requested,
        ordering: .acquiringAndReleasing
      )
      if isRequested { return false }
    }
  }

  private func deliverAndLeave() {
    while true {
      deliverRest()
      let (exchanged, _) = phase.compareExchange(
        expected: Self.delivering,
        desired: Self.idle,
        ordering: .acquiringAndReleasing
      )
      if exchanged { return }
      _ = phase.exchange(Self.delivering, ordering: .acquiringAndReleasing)
    }
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

  /// Calls the closure for changes from elsewhere that follow one another, once for each key.
  ///
  /// All that arrive while the closure is busy are reported as one. A change of this process
  /// in between was made between them, so it keeps them apart.
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

/// Changes from elsewhere, joined to one for each key.
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

  /// The changes in their order, without those that came to nothing.
  var result: [Defaults.StoredChange] {
    changes.filter { !$0.keepsValues || keysWithOtherChanges.contains($0.key) }
      .sorted { $0.sequence < $1.sequence }
  }
}
