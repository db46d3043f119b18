/// Limits on the size of a schema document; no document in use comes near them.
///
/// The first two are those of the options by default.
enum SchemaLimits {
  /// Bytes of a document.
  static let bytes = 4 * 1024 * 1024
  /// Keys of a document.
  static let keys = 20_000
  /// Values that the rules of all keys may hold, each counted as often as a rule holds it.
  static let ruleValues = 1_000_000
  /// Bytes of one text.
  static let text = 65_536
  /// Levels of nested containers, and references on a path from a key.
  static let nesting = 64
  /// Objects reached through references, counted each time one is reached.
  static let references = 50_000
}
