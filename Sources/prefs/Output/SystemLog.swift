import DefaultsCore
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
    _ keys: some Sequence<(key: Defaults.KeyName, isLocked: Bool)>,
    of suite: Defaults.Suite
  ) {
    guard SystemRoot.current == nil, suite.location == ManagedSuite(suite.name).file else { return }
    let user = Defaults.HistoryEntry.Author.currentUser
    for (key, isLocked) in keys {
      note("\(user) \(isLocked ? "locked" : "unlocked") \(key) of \(suite.name)")
    }
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
