/// A document that says what keys mean, before it is read.
public struct SchemaDocument: Sendable {
  /// The name of the file, or the name of the directory for a bundle; may be empty.
  public var name: String
  /// The content.
  public var bytes: [UInt8]
  /// How many bytes there are, if not all of them are here.
  var size: Int
  /// Returns the content of a file beside it, or in the bundle; nil when there is none.
  public var companion: @Sendable (String) -> [UInt8]?

  /// Creates a document.
  ///
  /// - Parameters:
  ///   - name: the name of the file, without directories.
  ///   - bytes: the content.
  ///   - companion: finds files that belong to it, translations for example, by a relative path.
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
