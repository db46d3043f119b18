import Defaults

/// The link from an entry to its key, without the key's type as a generic parameter.
struct EntryBinding: Sendable {
  /// The suite of the key; nil for an untyped key.
  let suite: Defaults.Suite?
  /// Returns the key's default in its stored form.
  let defaultValue: @Sendable () -> Defaults.StoredValue?
  /// Returns whether the key's type can decode the value.
  let accepts: @Sendable (Defaults.StoredValue) -> Bool
  /// Returns how the value violates the key's own validation; nil when it does not.
  let violation: @Sendable (Defaults.StoredValue) -> Defaults.Violation?
  /// Stores a value, or removes it for nil; returns whether the key's type could decode it.
  let write: @Sendable (Defaults.StoredValue?, Defaults.Suite) -> Bool

  /// Creates the link to a typed key, whose type decodes and encodes every value.
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

  /// Creates the link to an untyped key.
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
  /// Returns whether two links have the same default; the rest is not part of the description.
  static func == (left: Self, right: Self) -> Bool {
    left.defaultValue() == right.defaultValue()
  }

  /// Feeds the default to a hasher.
  func hash(into hasher: inout Hasher) {
    hasher.combine(defaultValue())
  }
}
