extension Defaults.HistoryEntry {
  /// About how many bytes the entry takes in a journal.
  var approximateSize: Int { changes.reduce(256) { $0 + $1.approximateSize } }
}

extension Defaults.HistoryEntry.Change {
  /// The old and the new value, as far as there are any.
  var values: [Defaults.StoredValue] { [old, new].compactMap(\.self) }

  /// The approximate size of the values, in bytes.
  var valuesSize: Int { values.reduce(0) { $0 + $1.approximateSize } }

  /// About how many bytes the change takes in a journal.
  var approximateSize: Int { valuesSize + key.string.utf8.count + 64 }
}

extension HistoryJournal {
  /// Returns how many of the newest entries can stay.
  ///
  /// - Parameters:
  ///   - order: the identifiers of all entries, the oldest first.
  ///   - known: the entries by identifier.
  ///   - room: the number of bytes for them.
  ///   - limit: the largest number of them.
  /// - Returns: their number.
  static func countThatFits(
    _ order: [Defaults.KeyName],
    _ known: [Defaults.KeyName: Defaults.StoredValue],
    _ room: Int,
    _ limit: Int
  ) -> Int {
    var room = room
    var count = 0
    for id in order.reversed() where count < limit {
      room -= known[id]?.approximateSize ?? 0
      guard room >= 0 else { break }
      count += 1
    }
    return count
  }
}
