import DefaultsCore
import Glibc

/// The log of the system, which tells an administrator about locks for all users.
enum SystemLog {
  /// Appends a line, with the priority of a notice about security.
  static func note(_ text: String) {
    openlog("prefs", LOG_PID, LOG_AUTHPRIV)
    MessageText.fact(text).withCString { text in
      withVaList([OpaquePointer(text)]) { vsyslog(LOG_NOTICE, "%s", $0) }
    }
    closelog()
  }
}
