import Terminal

/// The commands of the filter prompt.
enum PromptCommand: Hashable, Sendable {
  case keep, clear, next, previous, pageDown, pageUp
  case field(FieldCommand)
  case redraw, suspend
}

extension Keymap<PromptCommand> {
  /// The keys of the filter prompt.
  static let prompt = Keymap([
    Group(
      title: "Filter",
      rows: [
        .init([.init(.enter)], .keep, "keep the filter, go to the list", hint: "keep"),
        .init([.init(.escape), .control("c")], .clear, "clear the filter", hint: "clear"),
        .init([.init(.down)], .next, "next key", hint: "next"),
        .init([.init(.up)], .previous, "previous key", hint: "previous"),
        .init([.init(.pageDown)], .pageDown, "page down"),
        .init([.init(.pageUp)], .pageUp, "page up"),
        .init([.control("u")], .field(.deleteToStart), "clear the line", hint: "empty"),
        .init([.control("w")], .field(.deleteWord), "delete the word before"),
        .init([.init(.backspace)], .field(.deleteBack), "delete the character before"),
        .init([.init(.delete), .control("d")], .field(.deleteForward), "delete forward"),
        .init([.init(.left), .control("b")], .field(.left), "left"),
        .init([.init(.right), .control("f")], .field(.right), "right"),
        .init([.init(.home), .control("a")], .field(.start), "to the start"),
        .init([.init(.end), .control("e")], .field(.end), "to the end"),
        .init([.control("l")], .redraw, "redraw"),
        .init([.control("z")], .suspend, "suspend"),
      ]
    )
  ])
}

/// The answers to a question.
enum QuestionCommand: Hashable, Sendable {
  case yes, no
}

extension Keymap<QuestionCommand> {
  /// The keys of a question; Enter takes the safe answer.
  static let question = Keymap([
    Group(
      title: "Answer",
      rows: [
        .init([.character("y")], .yes, "do it", hint: "do it"),
        .init(
          [.character("n"), .init(.escape), .init(.enter), .control("c"), .character("q")],
          .no,
          "leave it",
          hint: "leave it"
        ),
      ]
    )
  ])
}

/// The answers to the question which value to keep.
enum ConflictCommand: Hashable, Sendable {
  case keepMine, takeTheirs, editAgain, stop
}

extension Keymap<ConflictCommand> {
  /// The keys of the question which value to keep, after the key was changed elsewhere.
  static let conflict = Keymap([
    Group(
      title: "Changed elsewhere",
      rows: [
        .init([.character("m")], .keepMine, "keep mine", hint: "keep mine"),
        .init([.character("t")], .takeTheirs, "take theirs", hint: "take theirs"),
        .init([.character("e")], .editAgain, "edit again", hint: "edit again"),
        .init(
          [.init(.escape), .control("c")],
          .stop,
          "close, and keep what was typed",
          hint: "close"
        ),
      ]
    )
  ])
}
