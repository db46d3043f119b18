import Terminal

/// What can be done in a list of things to choose from.
enum PickerCommand: Hashable, Sendable {
  case next, previous, pageDown, pageUp, first, last
  case choose, cancel, useDefault
  case help, redraw, suspend
}

extension Keymap<PickerCommand> {
  /// The keys of a picker; the digits 1 to 9 choose at once.
  static let picker = Keymap([
    Group(
      title: "Choose",
      rows: [
        .init([.init(.enter), .character(" ")], .choose, "choose", hint: "choose"),
        .init(
          [.init(.escape), .control("c"), .character("q")],
          .cancel,
          "cancel",
          hint: "cancel"
        ),
        .init(
          [.character("r"), .init(.function(8))],
          .useDefault,
          "go to the default",
          hint: "default"
        ),
      ]
    ),
    Group(
      title: "Move",
      rows: [
        .init([.init(.down), .character("j"), .control("n")], .next, "next", hint: "down"),
        .init([.init(.up), .character("k"), .control("p")], .previous, "previous", hint: "up"),
        .init([.init(.pageDown), .control("f")], .pageDown, "page down"),
        .init([.init(.pageUp), .control("b")], .pageUp, "page up"),
        .init([.init(.home), .character("g")], .first, "first"),
        .init([.init(.end), .character("G")], .last, "last"),
      ]
    ),
    Group(
      title: "Other",
      rows: [
        .init([.character("?"), .init(.function(1))], .help, "this help", hint: "help"),
        .init([.control("l")], .redraw, "redraw"),
        .init([.control("z")], .suspend, "suspend"),
      ]
    ),
  ])
}
