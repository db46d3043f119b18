import Terminal

/// The table of all actions and their key presses, one row for each action of a group of modes.
///
/// Everything that depends on a key is computed from these rows, through ``Keybindings``: the lookup of
/// a key press, the help, the hints, `prefs edit --list-keys`, and every text on the screen that names
/// a key. So a new key press is one row, and no text can name a key that is not bound.
///
/// The order of the rows is the order of the help and of the hints. If two rows of a mode have the same
/// key press, the bindings are refused; the rows of `everywhere` count for all modes.
enum KeyTable {
  /// All rows, in the order of the help.
  static let rows: [KeyRow] =
    list + marks + many + items + choice + secret + path + color + data + viewer + copy
    + toggle + plan + history + answers
    + difference
    + filter + suiteSearch + finish + box + editing + message + move + groups + step + date + field
    + everywhere
    + panes + help + program
}

/// One row of the table: an action, its key presses in some modes, and the texts about it.
struct KeyRow: Sendable {
  /// The action; nil for a row that only describes typed input.
  let action: KeyAction?
  /// The name of the action; nil without one.
  let name: String?
  /// The key presses of an action.
  ///
  /// A character is not bound in modes in which it is input: there, `? F1` binds only `F1`.
  let presses: [KeyPress]
  /// The names of the key presses as written, separated by blanks: `r Del F8`; for a row that only
  /// describes typed input, the text that the help shows instead.
  let written: String
  /// The description on the help screen.
  let help: String
  /// One or two words for the last line; nil for no hint.
  let hint: String?
  /// Returns whether the hint is shown.
  let applies: @Sendable (KeyContext) -> Bool
  /// Returns whether the hint comes first, because the last hints may not fit.
  let isUrgent: @Sendable (KeyContext) -> Bool
  /// Whether everybody needs the action, so that it is on the first page of the help.
  let isBasic: Bool
  /// The heading on the help screen.
  private(set) var title: String = ""
  /// The modes that have the action.
  private(set) var modes: [KeyMode]

  /// Creates a row for an action; title and modes can be set by ``group(_:in:_:)``.
  init(
    _ command: some KeyCommand,
    _ written: String,
    _ help: String,
    hint: String? = nil,
    in modes: [KeyMode] = [],
    isBasic: Bool = false,
    when applies: @escaping @Sendable (KeyContext) -> Bool = { _ in true },
    isUrgent: @escaping @Sendable (KeyContext) -> Bool = { _ in false }
  ) {
    let action = KeyAction(command)
    self.action = action
    name = action.name
    self.written = written
    presses = written.split(separator: " ").compactMap { KeyPress(named: String($0)) }
    self.help = help
    self.hint = hint
    self.isBasic = isBasic
    self.modes = modes
    self.applies = applies
    self.isUrgent = isUrgent
  }

  /// Creates a row that describes typed input, for the help only.
  init(typed: String, _ help: String, hint: String? = nil, in modes: [KeyMode] = []) {
    action = nil
    name = nil
    presses = []
    written = typed
    self.help = help
    self.hint = hint
    isBasic = false
    self.modes = modes
    applies = { _ in true }
    isUrgent = { _ in false }
  }

  /// Returns the rows with a heading; rows without modes get `modes`.
  static func group(_ title: String, in modes: [KeyMode] = [], _ rows: [KeyRow]) -> [KeyRow] {
    rows.map { row in
      var row = row
      row.title = title
      if row.modes.isEmpty { row.modes = modes }
      return row
    }
  }
}

/// The properties of the state that decide which hints are shown.
struct KeyContext: Sendable {
  /// The mode whose hints are shown.
  var mode: KeyMode
  /// The item of the selected key; nil for none.
  var item: Item?
  /// The characters that the control accepts, such as `1-4`; nil to show the text of the table.
  var typed: String?
  /// The words of hints that the top screen replaces; empty for a hint that is left out.
  var words: [KeyAction: String] = [:]
  /// Whether there is input that was typed for the edited value before and not stored.
  var hasKeptInput: Bool = false
  /// Whether the selected key can be changed.
  var canEdit: Bool = false
  /// Whether the selected key has a stored value that can be removed.
  var canReset: Bool = false
  /// Whether a change can be undone.
  var canUndo: Bool = false
  /// Whether the input and the value that was stored elsewhere can be merged.
  var canMerge: Bool = false
  /// Whether edits are staged, of any suite.
  var hasStaged: Bool = false
  /// Whether keys are marked in the list, or in the search of all suites while that is open.
  var hasMarks: Bool = false
  /// Whether there is a suite besides the shown one.
  var hasOtherSuites: Bool = false
  /// Whether the store cannot be read or written now, or a failure is on the status line.
  var hasProblem: Bool = false
  /// Whether this session has messages.
  var hasMessages: Bool = false
}
