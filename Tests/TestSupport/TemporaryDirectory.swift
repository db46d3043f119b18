import Foundation

/// A directory for one test, removed with its content when the object is released.
public final class TemporaryDirectory: Sendable {
  /// The absolute path, with symbolic links resolved.
  public let path: String

  /// Creates an empty directory.
  public init() throws {
    let base = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
    path = base.appendingPathComponent("prefs-\(UUID().uuidString)").path
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
