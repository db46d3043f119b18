import Terminal

/// The commands of a toggle.
enum ToggleCommand: Hashable, Sendable {
  case toggle
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
