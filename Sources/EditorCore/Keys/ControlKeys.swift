import Terminal

/// The commands of a toggle.
enum ToggleCommand: Hashable, Sendable {
  case toggle
  case pass(ControlOutcome)
}

/// The commands of a date.
enum DateCommand: Hashable, Sendable {
  case previousPart, nextPart, firstPart, lastPart
  case stepUp, stepDown, monthUp, monthDown
  case clearDigit, typeText, switchZone
  case pass(ControlOutcome)
}

/// The commands of a list whose items are edited.
enum ItemsCommand: Hashable, Sendable {
  case next, previous, pageDown, pageUp, first, last
  case edit, addAfter, addBefore, remove, moveDown, moveUp, undo, redo
  case pass(ControlOutcome)
}

extension Keymap<ToggleCommand> {
  /// The keys of a toggle.
  static let toggle = Keymap([
    Group(
      title: "Toggle",
      rows: [
        .init([.character(" ")], .toggle, "change and save", hint: "change"),
        .init([.init(.enter), .control("s")], .pass(.commit), "save", hint: "save"),
        .init([.init(.escape), .control("c")], .pass(.cancel), "close", hint: "close"),
        .init([.init(.function(8))], .pass(.useDefault), "go to the default"),
        .init([.useOriginal], .pass(.useOriginal), "go back to the stored value"),
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

extension Keymap<DateCommand> {
  /// The keys of a date; digits are typed into the part with the cursor.
  static let date = Keymap([
    Group(
      title: "Finish",
      rows: [
        .init([.init(.enter), .control("s")], .pass(.commit), "save", hint: "save"),
        .init(
          [.init(.escape), .control("c")],
          .pass(.cancel),
          "close, and keep what was typed",
          hint: "close"
        ),
      ]
    ),
    Group(
      title: "Change",
      rows: [
        .init(
          [.init(.up), .character("+"), .control("p")],
          .stepUp,
          "one more in this part",
          hint: "up"
        ),
        .init(
          [.init(.down), .character("-"), .control("n")],
          .stepDown,
          "one less in this part",
          hint: "down"
        ),
        .init([.character("t")], .pass(.readClock), "now", hint: "now"),
        .init([.character("i")], .typeText, "type it as text, ISO 8601", hint: "text"),
        .init([.init(.pageUp)], .monthUp, "the next month"),
        .init([.init(.pageDown)], .monthDown, "the month before"),
        .init([.init(.backspace)], .clearDigit, "delete a digit"),
        .init([.character("z")], .switchZone, "UTC, or the offset that was typed"),
        .init(
          [.init(.function(8))],
          .pass(.useDefault),
          "put the default in the field",
          hint: "default"
        ),
        .init([.useOriginal], .pass(.useOriginal), "go back to the stored value", hint: "stored"),
      ]
    ),
    Group(
      title: "Move",
      rows: [
        .init([.init(.left), .control("b")], .previousPart, "the part before"),
        .init([.init(.right), .control("f"), .init(.tab)], .nextPart, "the next part"),
        .init([.init(.home), .control("a")], .firstPart, "the year"),
        .init([.init(.end), .control("e")], .lastPart, "the second"),
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
