import DefaultsCore
import DefaultsSchema

extension Defaults.Suite {
  /// Returns whether a key is secret: in the schema, by its name or its value, or because all keys are.
  func hides(
    _ key: Defaults.KeyName,
    _ value: Defaults.StoredValue? = nil,
    in schema: Schema?
  ) -> Bool {
    Defaults.HistoryOptions(program: "").hidingSecrets(of: self, schema)
      .hides(key, [value].compactMap(\.self))
  }
}
