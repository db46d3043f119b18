import DefaultsCore
import DefaultsSchema

extension Schema {
  /// Returns the same descriptions for the keys of another suite, such as the administrator's file.
  ///
  /// Typed keys always write to their own suite, so the copy is made from the schema's document, whose
  /// entries write to any suite.
  func bound(to suite: Defaults.Suite) -> Schema? {
    var options = SchemaReadingOptions(allowsOtherFileName: true) { _ in suite }
    // The document was admitted before; without it, secrets would not be known.
    options.maximumSize = .max
    options.maximumKeyCount = .max
    return SchemaDocument(text: documentText).read(options).schema
  }
}
