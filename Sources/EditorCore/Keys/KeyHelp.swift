import Terminal

// The help, the hints and the list of all actions. All of them are computed from the bindings, so they
// show the key presses that the user has chosen.
extension Keybindings {
  /// Returns the groups of the help of a mode: first those of what everybody needs, then all others.
  ///
  /// Actions without a key press are left out, and so are those that do not apply in a context.
  func help(of mode: KeyMode, in context: KeyContext? = nil) -> [HelpGroup] {
    let bindings = bindings(in: mode).filter { context.map($0.row.applies) ?? true }
    return Self.groups(bindings.filter(\.row.isBasic))
      + Self.groups(bindings.filter { !$0.row.isBasic })
  }

  private static func groups(_ bindings: [Binding]) -> [HelpGroup] {
    var groups: [HelpGroup] = []
    for binding in bindings {
      let keys = binding.keys
      guard !keys.isEmpty else { continue }
      let row = HelpGroup.Row(
        keys: keys,
        help: binding.row.help,
        press: binding.presses.first,
        name: binding.row.action?.name
      )
      if let index = groups.firstIndex(where: { $0.title == binding.row.title }) {
        groups[index].rows.append(row)
      } else {
        groups.append(HelpGroup(title: binding.row.title, rows: [row]))
      }
    }
    return groups
  }

  /// Returns the keys and words for the last line: urgent hints first, then the order of the table.
  func hints(_ context: KeyContext) -> [(key: String, word: String)] {
    let shown = bindings(in: context.mode).filter { $0.row.applies(context) }
    let order =
      shown.filter { $0.row.isUrgent(context) } + shown.filter { !$0.row.isUrgent(context) }
    return order.compactMap { binding in
      guard let word = binding.row.hint else { return nil }
      if binding.row.action == nil { return (context.typed ?? binding.row.written, word) }
      let replaced = binding.row.action.flatMap { context.words[$0] }
      return replaced == "" ? nil : binding.presses.first.map { ($0.name, replaced ?? word) }
    }
  }

  /// All actions in all modes, in the order of the table.
  public var listing: [ListedAction] {
    KeyMode.allCases.flatMap { mode in
      bindings(in: mode).compactMap { binding in
        binding.row.action.map {
          ListedAction(
            mode: mode.rawValue,
            name: $0.name,
            keys: binding.keys,
            help: binding.row.help
          )
        }
      }
    }
  }
}

extension Keybindings.Binding {
  /// The names of the key presses, or the description of the typed input.
  fileprivate var keys: String {
    row.action == nil ? row.written : presses.map(\.name).joined(separator: " ")
  }
}

/// An action in one mode, for a list of all actions.
public struct ListedAction: Hashable, Sendable {
  /// The name of the mode.
  public var mode: String
  /// The name of the action.
  public var name: String
  /// The names of its key presses, separated by blanks; empty for none.
  public var keys: String
  /// The description.
  public var help: String
}

/// A group of rows on the help screen.
struct HelpGroup: Hashable, Sendable {
  /// One line of the help.
  struct Row: Hashable, Sendable {
    /// The names of the key presses, separated by blanks.
    var keys: String
    /// The description.
    var help: String
    /// The first key press; nil for typed input.
    var press: KeyPress?
    /// The name of the action; nil for typed input.
    var name: String?
  }

  /// The heading of the group.
  var title: String
  /// The lines below the heading.
  var rows: [Row]
}
