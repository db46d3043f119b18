import Glibc
import Terminal

/// Output of plain text for people, which may go to a terminal.
enum PlainOutput {
  /// Writes a text to a file descriptor, and escapes characters that could control a terminal.
  static func write(_ text: String, to descriptor: Int32) {
    let escaped = text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { SafeText(String($0)).string }
      .joined(separator: "\n")
    var rest = Array(escaped.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      // If the terminal is gone, the read that follows reports the end of the input.
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }
}
