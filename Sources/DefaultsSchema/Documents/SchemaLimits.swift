/// Limits on the size of a schema document; no document in use comes near them.
///
/// The first two are those of the options by default.
enum SchemaLimits {
  /// Bytes of a document.
  static let bytes = 4 * 1024 * 1024
  /// Keys of a document.
  static let keys = 20_000
  /// Schemas of a document.
  static let schemas = 1000
  /// Values that the rules of all keys may hold, each counted as often as a rule holds it.
  static let ruleValues = 1_000_000
  /// Bytes of one text.
  static let text = 65_536
  /// Levels of nested containers in a document, and levels of schemas on a path from a key, whether one
  /// is in the other or referred to by it.
  static let nesting = 64
  /// Objects reached through references, counted each time one is reached.
  static let references = 50_000
  /// Values of definitions, counted each time that a reference leads to the definition.
  static let referredValues = 1_000_000
  /// Objects and values that the references of each key may reach, also after other keys have reached those
  /// of the document.
  static let referencesOfKey = 200
  static let referredValuesOfKey = 2000
  /// Bytes of the path of a problem.
  static let pointer = 1024
}
