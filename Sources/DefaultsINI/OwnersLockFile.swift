import DefaultsCore
import Glibc

/// The file beside another one that git or KDE creates while it writes.
struct OwnersLockFile {
  private let path: String

  /// Creates the file; waits for two seconds while another program has it.
  ///
  /// - Throws: `Defaults.StoreError` when another program keeps it, or it cannot be created.
  init(for location: String) throws(Defaults.StoreError) {
    path = location + ".lock"
    for attempt in 0..<80 {
      let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
      if descriptor >= 0 {
        // As Qt writes it: the process, the program and the host, by which a stale lock is recognized.
        let text = "\(getpid())\nprefs\n\(Self.hostName)\n"
        _ = write(descriptor, text, text.utf8.count)
        close(descriptor)
        return
      }
      // Without the directory there is nobody to wait for.
      if errno == ENOENT { return }
      guard errno == EEXIST else {
        throw Defaults.StoreError(
          location: path,
          cause: .system(operation: "open", errorNumber: errno)
        )
      }
      if attempt < 79 { usleep(25_000) }
    }
    throw Defaults.StoreError(location: path, cause: .lockedByAnother)
  }

  func release() { unlink(path) }

  private static var hostName: String {
    var name = [CChar](repeating: 0, count: 256)
    gethostname(&name, name.count - 1)
    return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
