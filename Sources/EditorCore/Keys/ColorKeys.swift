/// The commands of a colour, except those that edit its text (`FieldCommand`).
enum ColorCommand: String, KeyCommand {
  case completeName, nextColor, previousColor

  /// The keys of a colour.
  static let rows: [KeyRow] = KeyRow.group("Change", in: [.color]) {
    row(.nextColor, "Down ^N", "the next of the listed colours", hint: "pick")
    row(.previousColor, "Up ^P", "the previous of the listed colours")
    row(.completeName, "Tab", "complete the name", hint: "complete")
  }
}
