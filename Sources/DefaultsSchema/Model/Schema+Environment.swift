package import DefaultsCore

extension Schema {
  /// Chooses the launch arguments and environment variables that set the schema's keys in a suite.
  ///
  /// It costs nothing if none can set a key of the suite.
  package func declareKeys(in suite: Defaults.Suite) {
    guard suite.hasValuesOfProcess else { return }
    for entry in entries {
      let declaration = KeyDeclaration(isBoolean: entry.kind == .bool) { text in
        // `try?`: the suite reports a text that does not fit.
        try? entry.parse(text)
      } isValid: { value in
        (try? entry.validate(value)) != nil
      }
      suite.declare(entry.key, as: declaration)
    }
  }
}
