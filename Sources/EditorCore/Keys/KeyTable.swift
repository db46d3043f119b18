/// The table of all actions with their key presses.
///
/// Lookup, help, hints, `prefs edit --list-keys` and every text that names a key are made from these
/// rows. Their order is that of the help and of the hints.
enum KeyTable {
  static let rows: [KeyRow] =
    list + items + toggle + answers + filter + finish + move + groups + step + date + field
    + everywhere + program
}

/// One row of the table: an action, its key presses in some modes, and the texts about it.
struct KeyRow: Sendable {
  /// The action; nil for a row that only describes what is typed.
  let action: KeyAction?
  /// The key presses as people write them, with blanks between them: `r Del F8`.
  ///
  /// In a mode in which a character is typed as text, it is not bound: `? F1` is `F1` there.
  let presses: String
  /// The description on the help screen.
  let help: String
  /// One or two words for the last line; nil for no hint.
  let hint: String?
  /// Returns whether the hint is shown.
  let applies: @Sendable (KeyContext) -> Bool
  /// Returns whether the hint comes first, because the last hints may not fit.
  let isUrgent: @Sendable (KeyContext) -> Bool
  /// The heading on the help screen.
  private(set) var title: String = ""
  private(set) var modes: [KeyMode]

  init(
    _ command: some KeyCommand,
    _ presses: String,
    _ help: String,
    hint: String? = nil,
    in modes: [KeyMode] = [],
    when applies: @escaping @Sendable (KeyContext) -> Bool = { _ in true },
    isUrgent: @escaping @Sendable (KeyContext) -> Bool = { _ in false }
  ) {
    action = KeyAction(command)
    self.presses = presses
    self.help = help
    self.hint = hint
    self.modes = modes
    self.applies = applies
    self.isUrgent = isUrgent
  }

  /// Creates a row about characters that are typed.
  init(typed: String, _ help: String, hint: String? = nil, in modes: [KeyMode] = []) {
    action = nil
    presses = typed
    self.help = help
    self.hint = hint
    self.modes = modes
    applies = { _ in true }
    isUrgent = { _ in false }
  }

  /// Returns rows under a heading, in some modes if they do not name their own.
  static func group(_ title: String, in modes: [KeyMode] = [], _ rows: [KeyRow]) -> [KeyRow] {
    rows.map { row in
      var row = row
      row.title = title
      if row.modes.isEmpty { row.modes = modes }
      return row
    }
  }
}

/// What the hints depend on.
struct KeyContext: Sendable {
  var mode: KeyMode
  /// The selected key.
  var item: Item?
  /// The characters that are typed, if they are fewer than the table says.
  var typed: String?
  var canUndo: Bool = false
  var hasOtherSuites: Bool = false
  /// Whether the store cannot be read or written now.
  var hasProblem: Bool = false
  var hasMessages: Bool = false
}
