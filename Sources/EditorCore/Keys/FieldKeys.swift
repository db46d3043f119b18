/// The commands that edit a line of text, with the key presses of GNU Readline.
enum FieldCommand: String, KeyCommand {
  case left, right, wordLeft, wordRight, start, end
  case deleteBack, deleteForward, deleteWord, deleteToStart, deleteToEnd, putBack, undoTyping,
    redoTyping
}

/// The commands that change a number, or a part of a date, by a step.
enum StepCommand: String, KeyCommand {
  case stepUp, stepDown, tenStepsUp, tenStepsDown, minimum, maximum
}

extension KeyTable {
  /// The keys that step a number.
  static let step: [KeyRow] = KeyRow.group(
    "Step",
    in: [.number],
    [
      .init(StepCommand.stepUp, "Up ^P", "one step up", hint: "up"),
      .init(StepCommand.stepDown, "Down ^N", "one step down", hint: "down"),
      .init(StepCommand.tenStepsUp, "PgUp", "ten steps up"),
      .init(StepCommand.tenStepsDown, "PgDn", "ten steps down"),
      .init(StepCommand.minimum, "Home", "minimum", hint: "min"),
      .init(StepCommand.maximum, "End", "maximum", hint: "max"),
    ]
  )

  /// The modes in which a line of text is typed, except numbers.
  private static let lines: [KeyMode] = [.text, .secret, .path, .color]

  /// The modes in which something is typed as text.
  private static let typing: [KeyMode] = lines + [.box, .json, .number]

  /// The keys that edit a line of text.
  ///
  /// In a number with bounds, Home and End select them, and in a list that typing narrows its first and last
  /// line, so only `^A` and `^E` move the cursor there.
  static let field: [KeyRow] =
    KeyRow.group(
      "Change",
      in: typing,
      [
        .init(typed: "any text", "insert it"),
        .init(
          FieldCommand.deleteToStart,
          "^U",
          "delete to the start",
          hint: "empty",
          in: [.filter] + narrowing
        ),
        .init(
          FieldCommand.deleteToStart,
          "^U",
          "delete to the start",
          hint: "clear",
          in: lines + [.number]
        ),
        .init(
          FieldCommand.deleteToStart,
          "^U",
          "delete to the start of the line",
          in: [.box, .json]
        ),
        .init(
          FieldCommand.deleteWord,
          "^W",
          "delete the previous word",
          hint: "word",
          in: typing + [.filter] + narrowing
        ) {
          (lines + [.number]).contains($0.mode)
        },
        .init(FieldCommand.deleteToEnd, "^K", "delete to the end"),
        .init(FieldCommand.putBack, "^Y", "put back what was deleted"),
        .init(FieldCommand.undoTyping, "^_", "undo typing"),
        .init(FieldCommand.redoTyping, "^R", "redo typing"),
        .init(
          FieldCommand.deleteBack,
          "Backspace",
          "delete the previous character",
          in: typing + [.filter] + narrowing
        ),
        .init(
          FieldCommand.deleteForward,
          "Del ^D",
          "delete the next character",
          in: typing + [.filter] + narrowing
        ),
      ]
    )
    + KeyRow.group(
      "Move",
      in: typing + [.filter] + narrowing,
      [
        .init(FieldCommand.left, "Left ^B", "left"),
        .init(FieldCommand.right, "Right ^F", "right"),
        .init(FieldCommand.wordLeft, "A-b ^Left", "to the previous word", in: typing),
        .init(FieldCommand.wordRight, "A-f ^Right", "to the next word", in: typing),
        .init(FieldCommand.start, "Home ^A", "to the start", in: lines + [.filter]),
        .init(FieldCommand.start, "Home ^A", "to the start of the line", in: [.box, .json]),
        .init(FieldCommand.end, "End ^E", "to the end", in: lines + [.filter]),
        .init(FieldCommand.end, "End ^E", "to the end of the line", in: [.box, .json]),
        .init(FieldCommand.start, "^A", "to the start", in: [.number] + narrowing),
        .init(FieldCommand.end, "^E", "to the end", in: [.number] + narrowing),
      ]
    )
}
