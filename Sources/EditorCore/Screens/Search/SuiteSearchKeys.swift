/// The commands of the search in all suites, except those of other lists in which typing narrows.
enum SuiteSearchCommand: String, KeyCommand {
  case searchThisSuite
}

extension KeyTable {
  /// The keys of the search in all suites.
  static let suiteSearch: [KeyRow] = KeyRow.group(
    "Search",
    in: [.everywhere],
    [
      .init(typed: "any text", "show the keys and suites that match"),
      .init(FinishCommand.choose, "Enter", "go to the key, or open the suite", hint: "go there"),
      .init(
        SuiteSearchCommand.searchThisSuite,
        "S-Tab",
        "filter this suite only",
        hint: "this suite only"
      ),
      .init(ChoiceCommand.clearSearch, "Esc", "clear the text, then go back", hint: "back"),
      .init(FinishCommand.close, "^C F10", "go back"),
    ]
  )
}
