import FoundationEssentials

// The stored form of an entry.
extension Defaults.HistoryEntry {
  /// Returns the identifier and the stored form of the entry, with the location of its suite.
  func storedValue(of location: String) -> (id: ID, value: Defaults.StoredValue) {
    var members: [Defaults.KeyName: Defaults.StoredValue] = [
      "id": .string(id),
      "suite": .string(location),
      "date": .date(date),
      "user": .string(author.user),
      "program": .string(author.program),
      "process": .integer(Int128(author.process)),
      "changes": .array(changes.map(\.storedValue)),
      "cause": .string(cause.name),
    ]
    members["text"] = inverse?.storedValue
    switch cause {
    case .undo(let id): members["undoes"] = .string(id)
    case .redo(let id): members["redoes"] = .string(id)
    case .edit, .reset, .import, .migration: break
    }
    return (id, .dictionary(members))
  }

  /// Returns the identifier of a stored entry.
  static func id(of stored: Defaults.StoredValue) -> ID? {
    guard case .dictionary(let members) = stored else { return nil }
    return members["id"]?.text
  }

  /// Returns the location of the suite of a stored entry.
  static func location(of stored: Defaults.StoredValue) -> String? {
    guard case .dictionary(let members) = stored else { return nil }
    return members["suite"]?.text
  }

  /// Creates an entry from its stored form; nil if that is malformed or of a suite elsewhere.
  ///
  /// The locations are the spellings of the suite's location.
  init?(_ stored: Defaults.StoredValue, of locations: Set<String>) {
    guard case .dictionary(let members) = stored, let id = Self.id(of: stored),
      let suite = Self.location(of: stored), locations.contains(suite),
      case .date(let date) = members["date"],
      case .array(let changes) = members["changes"]
    else { return nil }
    self.id = id
    self.date = date
    author = Author(
      user: members["user"]?.text ?? "",
      program: members["program"]?.text ?? "",
      process: members["process"].flatMap(Int32._value) ?? 0
    )
    self.changes = Self.merged(changes.compactMap(Change.init))
    cause = Defaults.Cause(members)
    inverse = members["text"].flatMap(TextInverse.init)
  }
}

extension Defaults.HistoryEntry {
  /// Returns changes with one for each key: of several, the first says what was there before and
  /// the last what was there then.
  private static func merged(_ changes: [Change]) -> [Change] {
    var places: [Defaults.KeyName: Int] = [:]
    var merged: [Change] = []
    for change in changes {
      if let place = places[change.key] {
        merged[place].new = change.new
        merged[place].omission = merged[place].omission ?? change.omission
      } else {
        places[change.key] = merged.count
        merged.append(change)
      }
    }
    return merged
  }
}

extension Defaults.Cause {
  /// The entry that an undo or redo names; nil for other causes.
  var entry: Defaults.HistoryEntry.ID? {
    switch self {
    case .undo(let id), .redo(let id): id
    case .edit, .reset, .import, .migration: nil
    }
  }

  /// The name of the cause in the journal and in the tool's output.
  package var name: String {
    switch self {
    case .edit: "edit"
    case .reset: "reset"
    case .undo: "undo"
    case .redo: "redo"
    case .import: "import"
    case .migration: "migration"
    }
  }

  /// Creates a cause from the members of an entry; an unknown cause becomes an edit.
  fileprivate init(_ members: [Defaults.KeyName: Defaults.StoredValue]) {
    if let id = members["undoes"]?.text {
      self = .undo(of: id)
    } else if let id = members["redoes"]?.text {
      self = .redo(of: id)
    } else {
      let known: [Self] = [.reset, .import, .migration]
      self = known.first { $0.name == members["cause"]?.text } ?? .edit
    }
  }
}

extension Defaults.HistoryEntry.Change {
  fileprivate var storedValue: Defaults.StoredValue {
    var members: [Defaults.KeyName: Defaults.StoredValue] = ["key": .string(key.string)]
    members["old"] = old
    members["new"] = new
    if let omission { members["omitted"] = .string(omission.rawValue) }
    return .dictionary(members)
  }

  fileprivate init?(_ stored: Defaults.StoredValue) {
    guard case .dictionary(let members) = stored, let key = members["key"]?.text else { return nil }
    self.init(
      key: Defaults.KeyName(key),
      old: members["old"],
      new: members["new"],
      omission: members["omitted"]?.text.flatMap(Defaults.HistoryEntry.Omission.init)
    )
  }
}
