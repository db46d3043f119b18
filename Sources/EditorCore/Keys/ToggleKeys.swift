/// The commands of a toggle.
enum ToggleCommand: String, KeyCommand {
  case toggle
}

extension KeyTable {
  /// The keys of a toggle.
  static let toggle: [KeyRow] = KeyRow.group(
    "Change",
    in: [.toggle],
    [.init(ToggleCommand.toggle, "Space", "change and save", hint: "change")]
  )
}
