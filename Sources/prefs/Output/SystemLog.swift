import DefaultsCore
import Glibc

/// The log of the system, which tells an administrator about locks for all users.
enum SystemLog {
  /// The name of the program in each line; the C library keeps the pointer.
  private static let program: StaticString = "prefs"

  /// Appends a line for each lock of a suite that this process changes through it.
  static func noteChanges(of locks: Defaults.Suite) {
    let user = Defaults.HistoryEntry.Author.currentUser
    locks.observeStoredValues { change in
      guard change.origin == .thisProcess else { return }
      let verb = change.new == nil ? "unlocked" : "locked"
      note("\(user) \(verb) \(change.key) of \(change.suite.name)")
    }.tieToLifetime(of: locks)
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
