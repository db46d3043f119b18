/// The commands of a toggle.
enum ToggleCommand: String, KeyCommand {
  case toggle

  /// The keys of a toggle.
  static let rows: [KeyRow] = KeyRow.group("Change", in: [.toggle]) {
    row(.toggle, "Space", "change and save", hint: "change")
  }
}
