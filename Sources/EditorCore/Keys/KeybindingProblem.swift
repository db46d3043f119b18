import DefaultsCore
import Terminal

/// All reasons why key bindings cannot be used; they are found together, so that the user can correct
/// all of them at once.
public struct KeybindingProblems: Error, Hashable, Sendable, CustomStringConvertible {
  /// The reasons, in the order in which they were found.
  let problems: [KeybindingProblem]

  /// The reasons, one on each line.
  public var description: String {
    MessageText.lines(problems.map(\.description)).description
  }
}

/// A reason why key bindings cannot be used.
enum KeybindingProblem: Hashable, Sendable {
  /// No action has this name; `suggestion` is a similar name, if there is one.
  case unknownAction(String, suggestion: String?)
  /// No mode has this name, which precedes the action's name.
  case unknownMode(String, of: String)
  /// The action exists in other modes, but not in this one.
  case otherMode(action: String, mode: KeyMode, actual: [KeyMode])
  /// The text is not the name of a key press.
  case unreadable(String, action: String)
  /// The key press is input in the mode.
  case types(String, action: String, mode: KeyMode)
  /// Two actions have the same key press in these modes.
  case clash(String, action: String, other: String, otherAction: String, modes: [KeyMode])
  /// The action was bound to Ctrl-C, which cannot be bound.
  case reserved(action: String)
  /// The action that leaves the mode has no key press.
  case noExitKey(action: String, mode: KeyMode)
}

extension KeybindingProblem: CustomStringConvertible {
  var description: String { text.description }

  private var text: MessageText {
    switch self {
    case .unknownAction(let name, let suggestion):
      "\"\(name)\" is not an action\(suggestion.map { "; did you mean \"\($0)\"?" } ?? ".")"
    case .unknownMode(let name, let action):
      "\"\(name)\" in \"\(action)\" is not a mode. The modes are \(Self.list(KeyMode.allCases))."
    case .otherMode(let action, let mode, let actual):
      """
      "\(action)" is not an action of the mode \(mode.rawValue), but of \(Self.list(actual)).
      """
    case .unreadable(let name, let action):
      """
      "\(name)" for "\(action)" is not the name of a key press. Write one character, or Enter, Esc, \
      Tab, Backspace, Del, Ins, Up, Down, Left, Right, Home, End, PgUp, PgDn, Space, Comma, F1 to \
      F24; with Ctrl as in ^N or Ctrl-N, with Alt as in A-b or Alt-b, with Shift as in S-Tab.
      """
    case .types(let press, let action, let mode):
      """
      "\(press)" is typed as input in the mode \(mode.rawValue), so it cannot be bound to \
      "\(action)" there.
      """
    case .clash(let press, let action, let other, let otherAction, let modes):
      """
      "\(press)" is bound to "\(action)", and "\(other)"\
      \(press == other ? "" : ", which is the same in a terminal,") to "\(otherAction)", in \
      \(Self.list(modes)). Bind one of the actions to other keys.
      """
    case .reserved(let action):
      """
      "\(KeyPress.interrupt.name)" always closes or quits, so it cannot be bound to "\(action)".
      """
    case .noExitKey(let action, let mode):
      """
      "\(action)" leaves the mode \(mode.rawValue), so it needs at least one key besides \
      \(KeyPress.interrupt.name).
      """
    }
  }

  private static func list(_ modes: [KeyMode]) -> String {
    modes.map(\.rawValue).joined(separator: ", ")
  }
}
