import Defaults

/// The link between an entry and its key that survives without the key's type.
struct EntryBinding: Sendable {
  /// The suite of the key; nil when the key has no type and so none of its own.
  let suite: Defaults.Suite?
  /// The key's default as it would be stored.
  let defaultValue: @Sendable () -> Defaults.StoredValue?
  /// Answers whether the key's type can read the value.
  let accepts: @Sendable (Defaults.StoredValue) -> Bool
  /// Tells what the key's own rule says against the value.
  let violation: @Sendable (Defaults.StoredValue) -> Defaults.Violation?
  /// Stores or removes a value; answers whether it could be done.
  let write: @Sendable (Defaults.StoredValue?, Defaults.Suite) -> Bool

  /// Creates the link to a typed key: every value passes through the key's type.
  init<Value: Defaults.Serializable>(_ key: Defaults.Key<Value>) {
    suite = key.suite
    defaultValue = { try? key.encode(key.defaultValue) }
    accepts = { key.decode($0) != nil }
    violation = { key.suite.violation(of: $0, forKey: key.name) }
    write = { stored, _ in
      guard let stored else {
        key.reset()
        return true
      }
      guard let value = key.decode(stored) else { return false }
      key.suite[key] = value
      return true
    }
  }

  /// Creates the link to a key without a type.
  init(untypedKey key: String, defaultValue: Defaults.StoredValue?) {
    suite = nil
    self.defaultValue = { defaultValue }
    accepts = { _ in true }
    violation = { _ in nil }
    write = { stored, suite in
      suite.setStoredValue(stored, forKey: key)
      return true
    }
  }
}

extension EntryBinding: Hashable {
  /// Answers whether two links have the same default: how values travel says nothing to people.
  static func == (left: Self, right: Self) -> Bool {
    left.defaultValue() == right.defaultValue()
  }

  /// Feeds the default to a hasher.
  func hash(into hasher: inout Hasher) {
    hasher.combine(defaultValue())
  }
}
