import DefaultsCore
import Glibc

/// The file beside another one that git or KDE creates while it writes.
struct OwnersLockFile {
  private let path: String

  /// Creates the file; waits for two seconds while another program has it.
  init(for location: String) throws(Defaults.StoreError) {
    path = location + ".lock"
    let end = ContinuousClock.now + .seconds(2)
    while true {
      let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
      if descriptor >= 0 {
        // As Qt writes it: the process, the program and the host, by which a stale lock is recognized.
        let text = "\(getpid())\nprefs\n\(Self.hostName)\n"
        _ = write(descriptor, text, text.utf8.count)
        close(descriptor)
        return
      }
      guard errno == EEXIST else { throw .system("open", path, errno) }
      if isStale, unlink(path) == 0 { continue }
      guard ContinuousClock.now < end else {
        let reason = "another program is writing the file; if none is, remove this one"
        throw Defaults.StoreError(location: path, reason: reason, isTemporary: true)
      }
      usleep(10_000)
    }
  }

  func release() { unlink(path) }

  /// Whether the process that a lock file of Qt names has ended on this host.
  private var isStale: Bool {
    guard let bytes = try? DocumentFile.contents(of: path, limit: 4096) else { return false }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    guard lines.count >= 3, lines[2] == Self.hostName, let process = pid_t(lines[0]) else {
      return false
    }
    return kill(process, 0) != 0 && errno == ESRCH
  }

  private static var hostName: String {
    var name = [CChar](repeating: 0, count: 256)
    gethostname(&name, name.count - 1)
    return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
