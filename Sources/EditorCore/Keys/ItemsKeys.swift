/// The commands of a list whose items are edited.
enum ItemsCommand: String, KeyCommand {
  case edit, addAfter, addBefore, remove, moveDown, moveUp, undo, redo
}

extension KeyTable {
  /// The keys of a list whose items are edited.
  static let items: [KeyRow] = KeyRow.group(
    "Items",
    in: [.items],
    [
      .init(ItemsCommand.edit, "Enter e", "edit the item", hint: "edit"),
      .init(ItemsCommand.addAfter, "a", "add an item after this one", hint: "add"),
      .init(ItemsCommand.addBefore, "A", "add an item before this one"),
      .init(ItemsCommand.remove, "d Del", "remove the item", hint: "remove"),
      .init(ItemsCommand.moveDown, "J", "move the item down", hint: "move"),
      .init(ItemsCommand.moveUp, "K", "move the item up"),
      .init(ItemsCommand.undo, "u", "undo in the list"),
      .init(ItemsCommand.redo, "U ^R", "redo in the list"),
    ]
  )
}
