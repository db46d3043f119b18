import Foundation

/// A directory of a test's own, removed with everything in it when nobody holds it any more.
public final class TemporaryDirectory: Sendable {
  /// The absolute path, without symbolic links in it.
  public let path: String

  /// Makes an empty directory.
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

  /// Makes a path of a name in the directory.
  public func file(_ name: String) -> String {
    path + "/" + name
  }

  /// Lists the names in the directory, sorted.
  public func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path).sorted()
  }

  /// Writes a file in the directory.
  ///
  /// - Returns: its path.
  @discardableResult
  public func write(_ bytes: some Sequence<UInt8>, to name: String) throws -> String {
    try Data(bytes).write(to: URL(fileURLWithPath: file(name)))
    return file(name)
  }

  /// Reads a file in the directory.
  public func read(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: file(name))))
  }
}
