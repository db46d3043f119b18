package import DefaultsCore

/// The keys with different values in two sets of values.
package struct Comparison: Hashable, Sendable {
  /// A key with two different values.
  package struct Row: Hashable, Sendable {
    /// The name of the key.
    package let key: Defaults.KeyName
    /// The value in the first set; nil for none.
    package let first: Defaults.StoredValue?
    /// The value in the second set; nil for none.
    package let second: Defaults.StoredValue?
  }

  /// The rows, sorted by key.
  package let rows: [Row]

  /// Compares two sets of values.
  package init(
    _ first: [Defaults.KeyName: Defaults.StoredValue],
    _ second: [Defaults.KeyName: Defaults.StoredValue]
  ) {
    let keys = Set(first.keys).union(second.keys)
    rows = keys.filter { first[$0] != second[$0] }.sorted()
      .map { Row(key: $0, first: first[$0], second: second[$0]) }
  }
}
