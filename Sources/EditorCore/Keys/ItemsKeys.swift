/// The commands of a list, a dictionary or a table whose items are edited.
enum ItemsCommand: String, KeyCommand {
  case edit, rename, addAfter, addBefore, remove, moveDown, moveUp, undo, redo
}

extension KeyTable {
  /// The keys of a list, a dictionary or a table whose items are edited.
  static let items: [KeyRow] =
    KeyRow.group(
      "Items",
      in: [.items, .members],
      [
        .init(ItemsCommand.edit, "Enter e", "edit the item", hint: "edit"),
        .init(ItemsCommand.rename, "n", "rename the entry", hint: "rename", in: [.members]),
        .init(ItemsCommand.addAfter, "a", "add an item after this one", hint: "add", in: [.items]),
        .init(ItemsCommand.addAfter, "a", "add an entry", hint: "add", in: [.members]),
        .init(ItemsCommand.addBefore, "A", "add an item before this one", in: [.items]),
        .init(ItemsCommand.remove, "d Del", "remove the item", hint: "remove"),
        .init(ItemsCommand.moveDown, "J", "move the item down", hint: "move", in: [.items]),
        .init(ItemsCommand.moveUp, "K", "move the item up", in: [.items]),
        .init(ItemsCommand.undo, "u", "undo in the list"),
        .init(ItemsCommand.redo, "U ^R", "redo in the list"),
      ]
    )
}
