import DefaultsCore
import DefaultsSchema

extension Defaults.Suite {
  /// Returns whether a key is secret: in the schema, by its name or its value, or because all keys are.
  func hides(
    _ key: Defaults.KeyName,
    _ value: Defaults.StoredValue? = nil,
    in schema: Schema?
  ) -> Bool {
    secrets(in: schema).hides(key, [value].compactMap(\.self))
  }

  /// Returns the reason why a value of a key was not stored, as a phrase without secrets.
  func reason(of error: Defaults.WriteError, _ key: Defaults.KeyName, in entry: Entry?) -> String {
    guard let entry, !hides(key, in: nil) else {
      return error.reason(isSecret: hides(key, in: nil))
    }
    return entry.reason(of: error)
  }

  /// Returns the rule by which keys and values are secret.
  func secrets(in schema: Schema?) -> Defaults.HistoryOptions {
    Defaults.HistoryOptions(program: "").hidingSecrets(of: self, schema)
  }

  /// Returns the changed keys of which the history keeps no values.
  func secretKeys(
    of changes: [Defaults.HistoryEntry.Change],
    in schema: Schema?
  ) -> Set<Defaults.KeyName> {
    let secrets = secrets(in: schema)
    return Set(
      changes.filter { secrets.hides($0.key, [$0.old, $0.new].compactMap(\.self)) }.map(\.key)
    )
  }
}
