import CTerminal
import Glibc

/// Keeps what is written to the standard error stream while a screen is shown, and tells it after.
///
/// One message of any library would otherwise scribble over the screen, and be gone with it.
final class StandardErrorCapture {
  /// The file in memory, -1 where there is none.
  let captured: Int32
  /// The real stream, -1 where nothing is captured.
  let real: Int32

  private var isCapturing = false

  /// Prepares to capture; nothing is captured if the stream is no terminal.
  init() {
    if isatty(STDERR_FILENO) == 1 {
      captured = cterminal_memory_file("standard error")
      real = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3)
    } else {
      captured = -1
      real = -1
    }
  }

  deinit {
    end()
    if captured >= 0 { close(captured) }
    if real >= 0 { close(real) }
  }

  /// Captures from now on.
  func begin() {
    guard captured >= 0, real >= 0, !isCapturing else { return }
    isCapturing = dup2(captured, STDERR_FILENO) >= 0
  }

  /// Puts the real stream back and writes to it what was captured.
  func end() {
    guard isCapturing else { return }
    dup2(real, STDERR_FILENO)
    cterminal_copy_captured(captured, real)
    isCapturing = false
  }
}
