/// The commands that move the focus between the panes.
enum PaneCommand: String, KeyCommand {
  case nextPane, previousPane, suitesPane, listPane, detailsPane

  /// The keys of the panes.
  static let rows: [KeyRow] =
    KeyRow.group("Panes", in: KeyMode.panes) {
      row(.nextPane, "Tab", "next pane", hint: "pane", isBasic: true) { $0.mode != .list }
      row(.previousPane, "S-Tab", "previous pane")
      row(.suitesPane, "1", "the suites")
      row(.listPane, "2", "the keys")
      row(.detailsPane, "3", "the details")
    }
    + KeyRow.group("Panes") {
      FinishCommand.row(.choose, "Enter Space", "open the suite", hint: "open", in: [.suites])
      FinishCommand.row(
        .close,
        "Esc ^C",
        "back to the keys",
        hint: "keys",
        in: [.suites, .details]
      )
    }
}
