/// The commands that edit a line of text, with the key presses of GNU Readline.
enum FieldCommand: String, KeyCommand {
  case left, right, wordLeft, wordRight, start, end
  case deleteBack, deleteForward, deleteWord, deleteToStart, deleteToEnd, putBack, undoTyping,
    redoTyping
}

/// The commands that change a number, or a part of a date, by a step.
enum StepCommand: String, KeyCommand {
  case stepUp, stepDown, tenStepsUp, tenStepsDown, minimum, maximum

  /// Whether the command leads to a bound, whatever the number is.
  var isToBound: Bool { self == .minimum || self == .maximum }

  /// The keys that step a number.
  static let rows: [KeyRow] = KeyRow.group("Step", in: [.number]) {
    row(.stepUp, "Up ^P", "one step up", hint: "up")
    row(.stepDown, "Down ^N", "one step down", hint: "down")
    row(.tenStepsUp, "PgUp", "ten steps up")
    row(.tenStepsDown, "PgDn", "ten steps down")
    row(.minimum, "Home", "minimum", hint: "min")
    row(.maximum, "End", "maximum", hint: "max")
  }
}

extension FieldCommand {
  /// The modes in which a line of text is typed, except numbers.
  private static let lines: [KeyMode] = [.text, .secret, .path, .color]

  /// The modes in which something is typed as text.
  private static let typing: [KeyMode] = lines + [.box, .json, .number]

  /// The modes of all lines of text.
  private static let allLines: [KeyMode] = typing + [.filter] + KeyMode.narrowing

  /// The keys that edit a line of text.
  ///
  /// In a number with bounds, Home and End select them, and in a list that typing narrows its first and last
  /// line, so only `^A` and `^E` move the cursor there.
  static let rows: [KeyRow] =
    KeyRow.group("Change", in: typing) {
      KeyRow(typed: "any text", "insert it")
      row(
        .deleteToStart,
        "^U",
        "delete to the start",
        hint: "empty",
        in: [.filter] + KeyMode.narrowing
      )
      row(.deleteToStart, "^U", "delete to the start", hint: "clear", in: lines + [.number])
      row(.deleteToStart, "^U", "delete to the start of the line", in: [.box, .json])
      row(
        .deleteWord,
        "^W",
        "delete the previous word",
        hint: "word",
        in: allLines
      ) { (lines + [.number]).contains($0.mode) }
      row(.deleteToEnd, "^K", "delete to the end")
      row(.putBack, "^Y", "put back what was deleted")
      row(.undoTyping, "^_", "undo typing")
      row(.redoTyping, "^R", "redo typing")
      row(.deleteBack, "Backspace", "delete the previous character", in: allLines)
      row(.deleteForward, "Del ^D", "delete the next character", in: allLines)
    }
    + KeyRow.group("Move", in: allLines) {
      row(.left, "Left ^B", "left")
      row(.right, "Right ^F", "right")
      row(.wordLeft, "A-b ^Left", "to the previous word", in: typing)
      row(.wordRight, "A-f ^Right", "to the next word", in: typing)
      row(.start, "Home ^A", "to the start", in: lines + [.filter])
      row(.start, "Home ^A", "to the start of the line", in: [.box, .json])
      row(.end, "End ^E", "to the end", in: lines + [.filter])
      row(.end, "End ^E", "to the end of the line", in: [.box, .json])
      row(.start, "^A", "to the start", in: [.number] + KeyMode.narrowing)
      row(.end, "^E", "to the end", in: [.number] + KeyMode.narrowing)
    }
}
