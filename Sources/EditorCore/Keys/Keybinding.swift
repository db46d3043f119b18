import Terminal

/// One or more key presses, their command in one mode, and the texts about it.
///
/// The help screen and the hints on the last line are made from these rows, so they always agree
/// with the commands.
struct Keybinding<Command: Hashable & Sendable>: Sendable {
  var presses: [KeyPress]
  var command: Command
  /// The description on the help screen.
  var help: String
  /// One or two words for the last line; nil for no hint.
  var hint: String?

  init(_ presses: [KeyPress], _ command: Command, _ help: String, hint: String? = nil) {
    self.presses = presses
    self.command = command
    self.help = help
    self.hint = hint
  }
}

/// The key bindings of one mode, in titled groups.
struct Keymap<Command: Hashable & Sendable>: Sendable {
  struct Group: Sendable {
    var title: String
    var rows: [Keybinding<Command>]
  }

  let groups: [Group]
  private let commands: [KeyPress: Command]

  init(_ groups: [Group]) {
    self.groups = groups
    var commands: [KeyPress: Command] = [:]
    for row in groups.flatMap(\.rows) {
      for press in row.presses { commands[press] = row.command }
    }
    self.commands = commands
  }

  /// Returns the command of a key press; nil for none.
  func command(for press: KeyPress) -> Command? {
    commands[press]
  }

  /// All rows in order.
  var rows: [Keybinding<Command>] { groups.flatMap(\.rows) }

  /// The texts of the rows, without the commands.
  var keyHelp: KeyHelp { KeyHelp(groups: helpGroups, hints: hints) }

  /// The rows of the help screen.
  var helpGroups: [HelpGroup] {
    groups.map { group in
      HelpGroup(
        title: group.title,
        rows: group.rows.map { row in
          HelpGroup.Row(keys: row.presses.map(\.name).joined(separator: " "), help: row.help)
        }
      )
    }
  }

  /// The key and the word of each row with a hint, in the order of the rows.
  var hints: [(key: String, word: String)] {
    rows.compactMap { row in
      guard let hint = row.hint, let first = row.presses.first else { return nil }
      return (first.name, hint)
    }
  }
}

/// The texts about the keys of one mode.
struct KeyHelp: Sendable {
  /// The rows of the help screen.
  var groups: [HelpGroup]
  /// The keys and words for the last line, the most useful first.
  var hints: [(key: String, word: String)]
}

/// A group of rows on the help screen.
public struct HelpGroup: Hashable, Sendable {
  /// One line of it.
  public struct Row: Hashable, Sendable {
    /// The keys, separated by blanks.
    public var keys: String
    /// What they do.
    public var help: String
  }

  /// The heading.
  public var title: String
  /// The lines.
  public var rows: [Row]
}

extension KeyPress {
  /// The key's short name for people: `Enter`, `^N`, `A-b`, `PgDn`.
  var name: String {
    let bare: String
    switch key {
    case .character(" "): bare = "Space"
    case .character(let character):
      if modifiers.contains(.control) { return "^\(character.uppercased())" }
      bare = String(character)
    case .enter: bare = "Enter"
    case .escape: bare = "Esc"
    case .tab: bare = "Tab"
    case .backspace: bare = "Backspace"
    case .delete: bare = "Del"
    case .insert: bare = "Ins"
    case .up: bare = "↑"
    case .down: bare = "↓"
    case .left: bare = "←"
    case .right: bare = "→"
    case .home: bare = "Home"
    case .end: bare = "End"
    case .pageUp: bare = "PgUp"
    case .pageDown: bare = "PgDn"
    case .function(let number): bare = "F\(number)"
    }
    let held: [(Modifiers, String)] = [(.control, "^"), (.alt, "A-"), (.shift, "S-")]
    return held.filter { modifiers.contains($0.0) }.map(\.1).joined() + bare
  }
}
