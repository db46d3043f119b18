import Foundation
import Synchronization

/// A directory for one test, removed with its content when the object is released.
public final class TemporaryDirectory: Sendable {
  /// The absolute path, with symbolic links resolved.
  public let path: String

  /// The directory of all directories of the process, removed when it exits.
  ///
  /// What a thread or a program writes after its test has ended goes with it.
  private static let base: URL = {
    let base = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
      .appendingPathComponent("prefs-\(getpid())-\(UUID().uuidString.prefix(8))")
    // Other users may pass through it, to what a test gives them.
    mkdir(base.path, 0o711)
    chmod(base.path, 0o711)
    removeAtExit(base.path)
    return base
  }()

  private static let removedAtExit = Mutex<[String]>([])

  /// Removes a file or directory with its content when the process exits.
  public static func removeAtExit(_ path: String) {
    let isFirst = removedAtExit.withLock {
      $0.append(path)
      return $0.count == 1
    }
    guard isFirst else { return }
    atexit {
      for path in TemporaryDirectory.removedAtExit.withLock(\.self) {
        try? FileManager.default.removeItem(atPath: path)
      }
    }
  }

  /// Returns the path of something new in the directory of the process.
  public static func newPath() -> String {
    base.appendingPathComponent(String(UUID().uuidString.prefix(13))).path
  }

  /// Creates an empty directory.
  public init() throws {
    path = Self.newPath()
    try FileManager.default.createDirectory(
      atPath: path,
      withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700]
    )
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  /// Returns the path of a file in the directory.
  public func file(_ name: String) -> String {
    path + "/" + name
  }

  /// Returns the names in the directory, sorted, except the lock file that commits leave there.
  public func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path).sorted().filter {
      $0 != ".prefs.lock"
    }
  }

  /// Writes a file in the directory.
  ///
  /// - Returns: the path of the file.
  @discardableResult
  public func write(_ bytes: some Sequence<UInt8>, to name: String) throws -> String {
    try Data(bytes).write(to: URL(fileURLWithPath: file(name)))
    return file(name)
  }

  /// Returns the content of a file in the directory.
  public func read(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: file(name))))
  }
}
