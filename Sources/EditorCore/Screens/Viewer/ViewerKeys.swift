import DefaultsSchema

/// The commands of the page of a key, except those that move by lines and pages (`MoveCommand`).
enum ViewerCommand: String, KeyCommand {
  case choose, toggleFold, unfold, fold, copy, copyPath, edit, unset
  case nextSection, previousSection, layers, history, allChanges, search
}

extension KeyTable {
  /// The keys of the page of a key.
  static let viewer: [KeyRow] = KeyRow.group(
    "Look",
    in: [.viewer],
    [
      .init(
        ViewerCommand.choose,
        "Enter",
        "fold or unfold; edit a layer; go back to before a change",
        hint: "fold"
      ),
      .init(ViewerCommand.toggleFold, "Space z", "fold or unfold the part"),
      .init(ViewerCommand.unfold, "Right l", "unfold the part"),
      .init(ViewerCommand.fold, "Left h", "fold the part, or go to the part around it"),
      .init(ViewerCommand.copy, "y", "copy the part to the clipboard", hint: "copy"),
      .init(ViewerCommand.edit, "e F2", "edit the key, or its value in the layer", hint: "edit") {
        // On the line of a layer or a change, Enter has a word of its own.
        $0.canEdit && $0.words.isEmpty
      },
      .init(ViewerCommand.unset, "r Del F8", "unset your value, or that of the layer"),
      .init(ViewerCommand.search, "/ F3", "find a line, also in folded parts"),
      .init(ViewerCommand.nextSection, "Tab ]", "next section", hint: "section"),
      .init(ViewerCommand.previousSection, "S-Tab [", "previous section"),
      .init(ViewerCommand.layers, "P", "the layers: where the value comes from"),
      .init(ViewerCommand.history, "H", "the history of the key"),
      .init(ViewerCommand.allChanges, "C", "all changes of the suite"),
      .init(ViewerCommand.copyPath, "Y", "copy the path of the layer's file"),
    ]
  )
}
