public import DefaultsCore
import FoundationEssentials

extension SchemaDocument {
  /// The file name of a settings bundle's first page.
  private static let bundleRoot = "Root.plist"

  /// Creates a document from a file, or from the directory of a settings bundle.
  ///
  /// Files that belong to the document are looked up in the same directory.
  ///
  /// - Parameters:
  ///   - path: the path of the file or directory.
  ///   - maximumSize: the greatest size of a file in bytes; 4 MiB by default.
  /// - Throws: `Defaults.StoreError` when there is no regular file, or when it cannot be read. A
  ///   file that is too large is not an error here: it is loaded without its content, and
  ///   ``read(_:)`` refuses it. Neither is a directory without the first page of a settings bundle.
  public init(
    file path: String,
    maximumSize: Int = 4 * 1024 * 1024
  ) throws(Defaults.StoreError) {
    let url = URL(fileURLWithPath: path).standardizedFileURL
    let isBundle = DocumentFile.isDirectory(url.path)
    let isPageOfBundle =
      url.lastPathComponent == Self.bundleRoot
      && url.deletingLastPathComponent().pathExtension == "bundle"
    let directory = isBundle ? url.path : url.deletingLastPathComponent().path
    if isBundle, !DocumentFile.exists("\(url.path)/\(Self.bundleRoot)") {
      self.init(name: url.lastPathComponent, bytes: [])
      isDirectoryWithoutPages = true
      return
    }
    let main = isBundle ? "\(url.path)/\(Self.bundleRoot)" : url.path
    let name =
      isPageOfBundle ? url.deletingLastPathComponent().lastPathComponent : url.lastPathComponent
    var bytes: [UInt8] = []
    var size: Int?
    do throws(Defaults.StoreError) {
      bytes = try DocumentFile.contents(of: main, limit: maximumSize)
    } catch {
      guard case .tooLarge(let count, _) = error.cause else { throw error }
      size = count
    }
    self.init(name: name, bytes: bytes) { file in
      guard Self.isInside(file) else { return nil }
      return try? DocumentFile.contents(of: "\(directory)/\(file)", limit: maximumSize)
    }
    // `try?`: a directory that cannot be listed has no files that the document could use.
    companionNames = { (try? DocumentFile.names(in: directory)) ?? [] }
    self.size = size ?? bytes.count
  }

  /// Returns whether a relative path cannot leave its directory.
  private static func isInside(_ path: String) -> Bool {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    return !path.contains("\0") && parts.allSatisfy { !["", ".", ".."].contains($0) }
  }
}
