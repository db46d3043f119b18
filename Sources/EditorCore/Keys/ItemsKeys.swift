/// The commands of a list, a dictionary or a table whose items are edited.
enum ItemsCommand: String, KeyCommand {
  case edit, descend, toggle
  case rename, addAfter, addBefore, duplicate, remove, moveDown, moveUp, undo, redo
  case view, nextCell, previousCell, mark
}

extension KeyTable {
  /// The keys of a list, a dictionary or a table whose items are edited.
  static let items: [KeyRow] =
    KeyRow.group(
      "Items",
      in: [.items, .members, .records],
      [
        .init(ItemsCommand.edit, "Enter e", "edit the item", hint: "edit", in: [.items, .members]),
        .init(ItemsCommand.edit, "Enter e", "edit the cell", hint: "cell", in: [.records]),
        .init(
          ItemsCommand.descend,
          "Right l",
          "go down into a list or table",
          in: [.items, .members]
        ),
        .init(ItemsCommand.toggle, "Space", "toggle a Bool"),
        .init(
          ItemsCommand.view,
          "v",
          "look at the whole row, and edit it",
          hint: "row",
          in: [.records]
        ),
        .init(ItemsCommand.nextCell, "Right l", "next cell", in: [.records]),
        .init(ItemsCommand.previousCell, "Left h", "previous cell", in: [.records]),
        .init(ItemsCommand.rename, "F2", "rename the item", hint: "rename", in: [.members]),
        .init(
          ItemsCommand.addAfter,
          "a",
          "add an item after this one",
          hint: "add",
          in: [.items, .records]
        ),
        .init(ItemsCommand.addAfter, "a", "add an item", hint: "add", in: [.members]),
        .init(ItemsCommand.addBefore, "A", "add an item before this one", in: [.items, .records]),
        .init(ItemsCommand.mark, "x ^T Ins", "mark the item and go down"),
        .init(ItemsCommand.duplicate, "c", "duplicate the marked items or this one"),
        .init(ItemsCommand.remove, "d Del", "remove the marked items or this one", hint: "remove"),
        .init(
          ItemsCommand.moveDown,
          "J",
          "move the marked items or this one down",
          hint: "move",
          in: [.items, .records]
        ),
        .init(
          ItemsCommand.moveUp,
          "K",
          "move the marked items or this one up",
          in: [.items, .records]
        ),
        .init(EditCommand.search, "/ F3", "find an item by its name or value", hint: "search"),
        .init(ItemsCommand.undo, "u", "undo in the list"),
        .init(ItemsCommand.redo, "U ^R", "redo in the list"),
      ]
    )
}
