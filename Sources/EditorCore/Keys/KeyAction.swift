import Terminal

/// The action of a key press, for example `reset` or `page-down`.
///
/// Each part of the editor performs its commands with a `switch` over an enum of commands, so the
/// compiler reports a command that is not handled. Bindings are the same for all parts and need one type
/// for all commands: an action is a command without its enum, identified by its name. The same command
/// in two enums, for example `edit` in the list and in a list control, is one action with one name.
struct KeyAction: Hashable, Sendable {
  fileprivate let command: String

  /// Creates the action of a command.
  init(_ command: some KeyCommand) {
    self.command = command.rawValue
  }

  /// The name for people and options: the command in lower case with hyphens between words.
  var name: String {
    let isWordStart = zip(command, command.dropFirst()).map { $0.isLowercase && $1.isUppercase }
    return zip(command, [false] + isWordStart).map { ($1 ? "-" : "") + $0.lowercased() }.joined()
  }
}

/// A key press, and the action that is bound to it; nil for none.
struct KeyInput: Hashable, Sendable {
  let press: KeyPress
  let action: KeyAction?
}

/// An enum of the commands that one part of the editor performs; the raw values are the names.
protocol KeyCommand: RawRepresentable<String>, CaseIterable, Hashable, Sendable {}

extension KeyCommand {
  /// Creates the command of an action; nil if this part does not perform it.
  init?(_ action: KeyAction) {
    self.init(rawValue: action.command)
  }
}
