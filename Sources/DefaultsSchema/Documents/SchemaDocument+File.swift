public import Defaults
import Foundation

extension SchemaDocument {
  /// The file name of a settings bundle's first page.
  private static let bundleRoot = "Root.plist"

  /// Creates a document from a file, or from the directory of a settings bundle.
  ///
  /// Files that belong to the document are looked up in the same directory.
  ///
  /// - Throws: `Defaults.StoreError` when there is no regular file, or when it cannot be read. A
  ///   file that is too large is not an error here: it is loaded without its content, and
  ///   ``read(_:)`` refuses it.
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

  /// Returns whether a relative path cannot leave its directory.
  private static func isInside(_ path: String) -> Bool {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    return !path.contains("\0") && parts.allSatisfy { !["", ".", ".."].contains($0) }
  }
}
