/// The commands of a colour, except those that edit its text (`FieldCommand`).
enum ColorCommand: String, KeyCommand {
  case completeName, nextColor, previousColor
}

extension KeyTable {
  /// The keys of a colour.
  static let color: [KeyRow] = KeyRow.group(
    "Change",
    in: [.color],
    [
      .init(ColorCommand.nextColor, "Down ^N", "the next of the listed colours", hint: "pick"),
      .init(ColorCommand.previousColor, "Up ^P", "the previous of the listed colours"),
      .init(ColorCommand.completeName, "Tab", "complete the name", hint: "complete"),
    ]
  )
}
