public import Defaults
import Foundation

extension SchemaDocument {
  /// What a bundle calls its first page.
  private static let bundleRoot = "Root.plist"

  /// Loads a document from a file, or from the directory of a bundle.
  ///
  /// Files that belong to it are found beside it.
  ///
  /// - Throws: `Defaults.StoreError` when there is no regular file, or when it cannot be read. A
  ///   file that is too large is loaded without its content, and refused when it is read.
  public init(file path: String) throws(Defaults.StoreError) {
    let url = URL(fileURLWithPath: path).standardizedFileURL
    let isBundle = DocumentFile.isDirectory(url.path)
    let isPageOfBundle =
      url.lastPathComponent == Self.bundleRoot
      && url.deletingLastPathComponent().pathExtension == "bundle"
    let directory = isBundle ? url.path : url.deletingLastPathComponent().path
    let main = isBundle ? "\(url.path)/\(Self.bundleRoot)" : url.path
    let name =
      isPageOfBundle ? url.deletingLastPathComponent().lastPathComponent : url.lastPathComponent
    var bytes: [UInt8] = []
    var size: Int?
    do throws(Defaults.StoreError) {
      bytes = try DocumentFile.contents(of: main, limit: SchemaLimits.bytes)
    } catch {
      guard case .tooLarge(let count, _) = error.cause else { throw error }
      size = count
    }
    self.init(name: name, bytes: bytes) { file in
      guard Self.isInside(file) else { return nil }
      return try? DocumentFile.contents(of: "\(directory)/\(file)", limit: SchemaLimits.bytes)
    }
    self.size = size ?? bytes.count
  }

  /// Answers whether a relative path stays in its directory.
  private static func isInside(_ path: String) -> Bool {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    return !path.contains("\0") && parts.allSatisfy { !["", ".", ".."].contains($0) }
  }
}
