/// The commands that mark keys in the list, for the commands that change many keys at once.
enum MarkCommand: String, KeyCommand {
  case mark, markDown, markUp, markAll, clearMarks

  /// The keys that mark keys in the list.
  static let rows: [KeyRow] = KeyRow.group("Mark", in: [.list]) {
    row(.mark, "x ^T Ins", "mark the key, or remove the mark, and go down")
    row(.markDown, "S-Down", "mark downwards")
    row(.markUp, "S-Up", "mark upwards")
    row(.markAll, "* A-a", "mark all shown keys")
    row(.clearMarks, "X", "remove all marks")
  }
}
