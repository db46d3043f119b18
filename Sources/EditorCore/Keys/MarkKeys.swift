/// The commands that mark keys in the list, for the commands that change many keys at once.
enum MarkCommand: String, KeyCommand {
  case mark, markDown, markUp, markAll, clearMarks
}

extension KeyTable {
  /// The keys that mark keys in the list.
  static let marks: [KeyRow] = KeyRow.group(
    "Mark",
    in: [.list],
    [
      .init(MarkCommand.mark, "x ^T Ins", "mark the key, or remove the mark, and go down"),
      .init(MarkCommand.markDown, "S-Down", "mark downwards"),
      .init(MarkCommand.markUp, "S-Up", "mark upwards"),
      .init(MarkCommand.markAll, "* A-a", "mark all shown keys"),
      .init(MarkCommand.clearMarks, "X", "remove all marks"),
    ]
  )
}
