import Terminal

/// What can be done while a message is shown.
enum MessageCommand: Hashable, Sendable {
  case close, next, previous, pageDown, pageUp
  case redraw, suspend
}

extension Keymap<MessageCommand> {
  /// The keys of a message.
  ///
  /// Space does not close it: it may have been pressed for the row below before the message came.
  static let message = Keymap([
    Group(
      title: "Message",
      rows: [
        .init(
          [.init(.enter), .init(.escape), .control("c"), .character("q")],
          .close,
          "close",
          hint: "close"
        ),
        .init([.init(.down), .character("j"), .control("n")], .next, "next line", hint: "down"),
        .init(
          [.init(.up), .character("k"), .control("p")],
          .previous,
          "previous line",
          hint: "up"
        ),
        .init([.init(.pageDown), .control("f")], .pageDown, "page down"),
        .init([.init(.pageUp), .control("b")], .pageUp, "page up"),
        .init([.control("l")], .redraw, "redraw and read again"),
        .init([.control("z")], .suspend, "suspend"),
      ]
    )
  ])
}
