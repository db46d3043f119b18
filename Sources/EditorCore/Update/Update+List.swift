import DefaultsCore
import DefaultsSchema
import Terminal

// The commands of the list that do not change values: moving, folding, choosing a suite.
//
// The cursor can be on keys and on headings of folded sections; such a line is called a stop.
// Moving counts stops, so a heading above a key is never a step of its own. All positions come from
// `listing`, in logarithmic time.
extension EditorState {
  /// Performs an action of the list.
  mutating func performInList(_ action: KeyAction) {
    feedback.notice = nil
    let (mark, command) = (MarkCommand(action), ListCommand(action))
    if mark != .markDown, mark != .markUp { suite.marked.endRange() }
    if command != .stepUp, command != .stepDown { suite.stepped = nil }
    if let move = MoveCommand(action) {
      self.move(move)
    } else if let pane = PaneCommand(action) {
      perform(pane)
    } else if let mark {
      perform(mark)
    } else if let many = ManyCommand(action) {
      perform(many)
    } else if let command {
      perform(command)
    }
  }

  /// Moves the cursor by lines or pages, or to one of the ends.
  mutating func move(_ command: MoveCommand) {
    move(by: command.distance(page: pageLength, count: suite.listing.rowCount))
  }

  /// Performs a command of the list, except moving by lines and pages.
  mutating func perform(_ command: ListCommand) {
    if mustAsk(before: command) {
      return show(UndeclaredQuestion(command: command, key: selectedItem?.key))
    }
    switch command {
    case .halfPageDown: move(by: max(1, pageLength / 2))
    case .halfPageUp: move(by: -max(1, pageLength / 2))
    case .nextGroup, .previousGroup, .unfold, .fold, .toggleFold, .foldAll:
      performInSections(command)
    case .edit:
      if suite.selection == nil { return chooseRepair() }
      if !offerReplacement() { return edit() }
    case .editExternally: editExternally()
    case .view: openViewer()
    case .toggle: toggle()
    case .stepUp, .stepDown: step(KeyAction(command))
    case .reset: reset()
    case .undo: restore(.undo)
    case .redo: restore(.redo)
    case .filter: openPrompt()
    case .onlySet: setFilter { $0.showsOnlySet.toggle() }
    case .nextMatch: moveToMatch(forward: true)
    case .previousMatch: moveToMatch(forward: false)
    case .order: chooseOrder()
    case .bookmark: toggleBookmark()
    case .onlyBookmarks: toggleOnlyBookmarks()
    case .links: followLinks()
    case .back: goBack()
    case .copy: chooseCopy()
    case .clearFilter: goUp()
    case .details:
      showsDetails.toggle()
      ensureSelection()
    case .suites: chooseSuite()
    case .palette: openPalette()
    case .showSecret: showSecret()
    case .allowUndeclared: toggleUndeclared()
    case .add: addKey()
    case .messages: showMessages()
    case .settings: openSettings()
    case .mouse: toggleMouse()
    case .quit: quit()
    }
  }

  /// Clears the filter, otherwise the marks, otherwise leaves the settings of the editor.
  private mutating func goUp() {
    if suite.filter.isActive {
      clearFilter()
    } else if !suite.marked.isEmpty {
      clearMarks()
    } else if session.settingsName == document.suiteName {
      openEarlierSuite()
    }
  }

  /// Ends the session, after the outcomes of all requests: a refused value must still be shown.
  private mutating func quit() {
    if mustStay { isLeaving = true } else { endSession() }
  }

  /// Ends the session if the user has quit and nothing is outstanding any more, unless something
  /// must be read or answered.
  mutating func finishLeaving() {
    guard isLeaving, !mustStay else { return }
    isLeaving = false
    if isInList { endSession() }
  }

  /// Ends the session at once, and keeps all input, also that of edits whose write has no outcome yet.
  mutating func leaveNow() {
    parkOpenEdit()
    stageUncommitted()
    isFinished = true
    // Input that is parked already is newer.
    let saving = unfinished.saving.filter {
      unfinished.parked[$0.key] == nil && isWorthParking($0.value)
    }
    for (suiteName, edits) in Dictionary(grouping: saving, by: \.key.suiteName) {
      let inputs = edits.map { key, edit in
        var edit = edit
        edit.goBackToStored()
        return (key.key, KeptInput(edit).stored)
      }
      send(.parkIfRefused(suiteName: suiteName, Dictionary(inputs) { $1 }))
    }
  }

  /// Performs a command that moves between sections or folds them.
  private mutating func performInSections(_ command: ListCommand) {
    guard !suite.listing.isFlat else {
      let advice = keyText(ListCommand.order, "chooses another order.")
      return refuse(
        suite.filter.query.isRanked
          ? "The list has no groups while the best matches come first."
          : ["The list has no groups in this order.", advice].line()
      )
    }
    switch command {
    case .nextGroup: moveToSection(after: true)
    case .previousGroup: moveToSection(after: false)
    case .unfold: selectedSection.map { setFolded($0, false) }
    case .fold: selectedSection.map { setFolded($0, true) }
    case .toggleFold: selectedSection.map { toggleFold($0) }
    case .foldAll: foldAll()
    default: break
    }
  }

  // MARK: - Moving

  /// The number of rows of a page: one row of the previous page stays visible.
  private var pageLength: Int { max(1, Layout(state: self).list.size.rows - 1) }

  /// Moves the cursor by a number of stops; it does not move beyond the first and the last.
  mutating func move(by distance: Int) {
    guard suite.listing.stopCount > 0 else { return }
    let wanted = (cursorPlace?.stop ?? 0) + distance
    let target = stopSelection(
      for: suite.listing.stop(max(0, min(suite.listing.stopCount - 1, wanted)))
    )
    select(target)
    ensureSelection()
  }

  /// Moves the cursor to another row, which the user has chosen.
  ///
  /// The row that it leaves loses its mark `changedElsewhere`, and its secret is hidden again.
  mutating func select(_ selection: Selection?) {
    suite.displaced = nil
    suite.pass?.staysAtFirst = false
    guard selection != suite.selection else { return }
    suite.shownSecret = nil
    if case .key(let key) = suite.selection { suite.document.setChangedElsewhere(false, key) }
    suite.selection = selection
  }

  /// Moves the cursor to the first stop of the next section, or of this section or the previous one.
  private mutating func moveToSection(after isAfter: Bool) {
    guard cursorPlace != nil, let current = selectedSection else { return }
    // Backward, move to the start of the current section first; from there, to the previous one.
    var target = firstStop(ofSection: current)
    if isAfter || target == suite.selection {
      target = suite.listing.section(after: isAfter, current).flatMap(firstStop)
    }
    guard let target else { return }
    select(target)
    ensureSelection()
  }

  // MARK: - Folding

  /// Folds a section, or unfolds it.
  mutating func toggleFold(_ section: Int) {
    setFolded(section, !foldedSections.contains(section))
  }

  /// Folds or unfolds a section; the cursor stays in the section.
  private mutating func setFolded(_ section: Int, _ isFolded: Bool) {
    if isFolded {
      suite.listing.fold(foldedSections.union([section]))
      if selectedSection == section { select(.section(section)) }
    } else {
      suite.listing.fold(foldedSections.subtracting([section]))
      if suite.selection == .section(section) { select(firstKey(of: section)) }
    }
    ensureSelection()
  }

  /// Folds all sections, or unfolds all if they are folded; the cursor stays in its section.
  private mutating func foldAll() {
    let all = Set(document.sections.indices)
    if foldedSections.isSuperset(of: all) {
      let section = selectedSection
      suite.listing.fold([])
      if case .section = suite.selection { select(section.flatMap(firstKey)) }
    } else {
      select(selectedSection.map { .section($0) })
      suite.listing.fold(all)
    }
    ensureSelection()
  }

  /// Unfolds the section of the selected key, which a search found in a folded section.
  mutating func unfoldSelectedSection() {
    guard let section = selectedItem?.section, foldedSections.contains(section) else { return }
    suite.listing.fold(foldedSections.subtracting([section]))
  }

  /// Returns the first key of a section that is shown; nil if none is.
  private func firstKey(of section: Int) -> Selection? {
    suite.listing.firstKey(ofSection: section).map { .key(document.key(at: $0)) }
  }

  /// Returns the first stop of a section: its heading if it is folded, otherwise its first key.
  private func firstStop(ofSection section: Int) -> Selection? {
    foldedSections.contains(section) ? .section(section) : firstKey(of: section)
  }

  // MARK: - Other suites and keys without a schema

  /// Sets a notice with the catalog's remark about the schema, if it has one.
  mutating func showRemark() {
    if let remark = document.remark { feedback.notice = Notice(kind: .refused, text: remark) }
  }

  /// Shows a document that was opened, first without its values and then with them.
  ///
  /// The filter, the folded sections, the order and the selection are those with which the suite was
  /// left (``restorePlace()``). Changes that arrived
  /// before the values are applied at the end.
  mutating func show(_ document: Document) {
    let isOpened = self.document.isLoading && self.document.suiteName == document.suiteName
    let changes = isOpened ? suite.deferredChanges : []
    if self.document.suiteName != document.suiteName { stageUncommitted() }
    catalog.recentKeys[self.document.suiteName] = self.document.annotations.recent
    catalog.marked[self.document.suiteName] = suite.marked
    suite = SuiteView(document)
    suite.marked = catalog.marked[document.suiteName] ?? MarkedKeys()
    suite.marked.endRange()
    // A key may have been removed while another suite was shown.
    if !document.isLoading {
      suite.marked.remove(suite.marked.keys.filter { document.slot(of: $0) == nil })
    }
    suite.document.annotations.recent = catalog.recentKeys[document.suiteName] ?? []
    showAll()
    // The list of suites with which the editor begins stays open while the suite below it is read.
    if !(screen is PickerScreen) { showList() }
    restorePlace()
    showRemark()
    ensureSelection()
    apply(changes)
    if !document.isLoading { unstageWritten() }
    refreshPicker()
    if let wanted = wantedKey, wanted.suiteName == document.suiteName, !document.isLoading {
      wantedKey = nil
      go(to: wanted.key)
    }
  }
}
