import FoundationEssentials

extension Defaults.StoredValue {
  /// Returns whether a value precedes another in the order in which sets are stored.
  ///
  /// The order is total and depends only on the stored forms, so that equal sets are stored alike
  /// in every run: numbers by size, text by its UTF-8 bytes, collections member by member, and
  /// values of different types by type.
  package static func precedes(_ left: Self, _ right: Self) -> Bool {
    switch (left, right) {
    case (.bool(let a), .bool(let b)): !a && b
    case (.integer(let a), .integer(let b)): a < b
    case (.real(let a), .real(let b)):
      a.isTotallyOrdered(belowOrEqualTo: b) && a.bitPattern != b.bitPattern
    case (.string(let a), .string(let b)): a.utf8.lexicographicallyPrecedes(b.utf8)
    case (.date(let a), .date(let b)):
      precedes(
        .real(a.timeIntervalSinceReferenceDate),
        .real(b.timeIntervalSinceReferenceDate),
      )
    case (.data(let a), .data(let b)): a.lexicographicallyPrecedes(b)
    case (.array(let a), .array(let b)): a.lexicographicallyPrecedes(b, by: precedes)
    case (.dictionary(let a), .dictionary(let b)):
      a.membersInOrder.lexicographicallyPrecedes(b.membersInOrder, by: precedes)
    case (.uid(let a), .uid(let b)): a < b
    case (.opaque(let a), .opaque(let b)): a.bytes.lexicographicallyPrecedes(b.bytes)
    default: left.kind.rawValue < right.kind.rawValue
    }
  }
}

extension [Defaults.KeyName: Defaults.StoredValue] {
  /// The keys and values in turn, sorted by key.
  fileprivate var membersInOrder: [Defaults.StoredValue] {
    sorted { $0.key < $1.key }
      .flatMap { [.string($0.key.string), $0.value] }
  }
}
