import Defaults
import Terminal

// The search in all suites. Leaving it without choosing a key leaves the list as it was.
extension EditorState {
  /// Opens the search with the text of the filter's prompt.
  mutating func searchEverywhere(_ buffer: LineBuffer) -> [Effect] {
    let others = suites.map(\.name).filter { $0 != document.suiteName }
    guard !others.isEmpty else {
      refuse("There is no other suite.")
      return []
    }
    // A search of the filter that is running would change the list meanwhile.
    while pass != nil { proceed() }
    var search = SuiteSearch(buffer, names: [document.suiteName] + others)
    search.add(document)
    search.proceed()
    mode = .everywhere(search)
    return [.readSuites(suiteNames: others)]
  }

  /// Adds a suite to the search that was read for it.
  mutating func addSearched(_ document: Document) {
    var document = document
    if let recent = recentKeys[document.suiteName] { document.annotations.recent = recent }
    otherMatches?.add(document)
    guard case .everywhere(var search) = modeBelowHelp else { return }
    search.add(document)
    modeBelowHelp = .everywhere(search)
  }

  /// Gives an open search the values that the shown suite has now.
  mutating func refreshSuiteSearch() {
    guard case .everywhere(var search) = modeBelowHelp else { return }
    search.refresh(document)
    modeBelowHelp = .everywhere(search)
  }

  /// Handles a key press in the search.
  mutating func handle(
    _ press: KeyPress,
    _ action: KeyAction?,
    in search: SuiteSearch
  ) -> [Effect] {
    var search = search
    notice = nil
    let rows = SuiteSearchView.room(Layout(state: self)).rows
    if !search.perform(press, action, page: max(1, rows - 1)) {
      if action == KeyAction(FinishCommand.choose) { return go(to: search) }
      if action == KeyAction(SuiteSearchCommand.searchThisSuite) {
        openPrompt()
        type(FilterPrompt(search.buffer.text))
        return []
      }
      if action != nil {
        mode = .list
        return []
      }
    }
    mode = .everywhere(search)
    return []
  }

  /// Inserts pasted text into the search.
  mutating func paste(_ text: String, into search: SuiteSearch) {
    var search = search
    search.paste(text)
    mode = .everywhere(search)
  }

  /// Selects the clicked key, goes to it at the second click, and moves with the wheel.
  mutating func handle(_ event: MouseEvent, in search: SuiteSearch) -> [Effect] {
    var search = search
    let layout = Layout(state: self)
    switch event.action {
    case .wheelUp: search.move(.previous, page: 1)
    case .wheelDown: search.move(.next, page: 1)
    case .press, .doubleClick:
      guard let line = SuiteSearchView(search: search, layout: layout).line(at: event) else {
        return []
      }
      search.select(line: line)
      if event.action == .doubleClick { return go(to: search) }
    }
    mode = .everywhere(search)
    return []
  }

  /// Shows the selected key in its suite.
  mutating func go(to search: SuiteSearch) -> [Effect] {
    guard let wanted = search.selected else {
      refuse("No key matches.")
      return []
    }
    mode = .list
    guard wanted.suiteName != document.suiteName else {
      go(to: wanted.key)
      return []
    }
    wantedKey = wanted
    return [.open(suiteName: wanted.suiteName)]
  }

  /// Scrolls an open search to its selected key.
  mutating func scrollSuiteSearch() {
    guard case .everywhere(var search) = mode else { return }
    search.show(rows: SuiteSearchView.room(Layout(state: self)).rows)
    mode = .everywhere(search)
  }
}
