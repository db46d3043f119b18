import Glibc
import Terminal

/// The standard streams; errors of writing to them are ignored.
enum Output {
  /// Writes text to standard output at once.
  static func write(_ text: String) {
    send(text, to: STDOUT_FILENO)
  }

  /// Writes one line to standard output at once.
  static func writeLine(_ text: String) {
    send(text + "\n", to: STDOUT_FILENO)
  }

  /// Writes a message for people to standard error, after the name of the tool.
  static func writeError(_ message: String) {
    // The message may quote a file or an argument, which can hold control sequences.
    send("prefs: \(escaped(message))\n", to: STDERR_FILENO)
  }

  /// Writes one line of stored text to standard output; escapes it if that is a terminal.
  static func writeStored(_ text: String) {
    writeLine(isatty(STDOUT_FILENO) == 1 ? escaped(text) : text)
  }

  /// Returns the text with everything escaped that could control a terminal, except line breaks.
  static func escaped(_ text: String) -> String {
    text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
      .map { SafeText(String($0)).string }
      .joined(separator: "\n")
  }

  private static func send(_ text: String, to descriptor: Int32) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count > 0 {
        bytes = bytes.dropFirst(count)
      } else if errno != EINTR {
        return
      }
    }
  }
}
