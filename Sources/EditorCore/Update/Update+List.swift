import Defaults
import DefaultsSchema
import Terminal

extension EditorState {
  mutating func handleInList(_ press: KeyPress, _ action: KeyAction?) -> [Effect] {
    guard let action else {
      let help = keyText(GlobalCommand.help, "shows what the keys do.")
      refuse(["\(press.name) does nothing here.", help].line())
      return []
    }
    notice = nil
    if let command = MoveCommand(action) {
      steppedKey = nil
      move(command)
      return []
    }
    guard let command = ListCommand(action) else { return [] }
    if command != .stepUp, command != .stepDown { steppedKey = nil }
    return perform(command)
  }

  /// Moves the cursor as a command says.
  mutating func move(_ command: MoveCommand) {
    move(by: command.distance(page: pageLength, count: listing.rowCount))
  }

  mutating func perform(_ command: ListCommand) -> [Effect] {
    switch command {
    case .halfPageDown: move(by: max(1, pageLength / 2))
    case .halfPageUp: move(by: -max(1, pageLength / 2))
    case .nextGroup: moveToSection(after: true)
    case .previousGroup: moveToSection(after: false)
    case .unfold: selectedSection.map { setFolded($0, false) }
    case .fold: selectedSection.map { setFolded($0, true) }
    case .toggleFold: selectedSection.map { toggleFold($0) }
    case .foldAll: foldAll()
    case .edit: return edit()
    case .toggle: return toggle()
    case .stepUp, .stepDown: return step(KeyAction(command))
    case .reset: return reset()
    case .undo: return restore(.undo)
    case .redo: return restore(.redo)
    case .filter: mode = .filter(LineBuffer(filter.query.text))
    case .onlySet: toggleOnlySet()
    case .clearFilter: clearFilter()
    case .details:
      showsDetails.toggle()
      ensureSelection()
    case .suites: chooseSuite()
    case .allowUndeclared: toggleUndeclared()
    case .messages: showMessages()
    case .quit: isFinished = true
    }
    return []
  }

  // MARK: - Moving

  private var pageLength: Int { max(1, Layout(state: self).list.size.rows - 1) }

  /// Moves the cursor over the lines where it can stand.
  mutating func move(by distance: Int) {
    guard listing.stopCount > 0 else { return }
    let wanted = (cursorPlace?.stop ?? 0) + distance
    let target = selection(for: listing.stop(max(0, min(listing.stopCount - 1, wanted))))
    if target != selection { leaveRow() }
    selection = target
    ensureSelection()
  }

  /// Removes the mark of a change by another program, because the cursor leaves the row.
  mutating func leaveRow() {
    guard case .key(let key) = selection else { return }
    document.setChangedElsewhere(false, key)
  }

  private mutating func moveToSection(after isAfter: Bool) {
    guard cursorPlace != nil, let current = selectedSection else { return }
    // Backward, the start of the cursor's own section comes first.
    var target = firstStop(ofSection: current)
    if isAfter || target == selection {
      target = listing.section(after: isAfter, current).flatMap(firstStop)
    }
    guard let target else { return }
    leaveRow()
    selection = target
    ensureSelection()
  }

  // MARK: - Folding

  mutating func toggleFold(_ section: Int) {
    setFolded(section, !foldedSections.contains(section))
  }

  private mutating func setFolded(_ section: Int, _ isFolded: Bool) {
    if isFolded {
      listing.fold(foldedSections.union([section]))
      if selectedSection == section { selection = .section(section) }
    } else {
      listing.fold(foldedSections.subtracting([section]))
      if selection == .section(section) { selection = firstKey(of: section) }
    }
    ensureSelection()
  }

  private mutating func foldAll() {
    let all = Set(document.sections.indices)
    if foldedSections.isSuperset(of: all) {
      let section = selectedSection
      listing.fold([])
      if case .section = selection { selection = section.flatMap(firstKey) }
    } else {
      selection = selectedSection.map { .section($0) }
      listing.fold(all)
    }
    ensureSelection()
  }

  private func firstKey(of section: Int) -> Selection? {
    listing.firstKey(ofSection: section).map { .key(document.key(at: $0)) }
  }

  /// The first line of a section on which the cursor can stand.
  private func firstStop(ofSection section: Int) -> Selection? {
    foldedSections.contains(section) ? .section(section) : firstKey(of: section)
  }

  // MARK: - Other suites and keys without a schema

  private mutating func chooseSuite() {
    guard suites.count > 1 else { return refuse("There is no other suite.") }
    mode = .suites(suites.firstIndex { $0.name == document.suiteName } ?? 0)
  }

  private mutating func toggleUndeclared() {
    guard document.undeclaredCount > 0 else {
      return refuse("The schema describes every key here.")
    }
    editsUndeclaredKeys.toggle()
    notice = Notice(
      kind: .done,
      text: editsUndeclaredKeys
        ? "Keys without a schema can be edited now, as the type they are stored with."
        : "Keys without a schema are read-only again."
    )
  }

  mutating func perform(_ action: KeyAction?, inSuitesAt index: Int) -> [Effect] {
    guard let action else { return [] }
    if let command = MoveCommand(action) {
      mode = .suites(command.moved(index, count: suites.count) ?? index)
      return []
    }
    switch FinishCommand(action) {
    case .choose:
      mode = .list
      return [.open(suiteName: suites[index].name)]
    case .close:
      mode = .list
    case .save, .useDefault, .useStored, nil:
      break
    }
    return []
  }

  /// Sets a notice with the remark on the schema, if there is one; a problem of the store is shown
  /// without a notice.
  mutating func showRemark() {
    if let remark = document.remark { notice = Notice(kind: .refused, text: remark) }
  }

  mutating func show(_ document: Document) {
    let isOpened = self.document.isLoading && self.document.suiteName == document.suiteName
    let changes = isOpened ? deferredChanges : []
    deferredChanges = []
    self.document = document
    listing = Listing()
    texts = TextIndex()
    filter = Filter()
    showAll()
    mode = .list
    top = 0
    selection = nil
    editsUndeclaredKeys = false
    showRemark()
    ensureSelection()
    apply(changes)
  }
}
