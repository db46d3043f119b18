package import Defaults

extension Schema {
  /// Makes a suite convert the environment variables of the schema's keys to the types of its entries.
  ///
  /// It costs nothing if no variable sets a key of the suite.
  package func declareKeys(in suite: Defaults.Suite) {
    guard suite.hasEnvironment else { return }
    var parsers: [Defaults.KeyName: @Sendable (String) -> Defaults.StoredValue?] = [:]
    for entry in entries {
      parsers[entry.key] = { text in
        // A text that does not fit stays a text, which the reader of the key reports.
        guard let value = try? entry.parse(text), (try? entry.validate(value)) != nil else {
          return nil
        }
        return value
      }
    }
    suite.declareKeys(parsers)
  }
}
