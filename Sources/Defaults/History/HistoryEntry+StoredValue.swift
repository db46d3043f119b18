import Foundation

// The stored form of an entry. A journal is a property list whose keys are the identifiers of the
// entries.
extension Defaults.HistoryEntry {
  /// Returns the stored form of the entry, which contains the location of its suite.
  func storedValue(of location: String) -> Defaults.StoredValue {
    var members: [Defaults.KeyName: Defaults.StoredValue] = [
      "suite": .string(location),
      "date": .date(date),
      "user": .string(author.user),
      "program": .string(author.program),
      "process": .integer(Int128(author.process)),
      "changes": .array(changes.map(\.storedValue)),
      "cause": .string(cause.name),
    ]
    switch cause {
    case .undo(let id): members["undoes"] = .string(id)
    case .redo(let id): members["redoes"] = .string(id)
    case .edit, .reset, .import, .migration, .sync: break
    }
    return .dictionary(members)
  }

  /// Creates an entry from its stored form; nil if that is malformed or of a suite elsewhere.
  init?(id: String, _ stored: Defaults.StoredValue, of location: String) {
    guard case .dictionary(let members) = stored, members["suite"] == .string(location),
      case .date(let date) = members["date"], case .array(let changes) = members["changes"]
    else { return nil }
    self.id = id
    self.date = date
    author = Author(
      user: members["user"]?.text ?? "",
      program: members["program"]?.text ?? "",
      process: members["process"].flatMap(Int32._value) ?? 0
    )
    self.changes = changes.compactMap(Change.init)
    cause = Defaults.Cause(members)
  }
}

extension Defaults.Cause {
  /// The name of the cause in the journal and in the tool's output.
  package var name: String {
    switch self {
    case .edit: "edit"
    case .reset: "reset"
    case .undo: "undo"
    case .redo: "redo"
    case .import: "import"
    case .migration: "migration"
    case .sync: "sync"
    }
  }

  /// Creates a cause from the members of an entry; an unknown cause becomes an edit.
  fileprivate init(_ members: [Defaults.KeyName: Defaults.StoredValue]) {
    if let id = members["undoes"]?.text {
      self = .undo(of: id)
    } else if let id = members["redoes"]?.text {
      self = .redo(of: id)
    } else {
      let known: [Self] = [.reset, .import, .migration, .sync]
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

extension Defaults.StoredValue {
  fileprivate var text: String? {
    if case .string(let text) = self { text } else { nil }
  }
}
