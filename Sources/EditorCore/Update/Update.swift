import Terminal

/// Changes the state for an action, and returns the effects that the session must perform.
///
/// This function is pure: it reads no file and no clock, and starts no thread, so a session can be
/// replayed from its actions. `update` never changes a stored value in the state itself. A key press
/// that changes a value requests `Effect.write`, and the session performs the write on its work queue.
/// Two actions follow: `changes` has the new value, from the suite's observation, and `written` has
/// the outcome, for the notice. Until then all input is handled, except the events for which
/// ``EditorState/shouldDefer(_:)`` returns true.
///
/// After every action, seven steps run in this order:
///
/// 1. A document with a newer schema replaces the shown one, if no open screen depends on it.
/// 2. The next unread message is shown, if the list has the input. It comes after step 1, because a
///    message would delay the document.
/// 3. The top screen adapts to the state (``Screen/refresh(_:)``): the action may have changed its input,
///    its rows or the size.
/// 4. The list scrolls to the cursor: a text of several lines on the status line makes it shorter.
/// 5. The values of the visible rows are decoded, and their texts are prepared for the filter, because
///    `view` cannot keep them.
/// 6. The question of the open control is asked with an effect if it is a new one, and what the order,
///    the filter, the page of a key and the pane of suites need is read.
/// 7. The place in the suite is saved with an effect if it has changed, and parked input and staged
///    edits that changed in this call. That comes last, so that one call saves each part of what is
///    remembered of a suite at most once. New messages get their time in the same way.
public func update(_ state: inout EditorState, _ action: Action) -> [Effect] {
  action.perform(&state)
  if state.session.isReadOnly { state.refuseChanges() }
  state.keepLayout()
  state.showNextDocument()
  state.showNextMessage()
  state.refreshPanes()
  state.refreshScreen()
  state.scrollToSelection()
  state.keepVisibleRows()
  state.finishLeaving()
  // Before the other effects, because they can open another suite.
  let requested = state.requests.effects
  state.requests.effects = []
  let opensSuite = requested.contains { $0.request is OpenRequest }
  state.savePlace(isLeaving: state.isFinished || opensSuite)
  state.requests.effects += requested
  state.askOpenEdit()
  state.askForChanges()
  state.askForHistory()
  state.saveParkedInput()
  state.saveStagedEdits()
  state.examineSuites()
  if state.feedback.log.needsTime { state.send(.stampMessages) }
  defer { state.requests.effects = [] }
  return state.requests.effects
}

extension EditorState {
  /// Handles an event of the terminal.
  ///
  /// Input that precedes the frame with a question that has opened by itself is ignored: it was meant
  /// for what was there before, and must not answer the question.
  mutating func handle(_ event: Event) {
    if feedback.isScreenUnseen, event.isInput { return }
    switch event {
    case .key(let press): handle(press)
    case .paste(let text):
      feedback.reopens = nil
      paste(text)
    case .resize(let size):
      self.size = size
      ensureSelection()
    case .mouse(let event):
      feedback.reopens = nil
      handle(event)
    case .resume: send(.reload)
    case .rightClick(let event): openRowMenu(at: event)
    case .drag: explainDrag()
    case .background(let background): session.background = background
    case .wake: break
    case .terminate: leaveNow()
    }
  }

  /// Sets a notice with what was done, and what the user can press next; nil for nothing.
  mutating func note(_ text: String, hint: String? = nil) {
    feedback.notice = Notice(kind: .done, text: [text, hint].line(separator: "   "))
  }

  /// Sets a notice with the reason why nothing was done.
  mutating func refuse(_ text: String) {
    feedback.notice = Notice(kind: .refused, text: text)
  }

  /// Requests an effect; the session performs effects in the order of these calls.
  mutating func send(_ effect: Effect) {
    requests.effects.append(effect)
  }
}

extension Event {
  /// Whether the user typed, pasted or clicked.
  var isInput: Bool {
    switch self {
    case .key, .paste, .mouse, .rightClick, .drag: true
    case .resize, .resume, .background, .wake, .terminate: false
    }
  }
}
