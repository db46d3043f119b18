import DefaultsSchema

/// The commands of the page of a key, except those that move by lines and pages (`MoveCommand`).
enum ViewerCommand: String, KeyCommand {
  case choose, toggleFold, unfold, fold, copy, copyPath, edit, unset
  case nextSection, previousSection, layers, history, allChanges, search

  /// The keys of the page of a key.
  static let rows: [KeyRow] = KeyRow.group("Look", in: [.viewer]) {
    row(.choose, "Enter", "fold or unfold; edit a layer; go back to before a change", hint: "fold")
    {
      $0.canWrite || $0.words[KeyAction(Self.choose)] == nil
    }
    row(.toggleFold, "Space z", "fold or unfold the part")
    row(.unfold, "Right l", "unfold the part")
    row(.fold, "Left h", "fold the part, or go to the part around it")
    row(.copy, "y", "copy the part to the clipboard", hint: "copy")
    row(.edit, "e F2", "edit the key, or its value in the layer", hint: "edit") {
      // On the line of a layer or a change, Enter has a word of its own.
      $0.canEdit && $0.words.isEmpty
    }
    row(.unset, "r Del F8", "unset your value, or that of the layer")
    row(.search, "/ F3", "find a line, also in folded parts")
    row(.nextSection, "Tab ]", "next section", hint: "section")
    row(.previousSection, "S-Tab [", "previous section")
    row(.layers, "P", "the layers: where the value comes from")
    row(.history, "H", "the history of the key")
    row(.allChanges, "C", "all changes of the suite")
    row(.copyPath, "Y", "copy the path of the layer's file")
  }
}
