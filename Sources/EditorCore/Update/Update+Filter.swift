import Terminal

// The prompt of the filter. The list is filtered after every change of the text, so the prompt has no
// "search" key: Enter keeps the filter, Esc clears it, and the arrows move in the list meanwhile.
extension EditorState {
  /// Handles a key press in the prompt; Backspace in the empty prompt closes it.
  mutating func handleInPrompt(
    _ press: KeyPress,
    _ action: KeyAction?,
    _ prompt: FilterPrompt
  ) -> [Effect] {
    var prompt = prompt
    if let character = press.typed {
      prompt.buffer.insert(String(character))
      type(prompt)
    } else if let action, let command = FilterCommand(action) {
      return perform(command, prompt)
    } else if let action, let command = MoveCommand(action) {
      move(command)
    } else if let action, let command = FieldCommand(action) {
      guard command != .deleteBack || !prompt.buffer.isEmpty else {
        mode = .list
        keepFilterText()
        return []
      }
      prompt.buffer.perform(command)
      type(prompt)
    }
    return []
  }

  private mutating func perform(_ command: FilterCommand, _ prompt: FilterPrompt) -> [Effect] {
    var prompt = prompt
    switch command {
    case .searchEverywhere: return searchEverywhere(prompt.buffer)
    case .keepFilter: keepPrompt()
    case .clearFilter:
      mode = .list
      cancelFilter()
      keepFilterText()
    case .complete:
      if prompt.complete(document) {
        show(prompt)
      } else if let repair = offeredRepairs.first {
        prompt.buffer = LineBuffer(repair.text)
        use(repair)
        prompt.refresh(document)
        mode = .filter(prompt)
      } else {
        refuse("There is nothing to complete.")
      }
    case .earlierFilter, .laterFilter:
      guard prompt.step(earlier: command == .earlierFilter, in: earlierFilters) else {
        refuse(
          command == .earlierFilter ? "There is no earlier filter." : "There is no later filter."
        )
        return []
      }
      show(prompt)
    }
    return []
  }

  /// Closes the prompt and keeps the filter; a word that names no property is an error now.
  private mutating func keepPrompt() {
    mode = .list
    let query = Query(filter.query.text.withoutBlanksAtEnd)
    if query.words == filter.query.words {
      // The same keys match, so the cursor stays where it was moved while typing.
      filter.query = query
    } else {
      setFilter { $0.query = query }
    }
    keepFilterText()
    if let problem = query.problem(in: document) { refuse(problem) }
  }

  /// Filters the list by a text and keeps the filter, as if the text had been typed in the prompt.
  mutating func keepFilter(_ text: String) {
    openPrompt()
    type(FilterPrompt(text))
    keepPrompt()
  }

  /// Opens the prompt with the text of the filter.
  mutating func openPrompt() {
    mode = .filter(FilterPrompt(filter.query.text))
    if !filter.isActive { placeBeforeFilter = (selection, top) }
  }

  /// Clears the filter; the cursor goes back to its key, unless the user has moved it meanwhile.
  private mutating func cancelFilter() {
    let isMoved =
      !filter.query.isRanked || selection != listing.shown.first.map { .key(document.key(at: $0)) }
    setQuery("")
    guard !isMoved else { return }
    (selection, top) = placeBeforeFilter
    ensureSelection(near: top)
  }

  /// Replaces the text of the prompt, and finds the words for its end.
  mutating func type(_ prompt: FilterPrompt) {
    var prompt = prompt
    prompt.refresh(document)
    show(prompt)
  }

  /// Replaces the prompt, and filters if the text has changed (not only the cursor).
  private mutating func show(_ prompt: FilterPrompt) {
    mode = .filter(prompt)
    notice = nil
    if prompt.buffer.text != filter.query.text { setQuery(prompt.buffer.text, isTyped: true) }
  }

  /// Filters the list by a query; an empty text shows all keys.
  mutating func setQuery(_ text: String, isTyped: Bool = false) {
    setFilter { $0.query = Query(text, isTyped: isTyped) }
  }

  /// Shows only keys with a stored value, or all keys again.
  mutating func toggleOnlySet() {
    setFilter { $0.showsOnlySet.toggle() }
  }

  /// Shows all keys again; if they are shown, removes the marks.
  mutating func clearFilter() {
    if filter.isActive {
      setFilter { $0 = Filter() }
      keepFilterText()
    } else if !marked.isEmpty {
      clearMarks()
    }
  }
}

extension String {
  /// The text without the blanks at its end.
  fileprivate var withoutBlanksAtEnd: String {
    var text = self[...]
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
