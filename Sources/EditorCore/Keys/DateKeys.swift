import Terminal

/// The commands of a date.
enum DateCommand: Hashable, Sendable {
  case previousPart, nextPart, firstPart, lastPart
  case stepUp, stepDown, monthUp, monthDown
  case clearDigit, typeText, switchZone
  case pass(ControlOutcome)
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
