import DefaultsSchema

/// The commands of the viewer, except those that move by lines and pages (`MoveCommand`).
enum ViewerCommand: String, KeyCommand {
  case toggleFold, unfold, fold, copy, edit
}

extension KeyTable {
  /// The keys of the viewer of a value.
  static let viewer: [KeyRow] = KeyRow.group(
    "Look",
    in: [.viewer],
    [
      .init(ViewerCommand.toggleFold, "Enter Space z", "fold or unfold the part", hint: "fold"),
      .init(ViewerCommand.unfold, "Right l", "unfold the part"),
      .init(ViewerCommand.fold, "Left h", "fold the part, or go to the part around it"),
      .init(ViewerCommand.copy, "y", "copy the part to the clipboard", hint: "copy"),
      .init(ViewerCommand.edit, "e F2", "edit the key", hint: "edit") { $0.canEdit },
    ]
  )
}
