import DefaultsCore
import DefaultsSchema
import Glibc
import Terminal

/// The standard streams.
///
/// A command has succeeded only if what it printed has arrived: a write that fails throws, and the
/// command ends with the status of a failed output. Only a reader that has seen enough, `head` for
/// example, is no failure: the process then ends by `SIGPIPE`, as every other tool does. What
/// cannot be written to standard error is lost, since there is nowhere else to report it.
enum Output {
  /// Opens the standard streams that are closed.
  ///
  /// Otherwise the next file that is opened, a property list for example, would get the number of
  /// standard output, and the command would print into that file. The streams are opened so that
  /// reading and writing them fails as it does for closed ones.
  static func claimStandardStreams() {
    for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO]
    where fcntl(descriptor, F_GETFD) < 0 {
      // The lowest free number is used, and all lower ones are open.
      _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }

  /// Writes text of our own making, such as a document, to standard output.
  static func write(_ text: String) throws(Failure) {
    try write(bytes: Array(text.utf8))
  }

  /// Writes bytes to standard output, as they are.
  static func write(bytes: [UInt8]) throws(Failure) {
    let error = send(bytes, to: STDOUT_FILENO)
    guard error != 0 else { return }
    if error == EPIPE { endBySignal() }
    throw unwritable(error)
  }

  /// Checks that standard output is open for writing, for a command that writes later.
  static func checkIsOpen() throws(Failure) {
    guard Glibc.write(STDOUT_FILENO, "", 0) < 0 else { return }
    throw unwritable(errno)
  }

  private static func unwritable(_ error: Int32) -> Failure {
    Failure("Standard output could not be written", errorNumber: error)
  }

  /// Writes JSON and a line break to standard output; JSON text needs no other escapes.
  static func writeJSON(_ json: JSONValue, isIndented: Bool = true) throws(Failure) {
    try write(json.text(indented: isIndented) + "\n")
  }

  /// Writes records to standard output, each on one line of its own whatever is in it.
  ///
  /// On a terminal everything is escaped that could control it or mislead its reader; elsewhere
  /// only control characters are, so that nothing stored can look like another record.
  static func writeLines(_ lines: [String]) throws(Failure) {
    try writeLines(lines.map { OutputLine($0) })
  }

  /// Writes lines with styles to standard output; the styles are left out if it is no terminal.
  static func writeLines(_ lines: [OutputLine]) throws(Failure) {
    guard !lines.isEmpty else { return }
    let isStyled = OutputStyle.isStyled
    try write(lines.map { $0.text(isStyled: isStyled) }.joined(separator: "\n") + "\n")
  }

  /// Returns a record as ``writeLines(_:)`` writes it; escaping it again changes nothing.
  static func escapedRecord(_ text: String) -> String {
    isTerminal ? SafeText(text).string : withoutControls(text)
  }

  /// Whether standard output is a terminal.
  static var isTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

  /// Writes a stored text and a line break to standard output, as it is unless that is a terminal.
  static func writeStored(_ text: String) throws(Failure) {
    try write((isTerminal ? escaped(text) : text) + "\n")
  }

  /// Writes a message for people to standard error, after the name of the tool.
  static func writeError(_ message: MessageText) {
    writeError(verbatim: message.description)
  }

  /// Writes a message for people to standard error, after the name of the tool.
  static func writeError(verbatim message: String) {
    // The message may quote a file or an argument, which can hold control sequences.
    _ = send(Array("prefs: \(escaped(message))\n".utf8), to: STDERR_FILENO)
  }

  /// Writes a question to standard error, as it is except for what could control a terminal.
  static func writePrompt(_ text: String) {
    _ = send(Array(escaped(text).utf8), to: STDERR_FILENO)
  }

  /// Returns the text with everything escaped that could control a terminal, except line breaks.
  static func escaped(_ text: String) -> String {
    text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
      .map { SafeText(String($0)).string }
      .joined(separator: "\n")
  }

  /// Ends the process as a program ends whose reader is gone.
  static func endBySignal() -> Never {
    signal(SIGPIPE, SIG_DFL)
    raise(SIGPIPE)
    // Only a process that blocks the signal comes here.
    exit(128 + SIGPIPE)
  }

  /// Returns the text with line breaks and other control characters replaced by their escapes.
  private static func withoutControls(_ text: String) -> String {
    let isControl = { (scalar: Unicode.Scalar) in
      scalar.properties.generalCategory == .control || scalar == "\u{2028}" || scalar == "\u{2029}"
    }
    guard text.unicodeScalars.contains(where: isControl) else { return text }
    return text.unicodeScalars.map {
      isControl($0) ? SafeText(String($0)).string : String(Character($0))
    }.joined()
  }

  /// Writes all of some bytes, and returns 0 or the error number.
  ///
  /// The corresponding C function is `write`.
  private static func send(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
    var bytes = bytes[...]
    // A write that is interrupted again and again must not keep the command from ending.
    var interruptions = 0
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count > 0 {
        bytes = bytes.dropFirst(count)
        interruptions = 0
      } else if count < 0, errno == EAGAIN {
        // A reader may have made the stream non-blocking for everybody who shares it.
        var stream = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&stream, 1, -1)
      } else if count < 0, errno == EINTR, interruptions < 10_000 {
        interruptions += 1
      } else if count < 0 {
        return errno
      }
    }
    return 0
  }
}
