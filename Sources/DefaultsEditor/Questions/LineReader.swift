import CTerminal
import Glibc

/// Lines of standard input, read one by one.
///
/// No byte after the line is read, so that the next process of a script gets the following lines.
package enum LineReader {
  /// The reason why a line could not be read.
  package enum Problem: Error, Hashable, Sendable {
    /// The C function `read` failed; with the text for `errno`.
    case unreadable(String)
    /// The line is not valid UTF-8.
    case notUTF8
    /// The line has more than this number of bytes.
    case tooLong(limit: Int)
  }

  /// The greatest length of a line, in bytes.
  private static let limit = 1 << 20

  /// Whether standard input is a terminal.
  package static var isTerminal: Bool { isatty(STDIN_FILENO) == 1 }

  /// Writes a prompt, and reads a line without its end; returns nil at the end of the input.
  ///
  /// If `isHidden`, a terminal does not show what is typed. The prompt is written after the echo
  /// was turned off, so that input that is typed at once is not shown.
  package static func line(isHidden: Bool, prompt: () -> Void) throws(Problem) -> String? {
    guard isHidden, isTerminal else {
      prompt()
      return try line(beforeByte: {})
    }
    let echo = HiddenInput()
    defer { echo.end() }
    prompt()
    return try line(beforeByte: echo.wait)
  }

  private static func line(beforeByte wait: () -> Void) throws(Problem) -> String? {
    var bytes: [UInt8] = []
    while true {
      wait()
      var byte: UInt8 = 0
      let count = read(STDIN_FILENO, &byte, 1)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else {
        throw .unreadable(String(cString: strerror(errno)))
      }
      if count == 0 || byte == UInt8(ascii: "\n") {
        guard count > 0 || !bytes.isEmpty else { return nil }
        if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
        guard let line = String(validating: bytes, as: UTF8.self) else {
          throw .notUTF8
        }
        return line
      }
      bytes.append(byte)
      guard bytes.count <= limit else {
        throw .tooLong(limit: limit)
      }
    }
  }
}

extension LineReader.Problem: CustomStringConvertible {
  /// The problem as a sentence for people.
  package var description: String {
    switch self {
    case .unreadable(let reason): "Standard input could not be read: \(reason)."
    case .notUTF8: "The answer is not valid UTF-8."
    case .tooLong(let limit): "The answer has more than \(limit) bytes."
    }
  }
}

/// A terminal with its echo turned off, so that typed input is not shown.
///
/// A signal that ends the process, Ctrl-C for example, must not leave the echo off. So these signals are
/// blocked and read from a descriptor; the terminal is restored before they are raised again.
private struct HiddenInput {
  private static let signals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP]

  private var modes = termios()
  private let descriptor: Int32

  init() {
    tcgetattr(STDIN_FILENO, &modes)
    var hidden = modes
    hidden.c_lflag &= ~tcflag_t(ECHO)
    hidden.c_lflag |= tcflag_t(ECHONL)
    tcsetattr(STDIN_FILENO, TCSADRAIN, &hidden)
    descriptor = cterminal_signal_descriptor(Self.signals, Int32(Self.signals.count))
    Self.setBlocked(true)
  }

  /// Waits until something can be read.
  func wait() {
    while true {
      var sources = [
        pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0),
        pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
      ]
      guard poll(&sources, 2, -1) > 0 else { continue }
      let signal = cterminal_next_signal(descriptor)
      guard signal != 0 else { return }
      end()
      raise(signal)
      // Only a process that was stopped and continued gets here: turn the echo off again.
      var hidden = modes
      hidden.c_lflag &= ~tcflag_t(ECHO)
      tcsetattr(STDIN_FILENO, TCSADRAIN, &hidden)
      Self.setBlocked(true)
    }
  }

  /// Restores the terminal.
  func end() {
    var modes = modes
    tcsetattr(STDIN_FILENO, TCSADRAIN, &modes)
    Self.setBlocked(false)
  }

  private static func setBlocked(_ isBlocked: Bool) {
    var set = sigset_t()
    sigemptyset(&set)
    for signal in signals { sigaddset(&set, signal) }
    pthread_sigmask(isBlocked ? SIG_BLOCK : SIG_UNBLOCK, &set, nil)
  }
}
