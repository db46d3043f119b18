import DefaultsCore
import EditorCore
import Glibc

/// The file of a session's log.
///
/// Each line is written at once, and not from a queue: after a crash, the last line names what was being
/// done. The file is open with `O_APPEND`, so two editors do not mix their lines.
final class LogFile: Sendable {
  private let descriptor: Int32
  private let path: String

  /// Opens a file, which is created so that only the user can read it.
  ///
  /// A file that exists keeps its permissions. It must be a regular file: a pipe without a reader
  /// would stop the editor, and lines on its terminal would destroy the screen.
  init(_ path: String) throws(Reason) {
    let flags = O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOCTTY | O_NONBLOCK
    let descriptor = open(path, flags, 0o600)
    var reason = descriptor < 0 ? String(cString: strerror(errno)) : nil
    var status = stat()
    if reason == nil, fstat(descriptor, &status) != 0 || status.st_mode & S_IFMT != S_IFREG {
      reason = "it is not a regular file"
    }
    if let reason {
      if descriptor >= 0 { close(descriptor) }
      throw Self.failure("The log \"\(path: path)\" cannot be opened: \(verbatim: reason).")
    }
    self.descriptor = descriptor
    self.path = path
  }

  deinit {
    close(descriptor)
  }

  /// Appends a line with the present time, in UTC; fails also when only a part of it was written.
  ///
  /// Characters that could control a terminal are escaped.
  func append(_ text: String) throws(Reason) {
    let bytes = Array("\(Self.time()) \(MessageText.line(text))\n".utf8)
    let result = withoutSizeSignal { -Int(DescriptorOutput.write(bytes, to: descriptor)) }
    guard result == 0 else {
      let reason = String(cString: strerror(Int32(-result)))
      throw Self.failure(
        "The log \"\(path: path)\" has ended, because it cannot be written: \(verbatim: reason)."
      )
    }
  }

  private static func failure(_ text: MessageText) -> Reason {
    Reason(text.description)
  }

  /// Returns the present time as ISO 8601 text with milliseconds.
  private static func time() -> String {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    let fraction = String(time.tv_nsec / 1_000_000)
    let zeros = String(repeating: "0", count: 3 - fraction.count)
    return "\(PreferencesEditor.text(ofTime: time.tv_sec)).\(zeros)\(fraction)Z"
  }
}
