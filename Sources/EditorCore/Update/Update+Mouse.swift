import DefaultsCore
import DefaultsSchema
import Terminal

// The mouse. The left button selects, and opens at the second click; a click on a hint of the last line
// has the result of its key press, and the right button opens a menu of what can be done with a row. So
// everything that a screen offers can be done without the keyboard, except to type a text.
extension EditorState {
  /// Passes a mouse event to the hints or to the top screen.
  mutating func handle(_ event: MouseEvent) {
    suite.stepped = nil
    if let hint = hint(at: event) {
      // The second click of a double click is on another hint if the first one has opened a screen.
      guard event.action == .press || clickedHint == hint else { return }
      clickedHint = hint
      return handle(hint.press)
    }
    var screen = screen
    finish(screen.handle(event, in: self), screen)
  }

  /// Returns whether a mouse event must wait for the outcome of an undo or a plan: a click on a hint like
  /// its key press, and any other click, because it can toggle a switch or open an edit.
  func shouldDefer(_ event: MouseEvent) -> Bool {
    if let hint = hint(at: event) { return shouldDefer(.key(hint.press)) }
    return switch event.action {
    case .wheelUp, .wheelDown: false
    case .press, .doubleClick: screen.mustWait(for: nil, isClick: true)
    }
  }

  /// A hint of the last line.
  struct Hint: Hashable, Sendable {
    var press: KeyPress
    var mode: KeyMode
  }

  /// Returns the hint that was clicked; nil for none.
  private func hint(at event: MouseEvent) -> Hint? {
    switch event.action {
    case .wheelUp, .wheelDown: return nil
    case .press, .doubleClick: break
    }
    let line = HintLine(state: self, layout: Layout(state: self))
    guard let name = line.key(at: event) else { return nil }
    return bindings.bindings(in: keyMode).lazy.flatMap(\.presses).first { $0.name == name }
      .map { Hint(press: $0, mode: keyMode) }
  }

  /// Selects a key at a right click, and opens a menu of what can be done with it.
  mutating func openRowMenu(at event: MouseEvent) {
    guard isInList else { return }
    guard Layout(state: self).list.contains(row: event.row, column: event.column) else { return }
    focus(.list)
    selectRow(at: event)
    guard let item = selectedItem else { return }
    feedback.notice = nil
    show(MenuScreen(title: item.entry.title, rowChoices(item)))
  }

  /// What can be done with a key.
  private func rowChoices(_ item: Item) -> [MenuScreen.Choice] {
    let key = item.key
    let canEdit = mustAsk(before: .edit) || refusal(toEdit: item) == nil
    let isBool = item.entry.kind == .bool
    let canReset = canReset(item)
    func choice(
      _ title: String,
      _ command: some KeyCommand,
      when isOffered: Bool = true
    ) -> MenuScreen.Choice? {
      guard isOffered else { return nil }
      let action = KeyAction(command)
      let name = bindings.name(of: action, in: .list) ?? ""
      return MenuScreen.Choice(title: title, note: name) { state in
        if state.reselect(key) { state.performInList(action) }
      }
    }
    let choices = [
      choice("toggle", ListCommand.toggle, when: canEdit && isBool),
      choice("edit", ListCommand.edit, when: canEdit && !isBool),
      choice("view the whole value", ListCommand.view),
      choice("reset to the default", ListCommand.reset, when: canReset),
      choice("copy …", ListCommand.copy),
      choice(suite.marked.contains(item.key) ? "remove the mark" : "mark", MarkCommand.mark),
      choice("go to a linked key", ListCommand.links, when: hasLinks(item)),
      choice("history", ManyCommand.history),
      choice("layers", ManyCommand.layers),
      choice(item.isBookmarked ? "remove the bookmark" : "bookmark", ListCommand.bookmark),
    ]
    return Array(choices.compactMap { $0 }.prefix(MenuScreen.limit))
  }

  /// Selects the key for which a command was offered.
  ///
  /// If another program has removed the key meanwhile, its neighbour is selected, which the command
  /// must not change. Then the result is false, with a notice.
  mutating func reselect(_ key: Defaults.KeyName) -> Bool {
    if suite.selection != .key(key) { go(to: key) }
    return suite.selection == .key(key)
  }
}
