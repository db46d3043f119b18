/// The commands of a text box, except those that a line of text has too (`FieldCommand`).
enum BoxCommand: String, KeyCommand {
  case newLine, lineUp, lineDown, pageUp, pageDown, textStart, textEnd, indent, tidy
}

/// The command that turns a field of one line into a text box.
enum LinesCommand: String, KeyCommand {
  case openBox
}

/// The commands of every edit; `update` performs them before the control gets the key press.
enum EditCommand: String, KeyCommand {
  case editExternally, showDifference, recall, search

  /// The keys of every edit of text.
  static let rows: [KeyRow] = KeyRow.group("Change") {
    row(
      .editExternally,
      "^X",
      "edit the text in $EDITOR",
      hint: "$EDITOR",
      in: [.text, .number, .box, .json]
    ) { $0.mode != .number }
    row(
      .editExternally,
      "^X",
      "edit the whole value as JSON in $EDITOR",
      in: [.items, .members, .records]
    )
    row(
      .showDifference,
      "F9",
      "difference to the stored value",
      hint: "difference",
      in: [.text, .path, .color, .number, .date, .box, .json, .items, .members, .records, .choices]
    ) { $0.mode == .box || $0.mode == .json }
    row(
      .recall,
      "Up ^P F4",
      "bring back what was typed and not saved",
      hint: "typed before",
      in: [.text, .path],
      when: \.hasKeptInput
    )
    row(
      .recall,
      "F4",
      "bring back what was typed and not saved",
      hint: "typed before",
      in: [.color, .number, .date, .data, .box, .json, .items, .members, .records, .choices],
      when: \.hasKeptInput
    )
    LinesCommand.row(.openBox, "^O", "edit in a box with several lines", in: [.text])
  }
}

extension FinishCommand {
  /// The keys of the difference to the stored value.
  static let ofDifference: [KeyRow] = KeyRow.group("Finish", in: [.difference]) {
    row(.save, "Enter ^S", "save the input", hint: "save")
    row(.close, "Esc ^C q F9", "back to the input", hint: "back")
  }
}

extension BoxCommand {
  /// The keys of a text of several lines, which is plain text or JSON.
  static let rows: [KeyRow] =
    KeyRow.group("Change", in: [.box, .json]) {
      row(.newLine, "Enter", "new line")
      row(.indent, "Tab", "insert a tab", in: [.box])
      row(.indent, "Tab", "indent", in: [.json])
      row(.tidy, "^O", "tidy: one line for each member", hint: "tidy", in: [.json])
    }
    + KeyRow.group("Move", in: [.box, .json]) {
      row(.lineUp, "Up ^P", "line up")
      row(.lineDown, "Down ^N", "line down")
      row(.pageUp, "PgUp", "page up")
      row(.pageDown, "PgDn", "page down")
      row(.textStart, "^Home A-<", "to the start of the text")
      row(.textEnd, "^End A->", "to the end of the text")
    }
}
