/// The commands that move by lines or pages, in every list.
enum MoveCommand: String, KeyCommand {
  case next, previous, pageDown, pageUp, first, last

  /// Returns the number of lines by which the command moves, negative for up.
  ///
  /// The distance can exceed the ends; the caller limits it. A page has `page` of `count` lines.
  func distance(page: Int, count: Int) -> Int {
    switch self {
    case .next: 1
    case .previous: -1
    case .pageDown: page
    case .pageUp: -page
    case .first: -count
    case .last: count
    }
  }
}

/// The commands that end an edit or replace its value.
enum FinishCommand: String, KeyCommand {
  case save, choose, close, goUp, resetInput
}

/// The commands of every mode; `update` performs them before the mode gets the key press.
enum GlobalCommand: String, KeyCommand {
  case help, redraw, suspend
}

extension FinishCommand {
  /// The keys that end an edit, a choice or a box.
  ///
  /// Space does not close a message, because the user may have pressed it for the row below just
  /// before the message appeared.
  static let rows: [KeyRow] = KeyRow.group("Finish") {
    row(
      .save,
      "Enter ^S",
      "save",
      hint: "save",
      in: [.text, .secret, .path, .color, .number, .date, .data, .toggle, .app]
    )
    row(.save, "^S", "save", hint: "save", in: [.items, .members, .records, .box, .json])
    row(
      .close,
      "Esc ^C",
      "close, and keep what was entered",
      hint: "close",
      in: [
        .text, .box, .json, .path, .color, .number, .date, .data, .items, .members, .records,
        .app, .conflict,
      ]
    )
    row(.close, "Esc ^C", "close", hint: "close", in: [.secret, .toggle])
    row(.close, "Enter Esc ^C q", "close", hint: "close", in: [.message])
    row(.close, "Esc ^C q v", "close", hint: "close", in: [.viewer])
    row(
      .goUp,
      "Left h",
      "go up one level",
      in: [.items, .members, .choice, .choices, .toggle, .data]
    )
    row(
      .resetInput,
      "r F8",
      "reset: to the stored value, then to the default, then unset",
      hint: "reset",
      in: KeyMode.ofValues
    )
  }
}

extension MoveCommand {
  /// The modes of lines without a text, in which Ctrl-F and Ctrl-B are not those of GNU Readline.
  private static let linesToRead = KeyMode.allCases.filter {
    $0.hasLines && !KeyMode.narrowing.contains($0)
  }

  /// The keys that move by lines and pages.
  static let rows: [KeyRow] = KeyRow.group("Move", in: KeyMode.allCases.filter(\.hasLines)) {
    row(.next, "Down j ^N", "next line", hint: "down") { $0.hasMoveHints }
    row(.previous, "Up k ^P", "previous line", hint: "up") { $0.hasMoveHints }
    row(.pageDown, "PgDn ^F", "page down", in: linesToRead)
    row(.pageUp, "PgUp ^B", "page up", in: linesToRead)
    row(.pageDown, "PgDn", "page down", in: KeyMode.narrowing)
    row(.pageUp, "PgUp", "page up", in: KeyMode.narrowing)
    row(.first, "Home g", "first line")
    row(.last, "End G", "last line")
  }
}

extension GlobalCommand {
  /// The keys of every mode.
  static let rows: [KeyRow] = KeyRow.group("Everywhere", in: KeyMode.allCases) {
    row(.help, "? F1", "this help", hint: "help") { $0.hasHelpHint }
    row(.redraw, "^L F5", "redraw and read again")
    row(.suspend, "^Z", "suspend")
  }
}

extension KeyMode {
  /// The modes of the panes.
  static let panes: [KeyMode] = [.list, .suites, .details]

  /// The modes of lists that typing narrows.
  static let narrowing: [KeyMode] = [
    .search, .searchSeveral, .picker, .helpSearch, .everywhere, .rowFilter,
  ]

  /// The modes in which a value is edited.
  static let ofValues: [KeyMode] = [
    .text, .box, .json, .secret, .path, .color, .number, .date, .data, .choice, .choices, .search,
    .searchSeveral, .items, .members, .records, .toggle, .app,
  ]

  /// The modes of a list, a dictionary, and a list of records.
  static let ofItems: [KeyMode] = [.items, .members, .records]
}

extension KeyContext {
  /// Whether the hints for moving are shown; in the list and in lists of items, others are more useful.
  fileprivate var hasMoveHints: Bool { mode != .list && !KeyMode.ofItems.contains(mode) }

  /// Whether the help has more keys than the hints already show.
  fileprivate var hasHelpHint: Bool {
    ![.question, .conflict, .difference, .message, .help, .helpSearch].contains(mode)
  }
}
