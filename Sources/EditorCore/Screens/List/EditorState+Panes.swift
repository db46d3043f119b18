import DefaultsSchema
import Terminal

// The panes beside the list: the suites and the details. A pane with the focus performs its own commands
// itself, and passes the others to the list.
extension EditorState {
  /// Moves the focus to another pane.
  mutating func perform(_ command: PaneCommand) {
    let panes = panes(Layout(state: self))
    guard panes.count > 1 else { return refuse("There is no room for another pane.") }
    let index = panes.firstIndex(of: focusedPane) ?? 0
    switch command {
    case .nextPane: focus(panes[(index + 1) % panes.count])
    case .previousPane: focus(panes[(index + panes.count - 1) % panes.count])
    case .suitesPane, .listPane, .detailsPane:
      guard let pane = panes.first(where: { $0.command == command }) else {
        let isSuites = command == .suitesPane
        return refuse(isSuites ? "The suites are not on the screen." : "The details are hidden.")
      }
      focus(pane)
    }
  }

  /// Gives the focus to a pane.
  mutating func focus(_ pane: Pane) {
    guard pane != focusedPane else { return }
    switch pane {
    case .suites: list.focus = .suites(document.suiteName)
    case .list: list.focus = .list
    case .details: list.focus = .details(top: 0)
    }
    screens = []
  }

  /// Performs the action of a key press while the pane of suites has the focus.
  mutating func perform(_ action: KeyAction, inSuitesPane name: String) {
    feedback.notice = nil
    if let command = MoveCommand(action) {
      let page = Layout(state: self)[.suites].size.rows
      let target =
        (row(ofSuite: name) ?? 0)
        + command.distance(page: max(1, page - 1), count: catalog.suites.count)
      list.focus = .suites(catalog.suites[max(0, min(catalog.suites.count - 1, target))].name)
      return
    }
    if let command = PaneCommand(action) { return perform(command) }
    showList()
    switch FinishCommand(action) {
    case .choose: open(suite: name)
    case .close: break
    default: performInList(action)
    }
  }

  /// Performs the action of a key press while the details have the focus.
  mutating func perform(_ action: KeyAction, inDetailsAt top: Int) {
    feedback.notice = nil
    if let command = MoveCommand(action) { return scrollDetails(from: top, by: command) }
    if let command = PaneCommand(action) { return perform(command) }
    showList()
    if FinishCommand(action) != .close { performInList(action) }
  }

  /// Scrolls the details, and gives them the focus.
  private mutating func scrollDetails(from top: Int, by command: MoveCommand) {
    let view = DetailsView(state: self, layout: Layout(state: self))
    let bottom = max(0, view.allLines.count - view.rowCount)
    let page = max(1, view.rowCount - 1)
    list.focus = .details(
      top: max(0, min(bottom, top + command.distance(page: page, count: bottom)))
    )
  }

  /// Gives the focus back to the list if the pane with the focus is no longer on the screen, and
  /// scrolls the pane of suites to its selected suite.
  mutating func refreshPanes() {
    let layout = Layout(state: self)
    if !panes(layout).contains(focusedPane) { list.focus = .list }
    if case .suites(let name) = list.focus, row(ofSuite: name) == nil {
      list.focus = .suites(document.suiteName)
    }
    catalog.cursor = suiteCursor
    catalog.cursor.show(rows: layout[.suites].size.rows)
  }

  // MARK: - Mouse

  /// Handles a mouse event in the list or in a pane beside it, and moves the focus there.
  mutating func handleInList(_ event: MouseEvent) {
    let layout = Layout(state: self)
    let pane = panes(layout).first {
      layout[$0.part].contains(row: event.row, column: event.column)
    }
    switch pane {
    case .suites:
      handle(event, inSuites: layout)
    case .details:
      var top = 0
      if case .details(let present) = list.focus { top = present }
      focus(.details)
      for _ in 0..<3 where event.action == .wheelUp || event.action == .wheelDown {
        scrollDetails(from: top, by: event.action == .wheelUp ? .previous : .next)
        if case .details(let present) = list.focus { top = present }
      }
    case .list:
      focus(.list)
      handleInKeys(event)
    case nil: break
    }
  }

  /// Selects the clicked suite, opens it at the second click, and moves with the wheel.
  private mutating func handle(_ event: MouseEvent, inSuites layout: Layout) {
    focus(.suites)
    guard case .suites(let name) = list.focus else { return }
    switch event.action {
    case .wheelUp: perform(KeyAction(MoveCommand.previous), inSuitesPane: name)
    case .wheelDown: perform(KeyAction(MoveCommand.next), inSuitesPane: name)
    case .press, .doubleClick:
      guard let row = suiteCursor.line(at: event, in: layout[.suites]) else { return }
      list.focus = .suites(catalog.suites[row].name)
      guard event.action == .doubleClick else { return }
      perform(KeyAction(FinishCommand.choose), inSuitesPane: catalog.suites[row].name)
    }
  }

  /// Selects the clicked key, folds a section at its heading, edits at the second click, and moves with
  /// the wheel.
  private mutating func handleInKeys(_ event: MouseEvent) {
    switch event.action {
    case .wheelUp:
      move(by: -3)
    case .wheelDown:
      move(by: 3)
    case .press, .doubleClick:
      guard let row = selectRow(at: event) else { return }
      if case .heading(let section) = row {
        toggleFold(section)
      } else if isOnSwitch(event) {
        performInList(KeyAction(ListCommand.toggle))
      } else if event.action == .doubleClick {
        perform(.edit)
      }
    }
  }

  /// Selects the key at the position of a mouse event, and returns the row, if there is one.
  @discardableResult
  mutating func selectRow(at event: MouseEvent) -> Row? {
    let place = suite.top + event.row - Layout(state: self).list.row
    guard place < suite.listing.rowCount else { return nil }
    let row = suite.listing.row(place)
    if case .item = row, let target = stopSelection(for: row) { select(target) }
    return row
  }

  /// Returns whether a mouse event is on the switch of the selected Bool.
  private func isOnSwitch(_ event: MouseEvent) -> Bool {
    guard let item = selectedItem, item.entry.kind == .bool else { return false }
    let view = ListView(state: self, layout: Layout(state: self))
    return view.switches.contains(row: event.row, column: event.column)
  }
}
