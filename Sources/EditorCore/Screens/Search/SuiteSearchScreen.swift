import DefaultsCore
import Terminal

/// The search in all suites.
///
/// Leaving it without choosing a key leaves the list as it was.
struct SuiteSearchScreen {
  var search: SuiteSearch
}

extension SuiteSearchScreen: NarrowingScreen, RowScreen {
  var keyMode: KeyMode { .everywhere }
  var panel: Panel.Form? { .sheet }
  var allowsNewSchema: Bool { true }

  var buffer: TextBuffer { search.buffer }

  mutating func edit(_ change: (inout TextBuffer) -> Void) { search.edit(change) }

  var cursor: ListCursor {
    get { search.cursor }
    set { search.cursor = newValue }
  }

  mutating func handle(_ input: KeyInput, in state: EditorState) -> ScreenOutcome {
    if perform(input) { return .stay }
    let action = input.action
    if action == KeyAction(FinishCommand.choose) { return choose(in: state) }
    if let mark = action.flatMap(MarkCommand.init) {
      guard mark == .markAll else {
        search.markSelected()
        return .stay
      }
      guard !search.isSearching else { return .refuse(Self.searchingText) }
      search.markAll()
      return .stay
    }
    let chosen = search.chosen
    switch action.flatMap(SuiteSearchCommand.init) {
    case .searchThisSuite:
      return .close { [buffer] state in
        state.openPrompt(buffer.text)
        state.type(buffer.text)
        return []
      }
    case nil: return action == nil ? .stay : .close
    case .some where chosen.isEmpty:
      return .refuse("No key is selected.")
    case .setChosen:
      let selected = chosen.first { $0.key == search.selected?.suiteKey }
      return .perform { $0.openForAll(chosen, like: selected?.item) }
    case .resetChosen: return .perform { $0.planReset(of: chosen) }
    case .lockChosen: return .perform { $0.lockOrUnlock(chosen) }
    case .exportChosen: return .perform { $0.openExport(of: chosen) }
    }
  }

  mutating func choose(in state: EditorState) -> ScreenOutcome {
    switch search.selected {
    case .key(let name, let key):
      return .close { [buffer] state in
        state.catalog.search = buffer
        return state.go(to: SuiteKey(suiteName: name, key: key))
      }
    case .suite(let name, _):
      return .close { [buffer] state in
        state.catalog.search = buffer
        return state.open(suite: name)
      }
    case .repair(let number):
      search.use(search.repairs[number])
      return .stay
    case nil:
      return .refuse(search.isSearching ? Self.searchingText : "No key matches.")
    }
  }

  private static let searchingText = "The suites are still being searched."

  func linesRect(in state: EditorState) -> Rect {
    SuiteSearchView(search, Layout(state: state), state.staged).body
  }

  func rowCount(in state: EditorState) -> Int { search.choices.count }

  mutating func select(row: Int) { search.cursor.select(search.choices[row]) }

  func plainLines(_ state: EditorState, _ layout: Layout) -> [String] {
    let view = SuiteSearchView(search, layout, state.staged)
    let lines = search.choices
    let rows = PlainRows.numbered(lines.indices) { view.words(search.lines[lines[$0]]) }
    return [view.title] + (lines.isEmpty ? [view.remark] : rows)
  }

  var hasWork: Bool { search.hasWork }

  mutating func proceed(in state: EditorState) { search.proceed() }

  func draw(_ state: EditorState, _ layout: Layout, on canvas: inout Canvas) {
    SuiteSearchView(search, layout, state.staged).draw(on: &canvas)
  }
}

extension EditorState {
  /// Opens the search with the text of the filter's prompt.
  mutating func searchEverywhere(_ buffer: TextBuffer) -> [Effect] {
    let shown =
      catalog.suites.first { $0.name == document.suiteName }
      ?? SuiteSummary(name: document.suiteName)
    let others = catalog.suites.filter { $0.name != document.suiteName }
    guard !others.isEmpty else { return refused("There is no other suite.") }
    // A search of the filter that is running would change the list meanwhile.
    while suite.pass != nil { proceed() }
    var search = SuiteSearch(buffer, [shown] + others)
    search.add(document)
    search.proceed()
    show(SuiteSearchScreen(search: search))
    return [.readSuites(suiteNames: others.map(\.name))]
  }

  /// Adds suites that have been found since the search was opened, and requests their values.
  mutating func searchNewSuites() -> [Effect] {
    guard var screen = screen(SuiteSearchScreen.self) else { return [] }
    let new = screen.search.add(catalog.suites)
    change(SuiteSearchScreen.self) { $0 = screen }
    return new.isEmpty ? [] : [.readSuites(suiteNames: new)]
  }

  /// Adds a suite to the search that was read for it.
  mutating func addSearched(_ document: Document) {
    var document = document
    if let recent = catalog.recentKeys[document.suiteName] { document.annotations.recent = recent }
    change(SuiteSearchScreen.self) { $0.search.add(document) }
  }

  /// Requests the values that suites have after a change, if they are searched.
  func readSearchedAgain(_ names: [String]) -> [Effect] {
    screen(SuiteSearchScreen.self) == nil ? [] : [.readAgain(suiteNames: names)]
  }

  /// Gives an open search the values that the shown suite has now.
  mutating func refreshSuiteSearch() {
    let document = document
    change(SuiteSearchScreen.self) { $0.search.refresh(document) }
  }

  /// Shows a key in its suite.
  mutating func go(to wanted: SuiteKey) -> [Effect] {
    guard wanted.suiteName != document.suiteName else {
      go(to: wanted.key)
      return []
    }
    wantedKey = wanted
    return open(suite: wanted.suiteName)
  }
}
