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
    ListCommand.rows + MarkCommand.rows + ManyCommand.rows + ItemsCommand.rows
    + ChoiceCommand.rows + SecretCommand.rows + PathCommand.rows + ColorCommand.rows
    + DataCommand.rows + ViewerCommand.rows + CopyCommand.rows + ToggleCommand.rows
    + PlanCommand.rows + HistoryCommand.rows + QuestionCommand.rows + ConflictCommand.rows
    + FinishCommand.ofDifference + FilterCommand.rows + SuiteSearchCommand.rows
    + FinishCommand.rows + BoxCommand.rows + EditCommand.rows + MessageCommand.rows
    + MoveCommand.rows + ListCommand.groups + StepCommand.rows + DateCommand.rows
    + FieldCommand.rows + GlobalCommand.rows + PaneCommand.rows + HelpCommand.rows
    + ListCommand.program
}

/// One row of the table: an action, its key presses in some modes, and the texts about it.
struct KeyRow: Sendable {
  /// The action; nil for a row that only describes typed input.
  var action: KeyAction?
  /// The key presses of an action.
  ///
  /// A character is not bound in modes in which it is input: there, `? F1` binds only `F1`.
  var presses: [KeyPress] = []
  /// The names of the key presses as written, separated by blanks: `r Del F8`; for a row that only
  /// describes typed input, the text that the help shows instead.
  let written: String
  /// The description on the help screen.
  let help: String
  /// One or two words for the last line; nil for no hint.
  let hint: String?
  /// The heading on the help screen.
  private(set) var title: String = ""
  /// The modes that have the action.
  private(set) var modes: [KeyMode]
  /// Whether everybody needs the action, so that it is on the first page of the help.
  var isBasic: Bool = false
  /// Returns whether the hint is shown.
  var applies: @Sendable (KeyContext) -> Bool = { _ in true }
  /// Returns whether the hint comes first, because the last hints may not fit.
  var isUrgent: @Sendable (KeyContext) -> Bool = { _ in false }

  /// The name of the action; nil without one.
  var name: String? { action?.name }

  /// Returns the rows with a heading; rows without modes get `modes`.
  static func group(
    _ title: String,
    in modes: [KeyMode] = [],
    @Rows _ rows: () -> [KeyRow]
  ) -> [KeyRow] {
    rows().map { row in
      var row = row
      row.title = title
      if row.modes.isEmpty { row.modes = modes }
      return row
    }
  }

  /// Lists rows one below the other.
  @resultBuilder enum Rows {
    /// Returns the rows of a group.
    static func buildBlock(_ rows: KeyRow...) -> [KeyRow] { rows }
  }
}

extension KeyRow {
  /// Creates a row that describes typed input, for the help only.
  init(typed: String, _ help: String, hint: String? = nil, in modes: [KeyMode] = []) {
    self.init(written: typed, help: help, hint: hint, modes: modes)
  }
}

extension KeyCommand {
  /// Returns the row of a command; its group gives it a heading, and modes if it has none.
  static func row(
    _ command: Self,
    _ written: String,
    _ help: String,
    hint: String? = nil,
    in modes: [KeyMode] = [],
    isBasic: Bool = false,
    when applies: @escaping @Sendable (KeyContext) -> Bool = { _ in true },
    isUrgent: @escaping @Sendable (KeyContext) -> Bool = { _ in false }
  ) -> KeyRow {
    KeyRow(
      action: KeyAction(command),
      presses: written.split(separator: " ").compactMap { KeyPress(named: String($0)) },
      written: written,
      help: help,
      hint: hint,
      modes: modes,
      isBasic: isBasic,
      applies: applies,
      isUrgent: isUrgent
    )
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
  /// Whether the session can change values.
  var canWrite: Bool = true
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
