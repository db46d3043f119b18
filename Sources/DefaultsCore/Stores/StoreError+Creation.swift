extension Defaults.StoreError {
  /// Creates the error of a system call.
  package static func system(_ operation: String, _ location: String, _ errorNumber: Int32) -> Self
  {
    Self(location: location, cause: .system(operation: operation, errorNumber: errorNumber))
  }

  /// Creates the error of a store that fails until somebody does something about it; the reason is a
  /// phrase without a full stop.
  package static func permanent(_ reason: String, at location: String) -> Self {
    Self(location: location, reason: reason, isTemporary: false)
  }

  /// Creates the error of a file that cannot be parsed; the reason is a phrase without a full stop, and
  /// the offset the number of bytes before the place.
  package static func malformed(
    _ reason: String,
    after offset: Int,
    of bytes: [UInt8],
    at location: String
  ) -> Self {
    let place = Defaults.TextPlace.places(of: [offset], in: bytes)[0]
    return Self(location: location, cause: .malformed(reason: reason, place))
  }

  /// Creates the error of a value that a store cannot hold; the reason is a phrase without a full stop.
  package static func unsupported(
    _ reason: String,
    forKey key: Defaults.KeyName,
    at location: String
  ) -> Self {
    Self(location: location, cause: .unsupportedValue(key: key, reason: reason))
  }

  /// Checks that keys have expected values, for ``Defaults/Store/commit(_:expecting:)``.
  ///
  /// - Parameters:
  ///   - expected: by key, the value that must be stored, or nil for none.
  ///   - location: the location of the store.
  ///   - stored: returns the value that a key has; nil for none.
  /// - Throws: the cause ``Cause/outdated(_:)`` with all keys that have another value.
  public static func check(
    _ expected: [Defaults.KeyName: Defaults.StoredValue?],
    for location: String,
    stored: (Defaults.KeyName) -> Defaults.StoredValue?
  ) throws(Defaults.StoreError) {
    let outdated = expected.filter { stored($0.key) != $0.value }.keys.sorted()
    guard outdated.isEmpty else { throw Self(location: location, cause: .outdated(outdated)) }
  }

  /// Checks that a store can hold the values of edits; the error names the first key, by name, that
  /// it refuses.
  ///
  /// `refusal` returns why a value cannot be stored; by default why no store can hold it.
  package static func check(
    storing edits: [Defaults.KeyName: Defaults.StoredValue?],
    for location: String,
    refusal: (Defaults.StoredValue) -> String? = { $0.refusal() }
  ) throws(Defaults.StoreError) {
    let refused = edits.compactMapValues { $0.flatMap(refusal) }.min { $0.key < $1.key }
    if let refused { throw .unsupported(refused.value, forKey: refused.key, at: location) }
  }
}
