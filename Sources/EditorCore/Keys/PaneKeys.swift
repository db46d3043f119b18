/// The commands that move the focus between the panes.
enum PaneCommand: String, KeyCommand {
  case nextPane, previousPane, suitesPane, listPane, detailsPane
}

extension KeyTable {
  /// The modes of the panes.
  static let paneModes: [KeyMode] = [.list, .suites, .details]

  /// The keys of the panes.
  static let panes: [KeyRow] =
    KeyRow.group(
      "Panes",
      in: paneModes,
      [
        .init(PaneCommand.nextPane, "Tab", "next pane", hint: "pane", isBasic: true) {
          $0.mode != .list
        },
        .init(PaneCommand.previousPane, "S-Tab", "previous pane"),
        .init(PaneCommand.suitesPane, "1", "the suites"),
        .init(PaneCommand.listPane, "2", "the keys"),
        .init(PaneCommand.detailsPane, "3", "the details"),
      ]
    )
    + KeyRow.group(
      "Panes",
      [
        .init(FinishCommand.choose, "Enter Space", "open the suite", hint: "open", in: [.suites]),
        .init(
          FinishCommand.close,
          "Esc ^C",
          "back to the keys",
          hint: "keys",
          in: [.suites, .details]
        ),
      ]
    )
}
