import DefaultsSchema
import Terminal

// The key bindings of the present mode, and texts that name a key. A text on the screen must never
// contain the name of a key as a literal, because the user can bind the action to another key;
// `keyText` gets the name from the bindings.
extension EditorState {
  /// The mode whose key bindings are used now.
  var keyMode: KeyMode { screen.keyMode }

  /// The hints for the last line, the most useful first.
  var hints: [(key: String, word: String)] {
    let own = topScreen(EditScreen.self)?.edit.control.hints ?? []
    return own + bindings.hints(keyContext)
  }

  /// What decides which hints are shown now.
  var keyContext: KeyContext {
    var context = KeyContext(mode: keyMode)
    context.item = selectedItem
    context.canWrite = !session.isReadOnly
    context.canEdit =
      mustAsk(before: .edit) || selectedItem.map { refusal(toEdit: $0) == nil } ?? false
    context.canReset = selectedItem.map(canReset) ?? false
    if let edit = topScreen(EditScreen.self)?.edit {
      context.typed = edit.control.typedCharacters
      context.hasKeptInput = !edit.control.isDirty && keptText(for: edit) != nil
    }
    context.words = screen.hintWords
    if let menu = topScreen(MenuScreen.self) { context.typed = "1-\(menu.choices.count)" }
    if isInList, feedback.reopens != nil {
      context.words[KeyAction(ListCommand.undo)] = "reopen"
    }
    context.canUndo = changeOrder.canUndo || feedback.reopens != nil
    context.canMerge =
      topScreen(ConflictScreen.self)?.edit.merged != nil
      || topScreen(PlanScreen.self)?.canMerge == true
    context.hasStaged = stagedCount > 0
    let search = topScreen(SuiteSearchScreen.self)
    context.hasMarks =
      search.map { !$0.marked.isEmpty } ?? (suite.marked.count > 0) && !session.isReadOnly
    context.hasOtherSuites = hasOtherSuites
    context.hasProblem =
      problemText != nil || !feedback.unreadFailures.isEmpty || document.writeObstacle != nil
    context.hasMessages = !feedback.log.entries.isEmpty
    return context
  }

  /// Whether there is a suite to choose besides the shown one.
  var hasOtherSuites: Bool { catalog.suites.contains { $0.name != document.suiteName } }

  /// Returns the first key press of a command followed by words, for example `u undo`; nil if the
  /// command has no key press.
  func keyText(_ command: some KeyCommand, _ words: String, in mode: KeyMode = .list) -> String? {
    bindings.name(of: command, in: mode).map { "\($0) \(words)" }
  }
}

extension [String?] {
  /// Returns the texts that are not nil, joined to one line.
  func line(separator: String = " ") -> String {
    compactMap(\.self).joined(separator: separator)
  }
}
