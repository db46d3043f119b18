/// A state of a key that is shown in the gutter of its row, without colour.
///
/// The cases are in the order in which they are shown: a row has the first one that applies, and
/// the details name all of them.
enum Mark: CaseIterable, Hashable, Sendable {
  /// The last change is not on disk, because the commit failed.
  case uncommitted
  /// The stored value does not fit the schema.
  case invalid
  /// An administrator has locked the key.
  case locked
  /// Another program changed the key, and the cursor has not left its row since.
  case changedElsewhere
  /// An edit was closed with input that is not stored.
  case parked
  /// No schema describes the key.
  case undeclared
  /// The stored value equals the default.
  case storedDefault
  /// A value is stored.
  case set

  /// The character in the gutter, in ASCII.
  var glyph: Character {
    switch self {
    case .uncommitted: "#"
    case .invalid: "!"
    case .locked: "L"
    case .changedElsewhere: "+"
    case .parked: "~"
    case .undeclared: "?"
    case .storedDefault: "="
    case .set: "*"
    }
  }

  /// The words for the details and the help.
  var word: String {
    switch self {
    case .uncommitted: "not on disk yet"
    case .invalid: "invalid"
    case .locked: "locked"
    case .changedElsewhere: "changed elsewhere"
    case .parked: "typed and not saved"
    case .undeclared: "not in the schema"
    case .storedDefault: "set to the default"
    case .set: "set"
    }
  }

  /// The role of the character.
  var role: Role {
    switch self {
    case .uncommitted, .invalid, .locked: .warningMark
    case .changedElsewhere, .parked: .cautionMark
    case .undeclared, .storedDefault, .set: .mark
    }
  }

  /// Returns whether a key has the state.
  fileprivate func applies(to item: Item, in state: EditorState) -> Bool {
    switch self {
    case .uncommitted: state.document.isUncommitted(item)
    case .invalid: item.rejection != nil && !item.isLocked
    case .locked: item.isLocked
    case .changedElsewhere: item.isChangedElsewhere
    case .parked: state.parkedEdits[state.suiteKey(item.key)] != nil
    case .undeclared: !item.isDeclared
    case .storedDefault: item.isStoredDefault
    case .set: item.stored != nil && !item.isStoredDefault
    }
  }
}

extension EditorState {
  /// Returns the mark of a row; nil for a key that is unset and has no other state.
  func mark(of item: Item) -> Mark? {
    Mark.allCases.first { $0.applies(to: item, in: self) }
  }

  /// Returns all states of a key, the one that its row shows first.
  func marks(of item: Item) -> [Mark] {
    Mark.allCases.filter { $0.applies(to: item, in: self) }
  }
}
