/// A state of a key that a character beside its title shows.
///
/// The characters differ, so the states are distinct without colours. The order of the cases is their
/// priority: a row shows the first one that applies, and a bookmark in a column of its own; the details
/// list all of them. No other file contains a state's character, words, role or condition.
enum Mark: CaseIterable, Hashable, Sendable {
  /// The stored value, or the value of another layer that is in use, is not valid for the schema.
  case invalid
  /// An administrator has locked the key.
  case locked
  /// The last change is not on disk, because a commit failed.
  case uncommitted
  /// A launch argument, an environment variable or a file of a higher layer sets another value, so
  /// that an edit has no effect in this process.
  case overridden
  /// Another program has changed the key, and the cursor has not left its row since.
  case changedElsewhere
  /// An edit of the key is staged.
  case parked
  /// The schema of the suite does not describe the key.
  case undeclared
  /// The stored value equals the default.
  case storedDefault
  /// A value is stored.
  case set
  /// The user has set a bookmark.
  case bookmarked

  /// The character in the gutter; ASCII, for terminals without UTF-8.
  var glyph: Character { look.glyph }

  /// The words for the details and the help.
  var word: String { look.word }

  /// The role of the character, which decides its style.
  var role: Role { look.role }

  private var look: (glyph: Character, word: String, role: Role) {
    switch self {
    case .uncommitted: ("#", "not on disk yet", .warningMark)
    case .invalid: ("!", "invalid", .warningMark)
    case .locked: ("L", "locked", .warningMark)
    case .overridden: ("^", "overridden", .cautionMark)
    case .changedElsewhere: ("+", "changed elsewhere", .cautionMark)
    case .parked: ("~", "staged", .cautionMark)
    case .bookmarked: ("b", "bookmark", .mark)
    case .undeclared: ("?", "not in the schema", .mark)
    case .storedDefault: ("=", "set to the default", .mark)
    case .set: ("*", "set", .mark)
    }
  }

  /// Returns whether a key has the state.
  fileprivate func applies(to item: Item, in state: EditorState) -> Bool {
    switch self {
    case .uncommitted: state.document.isUncommitted(item)
    case .invalid: item.layerRejection != nil || item.rejection != nil && !item.isLocked
    case .locked: item.isLocked
    case .overridden: item.layers.above != nil && !item.isLocked
    case .changedElsewhere: item.isChangedElsewhere
    case .parked: state.isStaged(item.key)
    case .bookmarked: item.isBookmarked
    // Without a schema it would be on every row; the title says it once.
    case .undeclared: !item.isDeclared && state.document.hasSchema
    case .storedDefault: item.isStoredDefault
    case .set: item.stored != nil && !item.isStoredDefault
    }
  }
}

extension EditorState {
  /// Returns the mark of a row besides a bookmark; nil for a key that is unset and has no other state.
  func mark(of item: Item) -> Mark? {
    Mark.allCases.first { $0 != .bookmarked && $0.applies(to: item, in: self) }
  }

  /// Returns all marks of a key, the strongest first.
  func marks(of item: Item) -> [Mark] {
    Mark.allCases.filter { $0.applies(to: item, in: self) }
  }
}
