/// An edit of one entry of a document.
struct EntryEdit {
  /// The kind of an edit.
  enum Kind {
    /// A new entry is inserted before the entry at the place.
    case insertion(key: Defaults.KeyName, value: Defaults.StoredValue)
    /// The entry at the place gets a new value.
    case replacement(Defaults.StoredValue)
    /// The entry at the place is removed.
    case removal
  }

  /// The number of an entry; the number of all entries for the end of the document.
  var place: Int
  /// The kind of the edit.
  var kind: Kind

  /// Whether all entries keep their numbers.
  var keepsKeys: Bool {
    switch kind {
    case .insertion, .removal: false
    case .replacement: true
    }
  }
}

extension PropertyListEntries {
  /// Returns the edits of entries for edits of keys, in the order of the entries.
  ///
  /// New keys are inserted in order if all keys are sorted, as Foundation writes them, and are
  /// appended otherwise. Entries that a later one replaces are removed.
  func changes(by edits: [Defaults.KeyName: Defaults.StoredValue?]) -> [EntryEdit] {
    var changes = index.replaced.map { EntryEdit(place: $0, kind: .removal) }
    var insertions: [EntryEdit] = []
    for (key, edit) in edits.sorted(by: { $0.key < $1.key }) {
      if let place = number(of: key) {
        changes.append(EntryEdit(place: place, kind: edit.map { .replacement($0) } ?? .removal))
      } else if let value = edit {
        let place = index.isSorted ? self.place(of: key) : count
        insertions.append(EntryEdit(place: place, kind: .insertion(key: key, value: value)))
      }
    }
    changes.sort { $0.place < $1.place }
    // At each place, insertions come first, in the order of their keys.
    var merged: [EntryEdit] = []
    var rest = insertions[...]
    for change in changes {
      while let next = rest.first, next.place <= change.place { merged.append(rest.removeFirst()) }
      merged.append(change)
    }
    return merged + rest
  }

  /// Returns the place of a new key among sorted keys.
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
