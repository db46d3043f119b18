extension Defaults.HistoryEntry {
  /// About how many bytes the entry takes in a journal.
  var approximateSize: Int {
    changes.reduce(256 + (inverse?.storedValue.approximateSize ?? 0)) { $0 + $1.approximateSize }
  }
}

extension Defaults.HistoryEntry.Change {
  /// The old and the new value, as far as there are any.
  var values: [Defaults.StoredValue] { [old, new].compactMap(\.self) }

  /// The approximate size of the values, in bytes.
  var valuesSize: Int { values.reduce(0) { $0 + $1.approximateSize } }

  /// About how many bytes the change takes in a journal.
  var approximateSize: Int { valuesSize + key.string.utf8.count + 64 }
}

extension Defaults.HistoryOptions {
  /// Whether a word of a text is the name of a secret.
  private func namesSecret(_ text: String) -> Bool {
    text.split { !$0.isLetter && !$0.isNumber && !"_-.".contains($0) }
      .contains { isSecret(String($0)) }
  }

  /// Returns an entry without the values that a journal must not or cannot hold.
  func abridged(_ entry: Defaults.HistoryEntry) -> Defaults.HistoryEntry {
    var recorded = entry
    recorded.changes = entry.changes.map(abridged)
    let texts = entry.inverse?.texts ?? []
    // A text has the values, and the comments beside them, which can name a password.
    if !recorded.isComplete || texts.contains(where: { isSecretText($0) || namesSecret($0) })
      || texts.reduce(0, { $0 + $1.utf8.count }) > valueSizeLimit
    {
      recorded.inverse = nil
    }
    var excess = recorded.approximateSize - sizeLimit
    guard excess > 0 else { return recorded }
    excess -= recorded.inverse?.storedValue.approximateSize ?? 0
    recorded.inverse = nil
    let sizes = recorded.changes.map(\.approximateSize)
    for index in sizes.indices.sorted(by: { sizes[$0] > sizes[$1] }) {
      guard excess > 0, recorded.changes[index].omission == nil else { break }
      excess -= sizes[index]
      let key = recorded.changes[index].key
      recorded.changes[index] = .init(key: key, old: nil, new: nil, omission: .large)
    }
    return recorded
  }

  /// Returns a change without its values if a journal must not or cannot hold them.
  private func abridged(_ change: Defaults.HistoryEntry.Change) -> Defaults.HistoryEntry.Change {
    let values = change.values
    if hides(change.key, values) {
      return .init(key: change.key, old: nil, new: nil, omission: .secret)
    }
    // In the journal, three more containers enclose a value.
    let canHoldAll = values.allSatisfy { $0.refusal(depth: 3) == nil }
    guard change.valuesSize <= valueSizeLimit, canHoldAll else {
      return .init(key: change.key, old: nil, new: nil, omission: .large)
    }
    return change
  }
}
