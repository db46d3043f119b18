/// A document that describes keys, before it is read.
public struct SchemaDocument: Sendable {
  /// The name of the file, or of the directory of a settings bundle; may be empty.
  public var name: String
  /// The content.
  public var bytes: [UInt8]
  /// The size of the file in bytes; more than there are in `bytes` if it was too large to load.
  var size: Int
  /// Whether the document is a directory without the first page of a settings bundle.
  var isDirectoryWithoutPages = false
  /// The parsed content, if the document was read before.
  var parsed: SchemaContent?
  /// Returns the names of the files in the same directory, sorted; none by default.
  public var companionNames: @Sendable () -> [String] = { [] }
  /// Returns the content of another file in the same directory; nil when there is none.
  public var companion: @Sendable (String) -> [UInt8]?

  /// Creates a document.
  ///
  /// - Parameters:
  ///   - name: the name of the file, without directories.
  ///   - bytes: the content.
  ///   - companion: returns the content of a file that belongs to the document, for example a
  ///     translation; its argument is a path relative to the document.
  public init(
    name: String,
    bytes: [UInt8],
    companion: @escaping @Sendable (String) -> [UInt8]? = { _ in nil }
  ) {
    self.name = name
    self.bytes = bytes
    size = bytes.count
    self.companion = companion
  }

  /// Creates a document from a text.
  public init(name: String = "", text: String) {
    self.init(name: name, bytes: Array(text.utf8))
  }

  /// The name of the file up to its first dot.
  var stem: String {
    String(name.prefix { $0 != "." })
  }
}
