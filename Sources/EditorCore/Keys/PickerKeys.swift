import Terminal

/// The commands of a list in which one element is selected.
enum PickerCommand: Hashable, Sendable {
  case next, previous, pageDown, pageUp, first, last
  /// Returns an outcome to the editor: the selection ends, or the editor does something else.
  case pass(ControlOutcome)
}

extension Keymap<PickerCommand> {
  /// The keys of a picker; the digits 1 to 9 choose at once.
  static let picker = Keymap([
    Group(
      title: "Choose",
      rows: [
        .init([.init(.enter), .character(" ")], .pass(.commit), "choose", hint: "choose"),
        .init(
          [.init(.escape), .control("c"), .character("q")],
          .pass(.cancel),
          "cancel",
          hint: "cancel"
        ),
        .init(
          [.character("r"), .init(.function(8))],
          .pass(.useDefault),
          "go to the default",
          hint: "default"
        ),
        .init([.useOriginal], .pass(.useOriginal), "go to the stored value"),
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
        .init([.character("?"), .init(.function(1))], .pass(.help), "this help", hint: "help"),
        .init([.control("l")], .pass(.redraw), "redraw"),
        .init([.control("z")], .pass(.suspend), "suspend"),
      ]
    ),
  ])
}
