import DefaultsCore
import DefaultsTransfer
import Glibc

/// The log of the system, which tells an administrator about locks for all users.
enum SystemLog {
  /// The name of the program in each line; the C library keeps the pointer.
  private static let program: StaticString = "prefs"

  /// Appends a line for each key that a command has locked or unlocked durably by changing a suite, if that is
  /// the file of locks.
  ///
  /// The locks of an image are none of this system.
  static func noteChanges(
    _ values: some Sequence<(key: Defaults.KeyName, value: Defaults.StoredValue?)>,
    of suite: Defaults.Suite,
    hiding filter: KeyFilter
  ) {
    let managed = ManagedSuite(suite.name)
    guard SystemRoot.current == nil, suite.location == managed.file else { return }
    let reasons = managed.presentLocks.locks.compactMapValues(\.lock.reason)
    for (key, value) in values {
      let lock = value.map { LockPlan.Lock(value: $0, reason: reasons[key]) }
      note(lock, of: key, suite.name, isHidden: filter.hides(key, value))
    }
  }

  /// Appends a line for a key that was locked, or unlocked if there is no lock.
  static func note(
    _ lock: LockPlan.Lock?,
    of key: Defaults.KeyName,
    _ suite: String,
    isHidden: Bool
  ) {
    let user = Defaults.HistoryEntry.Author.currentUser
    guard let lock else { return note("\(user) unlocked \(key) of \(suite)") }
    let reason = lock.reason.map { ": \($0)" } ?? ""
    note("\(user) locked \(key) of \(suite) at \(ValueReport.text(lock.value, isHidden))\(reason)")
  }

  /// Appends a line, with the priority of a notice about security.
  static func note(_ text: String) {
    let name = UnsafeRawPointer(program.utf8Start).assumingMemoryBound(to: CChar.self)
    openlog(name, LOG_PID, LOG_AUTHPRIV)
    MessageText.fact(text).withCString { text in
      withVaList([OpaquePointer(text)]) { vsyslog(LOG_NOTICE, "%s", $0) }
    }
    closelog()
  }
}
