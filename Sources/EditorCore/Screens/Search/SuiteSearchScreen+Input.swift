import DefaultsCore
import Terminal

// Input and drawing. Leaving the search without choosing a key leaves the list as it was.
extension SuiteSearchScreen: NarrowingScreen, RowScreen {
  var keyMode: KeyMode { .everywhere }
  var panel: Panel.Form? { .sheet }
  var allowsNewSchema: Bool { true }

  mutating func handle(_ input: KeyInput, in state: EditorState) -> ScreenOutcome {
    let (before, action) = (self, input.action)
    if perform(input) {
      let isCleared = action == KeyAction(ChoiceCommand.clearSearch)
      return isCleared ? .perform { $0.keep(before) } : .stay
    }
    if action == KeyAction(FinishCommand.choose) { return choose(in: state) }
    if let mark = action.flatMap(MarkCommand.init) {
      guard mark == .markAll else {
        markSelected()
        return .stay
      }
      guard !isSearching else {
        marksAllFound = true
        return .refuse("All are marked when the suites have been searched.")
      }
      markAll()
      return .stay
    }
    let chosen = chosen
    switch action.flatMap(SuiteSearchCommand.init) {
    case .searchThisSuite:
      return .close { [buffer] state in
        state.openPrompt(buffer.text)
        state.type(buffer.text)
      }
    case nil where action == nil: return .stay
    case nil: return .close { [self] in if !buffer.isEmpty { $0.keep(self) } }
    case .some where marksAllFound: return .refuse(Self.searchingText)
    case .some where chosen.isEmpty:
      return .refuse("No key is selected.")
    case .setChosen:
      let selected = chosen.first { $0.key == self.selected?.suiteKey }
      return .perform { $0.openForAll(chosen, like: selected?.item) }
    case .resetChosen: return .perform { $0.planReset(of: chosen) }
    case .lockChosen: return .perform { $0.lockOrUnlock(chosen) }
    case .exportChosen: return .perform { $0.openExport(of: chosen) }
    }
  }

  mutating func choose(in state: EditorState) -> ScreenOutcome {
    switch selected {
    case .key(let name, let key):
      return .close { [self] state in
        state.keep(self, choosing: name)
        state.go(to: SuiteKey(suiteName: name, key: key))
      }
    case .suite(let name, _):
      return .close { [self] state in
        state.keep(self, choosing: name)
        state.open(suite: name)
      }
    case .repair(let number):
      use(repairs[number])
      return .stay
    case nil:
      return .refuse(isSearching ? Self.searchingText : "No key matches.")
    }
  }

  private static let searchingText = "The suites are still being searched."

  func linesRect(in state: EditorState) -> Rect {
    SuiteSearchView(self, Layout(state: state), state.staged).body
  }

  func rowCount(in state: EditorState) -> Int { choices.count }

  mutating func select(row: Int) { cursor.select(choices[row]) }

  func plainLines(_ state: EditorState, _ layout: Layout) -> [String] {
    let view = SuiteSearchView(self, layout, state.staged)
    let choices = choices
    let rows = PlainRows.numbered(choices.indices) { view.words(lines[choices[$0]]) }
    return [view.title] + (choices.isEmpty ? [view.remark] : rows)
  }

  mutating func proceed(in state: EditorState) { proceed() }

  func draw(_ state: EditorState, _ layout: Layout, on canvas: inout Canvas) {
    SuiteSearchView(self, layout, state.staged).draw(on: &canvas)
  }
}

extension EditorState {
  /// Opens the search with the text of the filter's prompt.
  mutating func searchEverywhere(_ buffer: TextBuffer) {
    let shown =
      catalog.suites.first { $0.name == document.suiteName }
      ?? SuiteSummary(name: document.suiteName)
    let others = catalog.suites.filter { $0.name != document.suiteName }
    guard !others.isEmpty else { return refuse("There is no other suite.") }
    // A search of the filter that is running would change the list meanwhile.
    while suite.pass != nil { proceed() }
    var search = SuiteSearchScreen(buffer, [shown] + others)
    search.add(document)
    search.proceed()
    show(search)
    send(.readSuites(suiteNames: others.map(\.name)))
  }

  /// Adds suites that have been found since the search was opened, and requests their values.
  mutating func searchNewSuites() {
    let suites = catalog.suites
    var new: [String] = []
    change(SuiteSearchScreen.self) { new = $0.add(suites) }
    if !new.isEmpty { send(.readSuites(suiteNames: new)) }
  }

  /// Adds a suite to the search that was read for it.
  mutating func addSearched(_ document: Document) {
    var document = document
    if let recent = catalog.recentKeys[document.suiteName] { document.annotations.recent = recent }
    suite.elsewhere?.add(document)
    change(SuiteSearchScreen.self) { $0.add(document) }
  }

  /// Requests the values that suites have after a change, if they are searched.
  mutating func readSearchedAgain(_ names: [String]) {
    if screen(SuiteSearchScreen.self) != nil { send(.readAgain(suiteNames: names)) }
  }

  /// Gives an open search the values that the shown suite has now.
  mutating func refreshSuiteSearch() {
    let document = document
    change(SuiteSearchScreen.self) { $0.refresh(document) }
  }

  /// Shows a key in its suite.
  mutating func go(to wanted: SuiteKey) {
    guard wanted.suiteName != document.suiteName else {
      return go(to: wanted.key)
    }
    wantedKey = wanted
    open(suite: wanted.suiteName)
  }
}
