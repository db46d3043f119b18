/// The commands of a list, a dictionary or a table whose items are edited.
enum ItemsCommand: String, KeyCommand {
  case edit, descend, toggle
  case rename, addAfter, addBefore, duplicate, remove, moveDown, moveUp, undo, redo
  case view, nextCell, previousCell, mark

  /// The keys of a list, a dictionary or a table whose items are edited.
  static let rows: [KeyRow] =
    KeyRow.group("Items", in: [.items, .members, .records]) {
      row(.edit, "Enter e", "edit the item", hint: "edit", in: [.items, .members])
      row(.edit, "Enter e", "edit the cell", hint: "cell", in: [.records])
      row(.descend, "Right l", "go down into a list or table", in: [.items, .members])
      row(.toggle, "Space", "toggle a Bool")
      row(.view, "v", "look at the whole row, and edit it", hint: "row", in: [.records])
      row(.nextCell, "Right l", "next cell", in: [.records])
      row(.previousCell, "Left h", "previous cell", in: [.records])
      row(.rename, "F2", "rename the item", hint: "rename", in: [.members])
      row(.addAfter, "a", "add an item after this one", hint: "add", in: [.items, .records])
      row(.addAfter, "a", "add an item", hint: "add", in: [.members])
      row(.addBefore, "A", "add an item before this one", in: [.items, .records])
      row(.mark, "x ^T Ins", "mark the item and go down")
      row(.duplicate, "c", "duplicate the marked items or this one")
      row(.remove, "d Del", "remove the marked items or this one", hint: "remove")
      row(
        .moveDown,
        "J",
        "move the marked items or this one down",
        hint: "move",
        in: [.items, .records]
      )
      row(.moveUp, "K", "move the marked items or this one up", in: [.items, .records])
      EditCommand.row(.search, "/ F3", "find an item by its name or value", hint: "search")
      row(.undo, "u", "undo in the list")
      row(.redo, "U ^R", "redo in the list")
    }
}
