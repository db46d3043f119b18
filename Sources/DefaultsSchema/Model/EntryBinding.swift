import DefaultsCore

/// The link from an entry to its key, without the key's type as a generic parameter.
struct EntryBinding: Sendable {
  /// The suite of the key; nil for an untyped key.
  let suite: Defaults.Suite?
  /// Whether the value of an untyped key is read like that of a typed one, which can be stored as text.
  var convertsText: Bool = false
  /// Returns the key's default in its stored form.
  var defaultValue: @Sendable () -> Defaults.StoredValue?
  /// Checks that the key's type can decode a value, and that the key's own rule accepts it.
  let check: @Sendable (Defaults.StoredValue, ValueKind) throws(Defaults.Rejection) -> Void
  /// Returns a value as the key's type encodes it; nil when the type cannot decode it.
  let encoded: @Sendable (Defaults.StoredValue) -> Defaults.StoredValue?
  /// Stores a value of a kind, or removes it for nil.
  let write:
    @Sendable (Defaults.StoredValue?, ValueKind, Defaults.Suite, Defaults.WriteOptions)
      throws(Defaults.WriteError) -> [Defaults.StoredChange]

  /// Creates the link to a typed key, whose type decodes and encodes every value.
  init<Value: Defaults.Serializable>(_ key: Defaults.Key<Value>) {
    suite = key.suite
    defaultValue = { try? key.encode(key.defaultValue) }
    check = { stored, kind throws(Defaults.Rejection) in
      guard let value = key.decode(stored) else {
        if case (.json, .string(let text)) = (kind, stored),
          let error = key.decodingError(ofJSON: text)
        {
          throw Defaults.Rejection(error, text)
        }
        throw .wrongKind(found: stored.kindName, expected: kind.name)
      }
      if let rejection = key.rejection(of: value, storedAs: stored) { throw rejection }
    }
    encoded = { stored in key.decode(stored).flatMap { try? key.encode($0) } }
    write = { stored, kind, _, options throws(Defaults.WriteError) in
      guard let stored else { return try key.write(stored, options) }
      return try key.write(stored, options) { $0.addingUnknownMembers(of: stored) }
    }
  }

  /// Creates the link to an untyped key.
  init(untypedKey key: String, defaultValue: Defaults.StoredValue?) {
    suite = nil
    self.defaultValue = { defaultValue }
    check = { _, _ in }
    encoded = { $0 }
    write = { stored, _, suite, options throws(Defaults.WriteError) in
      try suite.write([Defaults.KeyName(key): stored], options: options)
    }
  }
}

extension EntryBinding: Hashable {
  /// Returns whether two links have the same default; the rest is not part of the description.
  static func == (left: Self, right: Self) -> Bool {
    left.defaultValue() == right.defaultValue()
  }

  /// Feeds the default to a hasher.
  func hash(into hasher: inout Hasher) {
    hasher.combine(defaultValue())
  }
}
