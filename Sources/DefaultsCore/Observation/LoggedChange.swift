import Synchronization

/// One entry of the log of the changes to report to some observers, linked to the next one.
///
/// Two threads that write one key leave the suite's lock in one order and may call an observer in
/// the other order; the last value it received would then not be the stored one. Invariant: the
/// entries of a log are in the order of the writes. So a change is appended under the suite's lock,
/// together with the change of the value, and observers are called afterwards from the log, without
/// the lock.
///
/// The log is a linked list, and each observer keeps the last entry that it was called for, so that
/// appending costs the same for one observer as for ten thousand. An entry retains the next one,
/// not the previous: it is released when the last observer has advanced past it. Appending runs
/// under the lock of ``ObserverList``; observers follow `next` without a lock, so `next` is atomic,
/// and an entry is complete before it is linked (a releasing store).
final class LoggedChange: Sendable {
  /// The sequence number of the change in its suite.
  let sequence: UInt64
  /// Whether the change is not from this process.
  let isForeign: Bool
  /// The number of the announcement of the change; 0 for none.
  let announcement: UInt64
  private let content: Defaults.StoredChange?
  /// The next entry, retained.
  ///
  /// It is set once, by the thread that appends the next entry, while delivering threads read it.
  private let nextReference = Atomic<Unmanaged<LoggedChange>?>(nil)

  /// Creates the start of a log, an entry without a change.
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
    // long log would exhaust the stack. Entries without other references are released in a loop.
    var next = detachNext()
    while next != nil, isKnownUniquelyReferenced(&next) { next = next?.detachNext() }
  }

  /// The change.
  ///
  /// Observers receive the entry and not the change, because copying a change is expensive.
  ///
  /// Precondition: the entry is not the start of a log.
  var change: Defaults.StoredChange {
    guard let content else { preconditionFailure("the start of a log has no change") }
    return content
  }

  /// The next entry, retained by this one; nil when this is the last.
  var next: Unmanaged<LoggedChange>? { nextReference.load(ordering: .acquiring) }

  /// Appends an entry to this one, which must be the last.
  func setNext(_ entry: LoggedChange) {
    nextReference.store(Unmanaged.passRetained(entry), ordering: .releasing)
  }

  private func detachNext() -> LoggedChange? {
    nextReference.exchange(nil, ordering: .acquiringAndReleasing)?.takeRetainedValue()
  }
}
