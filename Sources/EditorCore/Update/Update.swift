import Terminal

/// Changes the state for an action, and returns the effects that the session must perform.
///
/// This function is pure: it reads no file and no clock, and starts no thread, so a session can be
/// replayed from its actions. `update` never changes a stored value in the state itself. A key press
/// that changes a value returns `Effect.write`, and the session performs the write on its work queue.
/// Two actions follow: `changed` has the new value, from the suite's observation, and `written` has
/// the outcome, for the notice. Until then all input is handled, except the events for which
/// ``EditorState/shouldDefer(_:)`` returns true.
///
/// After every action, eight steps run in this order:
///
/// 1. A document with a newer schema replaces the shown one, if no key is being edited.
/// 2. The next unread message is shown, if the mode is the list. It comes after step 1, because a
///    message mode would delay the document.
/// 3. The open control scrolls to its cursor: the action may have changed its input or the screen size.
///    For the same reasons, the lines of an open viewer or message are made again if they are outdated,
///    and an open picker and the help scroll to their selected row.
/// 4. The list scrolls to the cursor: a text of several lines on the status line makes it shorter.
/// 5. The values of the visible rows are decoded, because `view` cannot keep what it decodes.
/// 6. The question of the open control is asked with an effect, if it is a new one.
/// 7. The history is read with an effect if the order or the filter needs it and it was not read yet,
///    and the numbers of suites that are on the screen and not known.
/// 8. The place in the suite is saved with an effect if it has changed, and parked input and staged
///    edits that changed in this call. That comes last, so that one call returns at most one effect of
///    each kind for each suite. New messages get their time in the same way.
public func update(_ state: inout EditorState, _ action: Action) -> [Effect] {
  var effects = state.perform(action)
  if state.isReadOnly { state.refuseChanges(&effects) }
  state.showNextDocument()
  state.showNextMessage()
  state.scrollOpenEdit()
  state.refreshViewer()
  state.refreshMessage()
  state.scrollPicker()
  state.scrollHelp()
  state.scrollSuiteSearch()
  state.refreshPanes()
  state.refreshTables()
  state.scrollToSelection()
  state.keepVisibleValues()
  state.finishLeaving()
  let isLeaving =
    state.isFinished || effects.contains { if case .open = $0 { true } else { false } }
  // Before the other effects, because they can open another suite.
  let saving = state.savePlace(isLeaving: isLeaving)
  return saving + effects + state.askOpenEdit() + state.askForChanges() + state.askForOtherSuites()
    + state.saveParkedEdits()
    + state.saveStagedEdits() + state.examineSuites()
    + (state.log.needsTime ? [.stampMessages] : [])
}

extension EditorState {
  /// Performs an action; without the steps that follow every action.
  fileprivate mutating func perform(_ action: Action) -> [Effect] {
    switch action {
    case .event(let event): return handle(event)
    case .plain(let step): return isQuestionUnseen ? [] : perform(step)
    case .changed(let change): return apply([change])
    case .changes(let changes): return apply(changes)
    case .proceed: proceed()
    case .written(let request, let outcome): finish(request, outcome)
    case .restored(let request, let outcome): return finish(request, outcome)
    case .opened(let document): show(document)
    case .parkedInput(let name, let inputs): addParkedInput(inputs, ofSuite: name)
    case .described(let document, let suites): replaceSuites(suites, document)
    case .undeclaredEditing(let name):
      if name == document.suiteName { editsUndeclaredKeys = true }
    case .searched(let document): addSearched(document)
    case .examined(let overview): overviews.set(overview)
    case .availability(let name, let keys): setAvailability(keys, ofSuite: name)
    case .storeStatus(let status): setStatus(status)
    case .committed(let keys):
      for key in keys { uncommittedEdits[suiteKey(key)] = nil }
      announceCommit(of: keys)
    case .notStored(let key, let text):
      add(Message(title: "Not stored", text: text))
      if let edit = uncommittedEdits.removeValue(forKey: suiteKey(key)) {
        park(edit, suiteKey(key))
      }
    case .message(let title, let text): add(Message(title: title, text: text))
    case .history(let name, let key, let history): setHistory(history, of: key, inSuite: name)
    case .suiteHistory(let name, let history): setHistory(history, ofSuite: name)
    case .planned(let request, let outcome): return finish(request, outcome)
    case .applied(let request, let outcome): return finish(request, outcome)
    case .exported(let request, let outcome): return finish(request, outcome)
    case .staged(let name, let kept): addStaged(kept, ofSuite: name)
    case .authors(let name, let authors): addAuthors(authors, ofSuite: name)
    case .textEdited(let text, let outcome): finish(text, outcome)
    case .clock(let text): if case .edit(let edit) = mode { paste(text, into: edit) }
    case .answered(let answer): receive(answer)
    case .diagnosed(let text, _): fail(text)
    case .messagesStamped(let time): log.stamp(time)
    case .presented:
      isQuestionUnseen = false
      markFailureShown()
    case .lastChanges(let name, let changes): setLastChanges(changes, ofSuite: name)
    case .copiedToFile(let path): announceCopy(toFile: path)
    case .settings(let settings, let colorCount): use(settings, colorCount: colorCount)
    }
    return []
  }
}

extension EditorState {
  /// Handles an event of the terminal.
  ///
  /// Input that precedes the frame with a question that has opened by itself is ignored: it was meant
  /// for what was there before, and must not answer the question.
  mutating func handle(_ event: Event) -> [Effect] {
    if isQuestionUnseen, event.isInput { return [] }
    switch event {
    case .key(let press):
      return handle(press)
    case .paste(let text):
      paste(text)
      return []
    case .resize(let size):
      self.size = size
      ensureSelection()
      return []
    case .mouse(let event):
      return handle(event)
    case .resume:
      return [.reload]
    case .rightClick(let event):
      return openRowMenu(at: event)
    case .drag:
      explainDrag()
      return []
    case .background(let background):
      self.background = background
      return []
    case .wake:
      return []
    case .terminate:
      return leaveNow()
    }
  }

  /// Handles a key press.
  ///
  /// The commands of every mode (help, redraw, suspend) are performed here. All others are passed to
  /// the code of the mode, with the action that is bound to the key press in that mode.
  mutating func handle(_ press: KeyPress) -> [Effect] {
    dismissShownFailure()
    let action = bindings.action(for: press, in: keyMode)
    if let command = action.flatMap(GlobalCommand.init) { return perform(command) }
    if press == .interrupt, action == KeyAction(ListCommand.quit) { return leaveNow() }
    switch mode {
    case .list: return handleInList(press, action)
    case .suitesPane(let name): return perform(action, inSuitesPane: name)
    case .detailsPane(let top): return perform(action, inDetailsAt: top)
    case .filter(let prompt): return handleInPrompt(press, action, prompt)
    case .edit(let edit): return handle(press, in: edit)
    case .conflict(let edit): return perform(action, inConflict: edit)
    case .difference(let open): return perform(action, in: open)
    case .help(let list): return handle(press, action, in: list)
    case .picker(let picker): return handle(press, action, in: picker)
    case .everywhere(let search): return handle(press, action, in: search)
    case .confirm(let restore): return perform(action, confirming: restore)
    case .allowUndeclared(let command, let key):
      return perform(action, allowing: command, for: key)
    case .message(let message): return perform(action, in: message)
    case .viewer(let viewer): return perform(action, in: viewer)
    case .plan(let open): return perform(action, in: open)
    case .history(let open): return perform(action, in: open)
    case .layers(let open): return perform(action, in: open)
    case .menu(let menu): return handle(press, action, in: menu)
    }
  }

  /// Inserts pasted text into the filter or the open control; other modes refuse it.
  ///
  /// Pasted text is never handled as key presses, so its characters cannot trigger commands.
  private mutating func paste(_ text: String) {
    switch mode {
    case .filter(var prompt):
      prompt.buffer.paste(text)
      type(prompt)
    case .edit(let edit):
      paste(text, into: edit)
    case .picker(let picker):
      paste(text, into: picker)
    case .everywhere(let search):
      paste(text, into: search)
    case .help(let list):
      paste(text, into: list)
    case .list, .suitesPane, .detailsPane, .conflict, .difference, .confirm, .allowUndeclared,
      .message, .viewer, .plan, .history, .layers, .menu:
      let count = text.count
      let filter = bindings.name(of: ListCommand.filter, in: .list).map { "press \($0) or " } ?? ""
      refuse("\(count) character\(count == 1 ? "" : "s") pasted; \(filter)edit a key first.")
    }
  }

  /// Sets a notice with the reason why nothing was done.
  mutating func refuse(_ text: String) {
    notice = Notice(kind: .refused, text: text)
  }
}
