import DefaultsCore
import Terminal

/// Output of plain text for people, which may go to a terminal.
enum PlainOutput {
  /// Writes a text to a file descriptor, and escapes characters that could control a terminal.
  static func write(_ text: String, to descriptor: Int32) {
    let escaped = text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { SafeText(String($0)).string }
      .joined(separator: "\n")
    // If the terminal is gone, the read that follows reports the end of the input.
    _ = DescriptorOutput.write(Array(escaped.utf8), to: descriptor)
  }
}
