import Terminal

/// The prompt of the filter: its text, the completion of its last word, and the earlier filters.
///
/// The list is filtered after every change of the text, so the prompt has no "search" key: Enter keeps the
/// filter, Esc clears it, and the arrows move in the list meanwhile, or in the words that are offered.
struct FilterScreen {
  /// The text that is typed.
  var buffer: TextBuffer
  /// The words for the text before the cursor; nil for none.
  private(set) var completion: FilterCompletion?
  /// The number of the earlier filter that is shown, the oldest is 0; nil for the typed text.
  private var place: Int?
  /// The typed text while an earlier filter is shown.
  private var draft: String = ""

  /// Opens the prompt with a text.
  init(_ text: String) {
    buffer = TextBuffer(line: text)
  }

  /// Finds the words for the text again; called after each change of it.
  mutating func refresh(_ document: Document) {
    let text = String(buffer.textBeforeCursor)
    // A quick check first, because most filters have no such word.
    completion = text.contains("@") ? FilterCompletion(text, in: document) : nil
    if completion?.isDone(text) == true { completion = nil }
  }

  /// Completes the word before the cursor; false if there is nothing to complete.
  mutating func complete(_ document: Document) -> Bool {
    guard var completion else { return false }
    completion.complete(&buffer)
    // While the words are inserted one after the other, they stay the same.
    if completion.cursor.selected == nil { refresh(document) } else { self.completion = completion }
    return true
  }

  /// Shows an earlier filter, or a later one, and at last what was typed; false if there is none.
  mutating func step(earlier isEarlier: Bool, in filters: [String]) -> Bool {
    if place == nil { draft = buffer.text }
    var next = (place ?? filters.count) + (isEarlier ? -1 : 1)
    // The kept filter is often the last of the earlier ones.
    if place == nil, isEarlier, filters.last == draft { next -= 1 }
    guard next >= 0, next <= filters.count, place != nil || isEarlier else { return false }
    place = next < filters.count ? next : nil
    buffer = TextBuffer(line: next < filters.count ? filters[next] : draft)
    completion = nil
    return true
  }
}

extension FilterScreen: Screen {
  var keyMode: KeyMode { .filter }
  var panel: Panel.Form? { nil }
  var allowsNewSchema: Bool { true }

  mutating func handle(_ input: KeyInput, in state: EditorState) -> ScreenOutcome {
    if let character = input.press.typed {
      buffer.insert(String(character))
      return typed(in: state)
    }
    guard let action = input.action else { return .stay }
    if let command = FilterCommand(action) { return perform(command, in: state) }
    if let command = MoveCommand(action) {
      if completion != nil, command == .next || command == .previous {
        completion?.step(by: command == .next ? 1 : -1, &buffer)
        return filtered()
      }
      return .perform { $0.move(command) }
    }
    guard let command = FieldCommand(action) else { return .stay }
    guard command != .deleteBack || !buffer.isEmpty else { return .close }
    buffer.perform(command)
    return typed(in: state)
  }

  private mutating func perform(_ command: FilterCommand, in state: EditorState) -> ScreenOutcome {
    switch command {
    case .searchEverywhere:
      return .perform { [buffer] in $0.searchEverywhere(buffer) }
    case .keepFilter:
      return .close { $0.keepPrompt() }
    case .clearFilter:
      return .close { $0.cancelFilter() }
    case .complete:
      if complete(state.document) { return filtered() }
      guard let repair = state.offeredRepairs.first else {
        return .refuse("There is nothing to complete.")
      }
      buffer = TextBuffer(line: repair.filter.query.text)
      refresh(state.document)
      return .perform { $0.use(repair) }
    case .earlierFilter, .laterFilter:
      let isEarlier = command == .earlierFilter
      guard step(earlier: isEarlier, in: state.suite.earlierFilters) else {
        return .refuse(isEarlier ? "There is no earlier filter." : "There is no later filter.")
      }
      return filtered()
    }
  }

  mutating func paste(_ text: String, in state: EditorState) -> ScreenOutcome {
    buffer.paste(text)
    return typed(in: state)
  }

  /// A click is for the list and the panes beside it.
  mutating func handle(_ event: MouseEvent, in state: EditorState) -> ScreenOutcome {
    .perform { $0.handleInList(event) }
  }

  /// Finds the words for the end of the text, and filters by it.
  private mutating func typed(in state: EditorState) -> ScreenOutcome {
    refresh(state.document)
    return filtered()
  }

  private func filtered() -> ScreenOutcome {
    .perform { [text = buffer.text] state in
      state.feedback.notice = nil
      state.type(text)
    }
  }

  func draw(_ state: EditorState, _ layout: Layout, on canvas: inout Canvas) {
    guard let completion else { return }
    CompletionView(completion: completion, state: state, layout: layout).draw(on: &canvas)
  }
}

extension EditorState {
  /// Keeps the filter of the prompt; a word that names no property is an error now.
  fileprivate mutating func keepPrompt() {
    let query = Query(suite.filter.query.text.withoutBlanksAtEnd)
    if query.words == suite.filter.query.words {
      // The same keys match, so the cursor stays where it was moved while typing.
      suite.filter.query = query
    } else {
      setFilter { $0.query = query }
    }
    keepFilterText()
    countElsewhere()
    if let problem = query.problem(in: document) { refuse(problem) }
  }

  /// Filters the list by a text and keeps the filter, as if the text had been typed in the prompt.
  mutating func keepFilter(_ text: String) {
    openPrompt()
    showList()
    type(text)
    keepPrompt()
  }

  /// Opens the prompt with a text; nil for that of the filter.
  mutating func openPrompt(_ text: String? = nil) {
    var prompt = FilterScreen(text ?? "")
    if text != nil { prompt.refresh(document) }
    show(prompt)
    if !suite.filter.isActive { suite.placeBeforeFilter = (suite.selection, suite.top) }
    if text == nil { type("") }
  }

  /// Clears the filter; the cursor goes back to its key, unless the user has moved it meanwhile.
  fileprivate mutating func cancelFilter() {
    let isMoved =
      !suite.filter.query.isRanked
      || suite.selection != suite.listing.shown.first.map { .key(document.key(at: $0)) }
    keepFilterText()
    setQuery("")
    guard !isMoved else { return }
    (suite.selection, suite.top) = suite.placeBeforeFilter
    ensureSelection(near: suite.top)
  }

  /// Filters by a text of the prompt, if the text has changed and not only the cursor.
  mutating func type(_ text: String) {
    if text != suite.filter.query.text { setQuery(text, isTyped: true) }
  }

  /// Filters the list by a query; an empty text shows all keys.
  mutating func setQuery(_ text: String, isTyped: Bool = false) {
    setFilter { $0.query = Query(text, isTyped: isTyped) }
  }

  /// Shows all keys again.
  mutating func clearFilter() { setFilter { $0 = Filter() } }
}

extension String {
  /// The text without the blanks at its end.
  fileprivate var withoutBlanksAtEnd: String {
    var text = self[...]
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
