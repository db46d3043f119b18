import Terminal

/// What can be done in the list.
enum ListCommand: Hashable, Sendable {
  case next, previous, pageDown, pageUp, halfPageDown, halfPageUp, first, last
  case nextSection, previousSection, unfold, fold, foldSection, foldAll
  case edit, toggle, stepUp, stepDown, reset, undo, redo
  case filter, onlySet, escape
  case details, suites, editUndeclared, messages
  case help, redraw, suspend, quit
}

extension Keymap<ListCommand> {
  /// The keys of the list.
  static let list = Keymap([
    Group(
      title: "Change",
      rows: [
        .init([.init(.enter), .character("e"), .init(.function(2))], .edit, "edit", hint: "edit"),
        .init([.character(" ")], .toggle, "toggle a Bool", hint: "toggle"),
        .init(
          [.character("r"), .init(.delete), .init(.function(8))],
          .reset,
          "reset to the default",
          hint: "reset"
        ),
        .init([.character("u")], .undo, "undo", hint: "undo"),
        .init([.character("U"), .control("r")], .redo, "redo"),
        .init([.character("+")], .stepUp, "step a number up"),
        .init([.character("-")], .stepDown, "step a number down"),
        .init([.character("f")], .editUndeclared, "allow editing keys without a schema"),
      ]
    ),
    Group(
      title: "Find",
      rows: [
        .init([.character("/"), .init(.function(3))], .filter, "filter", hint: "filter"),
        .init([.character("m")], .onlySet, "only keys that are set", hint: "only set"),
        .init([.init(.escape)], .escape, "clear the filter"),
      ]
    ),
    Group(
      title: "Move",
      rows: [
        .init([.init(.down), .character("j"), .control("n")], .next, "next key"),
        .init([.init(.up), .character("k"), .control("p")], .previous, "previous key"),
        .init([.init(.pageDown), .control("f")], .pageDown, "page down"),
        .init([.init(.pageUp), .control("b")], .pageUp, "page up"),
        .init([.control("d")], .halfPageDown, "half a page down"),
        .init([.control("u")], .halfPageUp, "half a page up"),
        .init([.init(.home), .character("g")], .first, "first key"),
        .init([.init(.end), .character("G")], .last, "last key"),
        .init([.character("]")], .nextSection, "next group"),
        .init([.character("[")], .previousSection, "previous group"),
        .init([.init(.right), .character("l")], .unfold, "unfold the group"),
        .init([.init(.left), .character("h")], .fold, "fold the group"),
        .init([.character("z")], .foldSection, "fold or unfold the group"),
        .init([.character("Z")], .foldAll, "fold or unfold all groups"),
      ]
    ),
    Group(
      title: "Show",
      rows: [
        .init([.character("?"), .init(.function(1))], .help, "this help", hint: "help"),
        .init(
          [.character("q"), .init(.function(10)), .control("c")],
          .quit,
          "quit",
          hint: "quit"
        ),
        .init([.character("s")], .suites, "choose a suite", hint: "suites"),
        .init([.character("i")], .details, "details on or off"),
        .init([.character("!")], .messages, "problems and messages", hint: "messages"),
        .init([.control("l"), .init(.function(5))], .redraw, "redraw and read again"),
        .init([.control("z")], .suspend, "suspend"),
      ]
    ),
  ])
}
