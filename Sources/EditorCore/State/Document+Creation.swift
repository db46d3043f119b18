public import DefaultsCore
import DefaultsSchema

extension Document {
  /// Creates the document of a suite that no schema describes; a key's kind follows from its value.
  public init(suiteName: String, stored: [Defaults.KeyName: Defaults.StoredValue]) {
    self.init(suiteName: suiteName, SuiteContents(stored: Defaults.StoredValues(stored)))
  }

  /// Creates the document of a suite whose keys a schema describes, from the contents of the suite.
  init(schema: Schema, _ contents: SuiteContents) {
    self.init(
      suiteName: schema.suite.name,
      title: schema.title,
      schema: schema.sections,
      declaresEveryKey: schema.declaresEveryKey,
      holdsSecrets: schema.suite.capabilities.holdsSecrets,
      contents
    )
  }

  /// Creates the document of a suite that no schema describes, from the contents of the suite.
  init(suiteName: String, holdsSecrets: Bool = false, _ contents: SuiteContents) {
    self.init(
      suiteName: suiteName,
      title: suiteName,
      schema: nil,
      holdsSecrets: holdsSecrets,
      contents
    )
  }

  /// Creates the document that is shown until the values of a suite have been read.
  static func opening(suiteName: String, title: String) -> Document {
    var document = Document(suiteName: suiteName, title: title, schema: [], SuiteContents())
    document.isLoading = true
    return document
  }
}
