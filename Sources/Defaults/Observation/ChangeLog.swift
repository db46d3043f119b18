import Synchronization

/// The changes to report to some observers, in the order of their sequence numbers.
///
/// Two threads that write one key leave the suite's lock in one order and may reach an observer in
/// the other, which would then end on a value that is not stored. So the order is fixed under the
/// lock: a change is appended to the log together with the change of the value itself. The log is a
/// linked list, and each observer keeps the last entry that was reported to it, so that appending costs
/// the same for one observer as for ten thousand. An entry is released when all observers are past
/// it.
///
/// Used under the lock of ``ObserverList``.
struct ChangeLog {
  /// The entry that was appended last.
  private(set) var last = LoggedChange()

  /// Appends a change.
  ///
  /// - Parameters:
  ///   - change: the change, which has been made.
  ///   - announcement: the announcement that reported it before it was made; 0 for none.
  mutating func append(_ change: Defaults.StoredChange, announcement: UInt64) {
    let entry = LoggedChange(change, announcement: announcement)
    last.setNext(entry)
    last = entry
  }
}

/// One entry of a log of changes, and the way to the next.
final class LoggedChange: Sendable {
  /// The position of the change among all changes of the suite.
  let sequence: UInt64
  /// Whether the change came from elsewhere.
  let isForeign: Bool
  /// The announcement that reported the change before it was made; 0 for none.
  let announcement: UInt64
  private let content: Defaults.StoredChange?
  /// The next entry, retained.
  ///
  /// It is set once, by the thread that appends the entry, while threads that deliver read it.
  private let nextReference = Atomic<Unmanaged<LoggedChange>?>(nil)

  /// Creates the start of a log, where no change is.
  init() {
    sequence = 0
    isForeign = false
    announcement = 0
    content = nil
  }

  /// Creates an entry without a next one.
  init(_ change: Defaults.StoredChange, announcement: UInt64 = 0) {
    sequence = change.sequence
    isForeign = change.origin == .elsewhere
    self.announcement = announcement
    content = change
  }

  deinit {
    // Releasing the next entry here would release the one after it inside of that, and so on: a
    // long log would exhaust the stack. Entries that nobody else holds are released in a loop.
    var next = detachNext()
    while next != nil, isKnownUniquelyReferenced(&next) { next = next?.detachNext() }
  }

  /// The change.
  ///
  /// Thousands of observers are given the entry and not the change, which is expensive to copy.
  ///
  /// Precondition: the entry is not the start of a log.
  var change: Defaults.StoredChange {
    guard let content else { preconditionFailure("the start of a log holds no change") }
    return content
  }

  /// The entry after this one, which lives as long as this one; nil when this is the last.
  var next: Unmanaged<LoggedChange>? { nextReference.load(ordering: .acquiring) }

  /// Appends an entry to this one, which must be the last.
  func setNext(_ entry: LoggedChange) {
    nextReference.store(Unmanaged.passRetained(entry), ordering: .releasing)
  }

  private func detachNext() -> LoggedChange? {
    nextReference.exchange(nil, ordering: .acquiringAndReleasing)?.takeRetainedValue()
  }
}
