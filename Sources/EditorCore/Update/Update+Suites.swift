import DefaultsCore
import DefaultsSchema
import DefaultsTransfer

// Commands for all suites at a time, or for those that the list of suites shows while a text is typed.
extension EditorState {
  /// Who can see and change what other users have.
  static let accountsText = "Other users are shown to root, with sudo prefs."

  /// Opens the menu of what can be done with all suites, or with those that match a text.
  mutating func chooseForSuites(matching search: String = "") {
    let own = catalog.suites.filter(\.origin.isEmpty).map(\.name)
    let names = suites(own, matching: search).sorted()
    let words =
      search.isEmpty
      ? "all \(names.count.counted("suite"))" : "\(names.count.counted("suite")) found by \(search)"
    var choices: [MenuScreen.Choice] = []
    if !session.isReadOnly {
      choices += [
        .init(title: "go back to a time …", help: "As far as the history knows their values.") {
          $0.goBack(matching: search, words)
        },
        .init(title: "import a file …", help: "An export of several suites.") {
          $0.importSuites(matching: search)
        },
        .init(title: "copy from user to user …", help: "Other keys of that user stay as they are.")
        { $0.copyAccount(matching: search) },
      ]
    }
    choices += [
      .init(title: "export …", help: "The values of each suite are under its name.") { state in
        guard !names.isEmpty else { return state.refuse("There is no suite to export.") }
        state.openExport(ofSuites: names, words)
      },
      .init(title: "compare with a file …", help: "An export of several suites, or a snapshot.") {
        $0.compareWithFile(matching: search)
      },
      .init(title: "compare two users …") { $0.compareAccounts(matching: search) },
    ]
    show(MenuScreen(title: words.prefix(1).uppercased() + words.dropFirst(), choices))
  }

  /// Returns the names of suites that match a text by themselves or by their titles.
  func suites(_ names: [String], matching search: String) -> Set<String> {
    let titles = Dictionary(catalog.suites.map { ($0.name, $0.title) }) { $1 }
    let texts = RankedTexts(names.map { [$0, titles[$0] ?? ""] })
    return Set(texts.matches(search).map { names[$0.index] })
  }

  // MARK: - Choices

  private mutating func goBack(matching search: String, _ words: String) {
    askForTime("Go back to") { state, time in
      state.find(.past(at: time), .copying, "Give \(words) the values of \(time)?", search)
    }
  }

  private mutating func importSuites(matching search: String) {
    let help = "An export of several suites. Nothing is stored before you agree."
    askForPath("Import from the file", help: help) { state, path in
      state.find(.file(path: path, isWhole: false), .importing, "Import \(path)", search)
    }
  }

  private mutating func compareWithFile(matching search: String) {
    askForPath("Compare with the file", help: "An export of several suites, or a snapshot.") {
      $0.find(.file(path: $1, isWhole: true), .comparison, "Stored, and in \($1)", search)
    }
  }

  private mutating func copyAccount(matching search: String) {
    askForAccounts("Copy what is set by", "Copy it to") { state, from, to in
      let wanted = PlanRequest.Wanted.suite(ScopedSuite(name: "", scope: from), isWhole: false)
      state.find(wanted, .copying, "Copy from \(from.owner) to \(to.owner)?", search, to)
    }
  }

  private mutating func compareAccounts(matching search: String) {
    askForAccounts("Compare what is set by", "With what is set by") { state, first, second in
      let wanted = PlanRequest.Wanted.suite(ScopedSuite(name: "", scope: second), isWhole: true)
      state.find(wanted, .comparison, "\(first.owner) and \(second.owner)", search, first)
    }
  }

  /// Asks for the names of two users.
  private mutating func askForAccounts(
    _ firstTitle: String,
    _ secondTitle: String,
    _ answer: @escaping @Sendable (inout EditorState, WriteScope, WriteScope) -> Void
  ) {
    guard session.canActForOthers else { return refuse(Self.accountsText) }
    let help = "The name of a user; nothing for the one whose values are edited here."
    ask(firstTitle, help: help) { state, first in
      state.ask(secondTitle, help: help, remark: first) { state, second in
        guard first != second else { return state.refuse("These are the same user.") }
        answer(&state, WriteScope(user: first), WriteScope(user: second))
      }
    }
  }

  /// Requests one table of what is wanted in several suites.
  private mutating func find(
    _ wanted: PlanRequest.Wanted,
    _ purpose: PlanRequest.Purpose,
    _ title: String,
    _ search: String,
    _ scope: WriteScope = .user
  ) {
    let whole = PlanRequest(
      suiteName: document.suiteName,
      wanted: wanted,
      purpose: purpose,
      scope: scope,
      title: title
    )
    show(PlanScreen(waitingFor: whole, in: self))
    send(.findSuites(SuitesRequest(search: search, whole: whole)))
  }
}

extension WriteScope {
  /// Creates the scope of a user; without a name, that of the session's user.
  fileprivate init(user name: String) { self = name.isEmpty ? .user : .account(name) }

  /// The words for whose file it is.
  fileprivate var owner: String { self == .user ? "your own" : words }
}
