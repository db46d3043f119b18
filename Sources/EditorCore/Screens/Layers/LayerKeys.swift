/// The commands of the layers of a key, except those that move by lines and pages (`MoveCommand`).
enum LayerCommand: String, KeyCommand {
  case edit, unset, copyPath, view
}

extension KeyTable {
  /// The keys of the layers of a key.
  static let layers: [KeyRow] = KeyRow.group(
    "Layers",
    in: [.layers],
    [
      .init(LayerCommand.edit, "Enter e F2", "edit your own value", hint: "edit") { $0.canEdit },
      .init(LayerCommand.unset, "r Del F8", "unset your own value", hint: "unset"),
      .init(LayerCommand.copyPath, "y", "copy the path of the file", hint: "copy path"),
      .init(LayerCommand.view, "v", "view the whole value", hint: "look"),
      .init(FinishCommand.close, "Esc ^C q P", "close", hint: "close"),
    ]
  )
}
