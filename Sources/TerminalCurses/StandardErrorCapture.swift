import CTerminal
import Glibc

/// A capture of the standard error stream while a screen is shown.
///
/// A message that a library prints would overwrite part of the screen, and be lost when the screen is
/// closed. So descriptor 2 is replaced by a file in memory, whose content is written to the original
/// stream afterwards.
final class StandardErrorCapture {
  /// The descriptor of the file in memory, -1 where nothing is captured.
  let captured: Int32
  /// The descriptor of the original stream, -1 where nothing is captured.
  let original: Int32

  private var isCapturing = false

  /// Creates a capture that has not begun; nothing is captured if the stream is not a terminal.
  init() {
    if isatty(STDERR_FILENO) == 1 {
      captured = cterminal_memory_file("standard error")
      original = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3)
    } else {
      captured = -1
      original = -1
    }
  }

  deinit {
    end()
    if captured >= 0 { close(captured) }
    if original >= 0 { close(original) }
  }

  /// Begins to capture.
  func begin() {
    guard captured >= 0, original >= 0, !isCapturing else { return }
    isCapturing = dup2(captured, STDERR_FILENO) >= 0
  }

  /// Restores the original stream and writes the captured text to it.
  func end() {
    guard isCapturing else { return }
    dup2(original, STDERR_FILENO)
    cterminal_copy_captured(captured, original)
    isCapturing = false
  }
}
