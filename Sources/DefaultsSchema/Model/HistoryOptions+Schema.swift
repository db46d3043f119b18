public import DefaultsCore

extension Defaults.HistoryOptions {
  /// Returns options that leave out the values of keys that are secret in a schema.
  ///
  /// Keys that are secret in these options stay secret. All keys are, if the suite of the schema is one
  /// for secrets.
  public func hidingSecrets(of schema: Schema?) -> Self {
    schema.map { hidingSecrets(of: $0.suite, $0) } ?? self
  }

  /// Returns options that leave out the values that are secret in a suite: all of a suite for secrets,
  /// otherwise those of the keys that are secret in its schema.
  package func hidingSecrets(of suite: Defaults.Suite, _ schema: Schema?) -> Self {
    var options = self
    guard !suite.capabilities.holdsSecrets else {
      options.isSecret = { _ in true }
      return options
    }
    var secrets: Set<Defaults.KeyName> = []
    // A Bool with the name of a secret, `savePasswords` for example, is none.
    var others: Set<Defaults.KeyName> = []
    for section in schema?.sections ?? [] {
      // A copy of an entry takes longer than the rest.
      for index in section.entries.indices {
        if section.entries[index].holdsSecret {
          secrets.insert(section.entries[index].key)
        } else if section.entries[index].kind == .bool {
          others.insert(section.entries[index].key)
        }
      }
    }
    guard !secrets.isEmpty || !others.isEmpty else { return self }
    let isSecret = options.isSecret
    options.isSecret = { [secrets, others] name in
      let key = Defaults.KeyName(name)
      return secrets.contains(key) || !others.contains(key) && isSecret(name)
    }
    return options
  }

  /// Returns whether a value is a secret that must not be in a file that every user can read.
  ///
  /// A Bool with the name of a secret, `savePasswords` for example, is none.
  package func hidesFromOtherUsers(
    _ key: Defaults.KeyName,
    _ value: Defaults.StoredValue,
    in schema: Schema?
  ) -> Bool {
    if case .bool = value { return schema?.entry(forKey: key.string)?.holdsSecret == true }
    return hides(key, [value])
  }
}
