import Defaults
import DefaultsSchema
import Terminal

// The mouse. The left button selects, and opens at the second click; a click on a hint of the last line
// has the result of its key press, and the right button opens a menu of what can be done with a row. So
// everything that a mode offers can be done without the keyboard, except to type a text.
extension EditorState {
  /// Passes a mouse event to the hints or to the code of the mode; modes that are not named ignore it.
  mutating func handle(_ event: MouseEvent) -> [Effect] {
    steppedKey = nil
    if let hint = hint(at: event) {
      // The second click of a double click is on another hint if the first one has changed the mode.
      guard event.action == .press || clickedHint == hint else { return [] }
      clickedHint = hint
      return handle(hint.press)
    }
    if case .edit(let edit) = mode { return handle(event, in: edit) }
    if case .viewer(let viewer) = mode { return handle(event, in: viewer) }
    if case .menu(let menu) = mode { return handle(event, in: menu) }
    if case .difference(let open) = mode { return handle(event, in: open) }
    if case .plan(let open) = mode { return handle(event, in: open) }
    if case .history(let open) = mode { return handle(event, in: open) }
    if case .layers(let open) = mode { return handle(event, in: open) }
    if case .picker(let picker) = mode { return handle(event, in: picker) }
    if case .help(let list) = mode { return handle(event, in: list) }
    if case .everywhere(let search) = mode { return handle(event, in: search) }
    switch mode {
    case .list, .suitesPane, .detailsPane, .filter: return handleInPanes(event)
    default: return []
    }
  }

  /// Returns whether a mouse event must wait for the outcome of an undo or a plan: a click on a hint like
  /// its key press, and any other click, because it can toggle a switch or open an edit.
  func shouldDefer(_ event: MouseEvent) -> Bool {
    if let hint = hint(at: event) { return shouldDefer(.key(hint.press)) }
    return switch event.action {
    case .wheelUp, .wheelDown: false
    case .press, .doubleClick: true
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
  mutating func openRowMenu(at event: MouseEvent) -> [Effect] {
    switch mode {
    case .list, .suitesPane, .detailsPane: break
    default: return []
    }
    guard Layout(state: self).list.contains(row: event.row, column: event.column) else { return [] }
    focus(.list)
    selectRow(at: event)
    guard let item = selectedItem else { return [] }
    notice = nil
    mode = .menu(OpenMenu(title: item.entry.title, rowChoices(item)))
    return []
  }

  /// What can be done with a key.
  private func rowChoices(_ item: Item) -> [OpenMenu.Choice] {
    let key = item.key
    let canEdit = mustAsk(before: .edit) || refusal(toEdit: item) == nil
    let isBool = item.entry.kind == .bool
    let canReset = item.stored != nil && refusal(toReset: item) == nil
    func choice(
      _ title: String,
      _ command: some KeyCommand,
      when isOffered: Bool = true
    ) -> OpenMenu.Choice? {
      guard isOffered else { return nil }
      let action = KeyAction(command)
      let name = bindings.name(of: action, in: .list) ?? ""
      return OpenMenu.Choice(title: title, note: name) { state in
        state.reselect(key) ? state.performInList(action) : []
      }
    }
    let choices = [
      choice("toggle", ListCommand.toggle, when: canEdit && isBool),
      choice("edit", ListCommand.edit, when: canEdit && !isBool),
      choice("look at the whole value", ListCommand.view),
      choice("reset to the default", ListCommand.reset, when: canReset),
      choice("copy …", ListCommand.copy),
      choice(marked.contains(item.key) ? "remove the mark" : "mark", MarkCommand.mark),
      choice("go to a linked key", ListCommand.links, when: hasLinks(item)),
      choice("history", ManyCommand.history),
      choice("layers", ManyCommand.layers),
      choice(
        item.isBookmarked ? "remove the bookmark" : "bookmark",
        ListCommand.bookmark
      ),
    ]
    return Array(choices.compactMap { $0 }.prefix(OpenMenu.limit))
  }

  /// Selects the key for which a command was offered.
  ///
  /// If another program has removed the key meanwhile, its neighbour is selected, which the command must
  /// not change.
  ///
  /// - Returns: false, with a notice, if the key is gone.
  mutating func reselect(_ key: Defaults.KeyName) -> Bool {
    if selection != .key(key) { go(to: key) }
    return selection == .key(key)
  }
}
