import Terminal

/// The commands of a list whose items are edited.
enum ItemsCommand: Hashable, Sendable {
  case next, previous, pageDown, pageUp, first, last
  case edit, addAfter, addBefore, remove, moveDown, moveUp, undo, redo
  case pass(ControlOutcome)
}

extension Keymap<ItemsCommand> {
  /// The keys of a list whose items are edited.
  static let items = Keymap([
    Group(
      title: "Items",
      rows: [
        .init([.init(.enter), .character("e")], .edit, "edit the item", hint: "edit"),
        .init([.character("a")], .addAfter, "add an item after this one", hint: "add"),
        .init([.character("A")], .addBefore, "add an item before this one"),
        .init([.character("d"), .init(.delete)], .remove, "remove the item", hint: "remove"),
        .init([.character("J")], .moveDown, "move the item down", hint: "move"),
        .init([.character("K")], .moveUp, "move the item up"),
        .init([.character("u")], .undo, "undo in the list"),
        .init([.character("U"), .control("r")], .redo, "redo in the list"),
      ]
    ),
    Group(
      title: "Finish",
      rows: [
        .init([.control("s")], .pass(.commit), "save", hint: "save"),
        .init(
          [.init(.escape), .control("c")],
          .pass(.cancel),
          "close, and keep what was changed",
          hint: "close"
        ),
        .init([.init(.function(8))], .pass(.useDefault), "the default list"),
        .init([.useOriginal], .pass(.useOriginal), "go back to the stored list", hint: "stored"),
      ]
    ),
    Group(
      title: "Move",
      rows: [
        .init([.init(.down), .character("j"), .control("n")], .next, "next item"),
        .init([.init(.up), .character("k"), .control("p")], .previous, "previous item"),
        .init([.init(.pageDown), .control("f")], .pageDown, "page down"),
        .init([.init(.pageUp), .control("b")], .pageUp, "page up"),
        .init([.init(.home), .character("g")], .first, "first item"),
        .init([.init(.end), .character("G")], .last, "last item"),
      ]
    ),
    Group(
      title: "Other",
      rows: [
        .init([.character("?"), .init(.function(1))], .pass(.help), "this help", hint: "help"),
        .init([.control("l")], .pass(.redraw), "redraw"),
        .init([.control("z")], .pass(.suspend), "suspend"),
      ]
    ),
  ])
}
