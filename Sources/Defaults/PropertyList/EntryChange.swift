/// What is to be done to one entry of a document.
struct EntryChange {
  /// What kind of change it is.
  enum Kind {
    /// A new entry goes before the one at the place.
    case insertion(key: Defaults.KeyName, value: Defaults.StoredValue)
    /// The entry at the place gets another value.
    case replacement(Defaults.StoredValue)
    /// The entry at the place goes.
    case removal
  }

  /// The number of an entry of the document, or how many there are for its end.
  var place: Int
  /// What is done.
  var kind: Kind

  /// Whether every entry keeps its number.
  var keepsKeys: Bool {
    switch kind {
    case .insertion, .removal: false
    case .replacement: true
    }
  }
}

extension PropertyListEntries {
  /// Finds out what edits by key do to the entries, in the order of the entries.
  ///
  /// New keys go to their places when all keys are in order, as Foundation writes them, and to
  /// the end otherwise. Entries that do not count are removed.
  func changes(by edits: [Defaults.KeyName: Defaults.StoredValue?]) -> [EntryChange] {
    var changes = index.replaced.map { EntryChange(place: $0, kind: .removal) }
    var insertions: [EntryChange] = []
    for (key, edit) in edits.sorted(by: { $0.key < $1.key }) {
      if let place = number(of: key) {
        changes.append(EntryChange(place: place, kind: edit.map { .replacement($0) } ?? .removal))
      } else if let value = edit {
        let place = index.isSorted ? self.place(of: key) : count
        insertions.append(EntryChange(place: place, kind: .insertion(key: key, value: value)))
      }
    }
    changes.sort { $0.place < $1.place }
    // Insertions come first at each place, in the order of their keys.
    var merged: [EntryChange] = []
    var rest = insertions[...]
    for change in changes {
      while let next = rest.first, next.place <= change.place { merged.append(rest.removeFirst()) }
      merged.append(change)
    }
    return merged + rest
  }

  /// Finds where a new key belongs among keys that are in order.
  private func place(of name: Defaults.KeyName) -> Int {
    var range = 0..<count
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      if key(at: middle) < name {
        range = (middle + 1)..<range.upperBound
      } else {
        range = range.lowerBound..<middle
      }
    }
    return range.lowerBound
  }
}
