/// What a key press does, for example `reset` or `page-down`.
///
/// The code that performs actions switches over enums of commands, so the compiler reports a command
/// that is not handled. The same command in two enums, for example `edit` in the list and in a list
/// that is edited, is one action with one name.
struct KeyAction: Hashable, Sendable {
  fileprivate let command: String

  init(_ command: some KeyCommand) {
    self.command = command.rawValue
  }

  /// The name for people and configurations: the command's, in lower case with hyphens.
  var name: String {
    String(command.flatMap { $0.isUppercase ? "-\($0.lowercased())" : String($0) })
  }
}

/// The commands that one part of the editor performs.
protocol KeyCommand: RawRepresentable<String>, CaseIterable, Hashable, Sendable {}

extension KeyCommand {
  /// Creates the command of an action; nil if this part does not perform it.
  init?(_ action: KeyAction) {
    self.init(rawValue: action.command)
  }
}
