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
}

extension KeyTable {
  /// The keys of every edit of text.
  static let editing: [KeyRow] = KeyRow.group(
    "Change",
    [
      .init(
        EditCommand.editExternally,
        "^X",
        "edit the text in $EDITOR",
        hint: "$EDITOR",
        in: [.text, .number, .box, .json]
      ) { $0.mode != .number },
      .init(
        EditCommand.editExternally,
        "^X",
        "edit the whole value as JSON in $EDITOR",
        in: [.items, .members, .records]
      ),
      .init(
        EditCommand.showDifference,
        "F9",
        "difference to the stored value",
        hint: "difference",
        in: [
          .text, .path, .color, .number, .date, .box, .json, .items, .members, .records, .choices,
        ]
      ) { $0.mode == .box || $0.mode == .json },
      .init(
        EditCommand.recall,
        "Up ^P F4",
        "bring back what was typed and not saved",
        hint: "typed before",
        in: [.text, .path],
        when: \.hasKeptInput
      ),
      .init(
        EditCommand.recall,
        "F4",
        "bring back what was typed and not saved",
        hint: "typed before",
        in: [.color, .number, .date, .data, .box, .json, .items, .members, .records, .choices],
        when: \.hasKeptInput
      ),
      .init(LinesCommand.openBox, "^O", "edit in a box with several lines", in: [.text]),
    ]
  )

  /// The keys of the difference to the stored value.
  static let difference: [KeyRow] = KeyRow.group(
    "Finish",
    in: [.difference],
    [
      .init(FinishCommand.save, "Enter ^S", "save the input", hint: "save"),
      .init(FinishCommand.close, "Esc ^C q F9", "back to the input", hint: "back"),
    ]
  )

  /// The keys of a text of several lines, which is plain text or JSON.
  static let box: [KeyRow] =
    KeyRow.group(
      "Change",
      in: [.box, .json],
      [
        .init(BoxCommand.newLine, "Enter", "new line"),
        .init(BoxCommand.indent, "Tab", "insert a tab", in: [.box]),
        .init(BoxCommand.indent, "Tab", "indent", in: [.json]),
        .init(BoxCommand.tidy, "^O", "tidy: one line for each member", hint: "tidy", in: [.json]),
      ]
    )
    + KeyRow.group(
      "Move",
      in: [.box, .json],
      [
        .init(BoxCommand.lineUp, "Up ^P", "line up"),
        .init(BoxCommand.lineDown, "Down ^N", "line down"),
        .init(BoxCommand.pageUp, "PgUp", "page up"),
        .init(BoxCommand.pageDown, "PgDn", "page down"),
        .init(BoxCommand.textStart, "^Home A-<", "to the start of the text"),
        .init(BoxCommand.textEnd, "^End A->", "to the end of the text"),
      ]
    )
}
