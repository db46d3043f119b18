/// How much a schema document may hold: far more than any that was found.
enum SchemaLimits {
  /// Bytes of a document.
  static let bytes = 4 * 1024 * 1024
  /// Keys of a document.
  static let keys = 20_000
  /// Choices of one key.
  static let choices = 4096
  /// Bytes of one text.
  static let text = 65_536
  /// Containers inside one another.
  static let nesting = 64
  /// Objects that are reached through references, each time they are.
  static let references = 50_000
}
