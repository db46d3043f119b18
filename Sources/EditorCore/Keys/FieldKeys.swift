import Terminal

/// The commands of a line of text.
enum FieldCommand: Hashable, Sendable {
  case left, right, wordLeft, wordRight, start, end
  case deleteBack, deleteForward, deleteWord, deleteToStart, deleteToEnd, putBack, undo
  case stepUp, stepDown, tenStepsUp, tenStepsDown, minimum, maximum
  /// Returns an outcome to the editor: the edit ends, or the editor does something else.
  case pass(ControlOutcome)
}

extension Keymap<FieldCommand> {
  private static let finish: [Keybinding<FieldCommand>] = [
    .init([.init(.enter), .control("s")], .pass(.commit), "save", hint: "save"),
    .init(
      [.init(.escape), .control("c")],
      .pass(.cancel),
      "close, and keep what was typed",
      hint: "close"
    ),
  ]

  private static let change: [Keybinding<FieldCommand>] = [
    .init([.control("u")], .deleteToStart, "delete to the start", hint: "clear"),
    .init([.control("w")], .deleteWord, "delete the word before", hint: "word"),
    .init(
      [.init(.function(8))],
      .pass(.useDefault),
      "put the default in the field",
      hint: "default"
    ),
    .init([.useOriginal], .pass(.useOriginal), "go back to the stored value", hint: "stored"),
    .init([.control("k")], .deleteToEnd, "delete to the end"),
    .init([.control("y")], .putBack, "put back what was deleted"),
    .init([.control("_")], .undo, "undo in the field"),
    .init([.init(.backspace)], .deleteBack, "delete the character before"),
    .init([.init(.delete), .control("d")], .deleteForward, "delete the character after"),
  ]

  private static let move: [Keybinding<FieldCommand>] = [
    .init([.init(.left), .control("b")], .left, "left"),
    .init([.init(.right), .control("f")], .right, "right"),
    .init(
      [.init(.character("b"), .alt), .init(.left, .control)],
      .wordLeft,
      "to the word before"
    ),
    .init(
      [.init(.character("f"), .alt), .init(.right, .control)],
      .wordRight,
      "to the word after"
    ),
  ]

  private static let other: [Keybinding<FieldCommand>] = [
    .init([.init(.function(1))], .pass(.help), "this help", hint: "help"),
    .init([.control("l")], .pass(.redraw), "redraw"),
    .init([.control("z")], .pass(.suspend), "suspend"),
  ]

  /// The keys of a field for text.
  static let text = Keymap([
    Group(title: "Finish", rows: finish),
    Group(title: "Change", rows: change),
    Group(
      title: "Move",
      rows: move + [
        .init([.init(.home), .control("a")], .start, "to the start"),
        .init([.init(.end), .control("e")], .end, "to the end"),
      ]
    ),
    Group(title: "Other", rows: other),
  ])

  /// The keys of a field for a number.
  static let number = Keymap([
    Group(title: "Finish", rows: finish),
    Group(
      title: "Step",
      rows: [
        .init([.init(.up), .control("p")], .stepUp, "one step up", hint: "up"),
        .init([.init(.down), .control("n")], .stepDown, "one step down", hint: "down"),
        .init([.init(.pageUp)], .tenStepsUp, "ten steps up"),
        .init([.init(.pageDown)], .tenStepsDown, "ten steps down"),
        .init([.init(.home)], .minimum, "minimum", hint: "min"),
        .init([.init(.end)], .maximum, "maximum", hint: "max"),
      ]
    ),
    Group(title: "Change", rows: change),
    Group(
      title: "Move",
      rows: move + [
        .init([.control("a")], .start, "to the start"),
        .init([.control("e")], .end, "to the end"),
      ]
    ),
    Group(title: "Other", rows: other),
  ])
}

extension KeyPress {
  /// Goes back to the stored value, in every control.
  static let useOriginal: KeyPress = KeyPress(.function(7))
}
