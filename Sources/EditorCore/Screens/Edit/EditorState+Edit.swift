import DefaultsCore
import DefaultsSchema
import Terminal

// An open edit: opening, input, closing.
//
// Enter passes through `commit(_:)`, which ends in one of four ways: the input is invalid and the edit
// stays open; nothing was changed and the edit closes; the key was changed elsewhere and a
// ``ConflictScreen`` asks; or a write is requested. In the last case the edit is in `unfinished.saving` until the
// outcome arrives, and its input is kept if the write is rejected. A finished change of an item of a list
// or table is written in the same way, and the edit stays open (`storeFinished(_:)`).
//
// An edit keeps the stored value that it began with (`OpenEdit.expected`), also while it is closed. The
// write carries it to the store, which compares it under its lock. A change elsewhere that has not been
// noticed before therefore ends in the same question (`askAbout(_:_:)`).
extension EditorState {
  // MARK: - Opening

  /// Opens the selected key for editing, or unfolds the selected section.
  ///
  /// A Bool is toggled instead: a control would take two key presses.
  mutating func edit(in scope: WriteScope = .user) {
    if case .section(let section) = suite.selection {
      return toggleFold(section)
    }
    if let item = selectedItem, refusal(toEdit: item, in: scope) == nil,
      case .bool = item.entry.kind,
      !item.entry.isSecret, item.entry.behavior.control == nil
    {
      feedback.notice = nil
      suite.shownSecret = nil
      return toggle(in: scope)
    }
    open(in: scope)
  }

  /// Opens the control of the selected key, also for a Bool; of a key that the filter has found by a member,
  /// the member.
  mutating func open(in scope: WriteScope = .user) {
    // Where editing is not allowed, the value can still be looked at; the notice says why.
    guard let item = editableItem(in: scope) else {
      return openViewer(at: selectedItem?.isLocked == true ? .layers : .value)
    }
    feedback.notice = nil
    suite.shownSecret = nil
    var edit = newEdit(of: item, in: scope)
    if let member = foundMember(of: item) {
      edit.control.openItems?.open(member.names[...])
    }
    show(EditScreen(edit))
  }

  /// Returns an edit that begins with the present value of an item.
  func newEdit(of item: Item, in scope: WriteScope = .user) -> OpenEdit {
    OpenEdit(
      item,
      stored: expectedValue(of: item, in: scope),
      expected: base(of: item, in: scope),
      scope: scope
    )
  }

  /// Returns whether the stored value is known to differ from the one that an edit began with.
  func isOutdated(_ edit: OpenEdit) -> Bool {
    guard case .stored(let base) = edit.expected, edit.prompt == nil else { return false }
    return storedValue(for: edit) != base
  }

  /// Returns the value that the key of an edit has in the edit's file; nil for none.
  func storedValue(for edit: OpenEdit) -> Defaults.StoredValue? {
    document.item(edit.key)?.layers.value(in: edit.scope)
  }

  /// Returns the name of a key together with that of the shown suite.
  func suiteKey(_ key: Defaults.KeyName) -> SuiteKey {
    SuiteKey(suiteName: document.suiteName, key: key)
  }

  // MARK: - Input

  /// Performs an action of the open edit, as if its key had been pressed.
  mutating func performInEdit(_ action: KeyAction) {
    guard var edit = topScreen(EditScreen.self)?.edit else { return }
    finish(edit.control.perform(action), edit)
  }

  /// Handles the outcome that the control returned for an event; `edit` holds the changed control.
  mutating func finish(_ outcome: ControlOutcome, _ edit: OpenEdit) {
    var edit = edit
    switch outcome {
    case .ignored: return
    case .changed: edit.noteChange()
    case .moved:
      // What is typed in an open item may complete the value, until the item is closed.
      if edit.control is ItemsControl, edit.control.isDirty { edit.noteChange() }
    case .finished: return storeFinished(edit)
    case .reset: return reset(edit)
    case .commit, .commitAll: return commit(edit)
    case .cancel: return close(edit)
    case .goUp:
      return refuse(
        keyText(FinishCommand.close, "closes the value.", in: edit.control.keyMode) ?? ""
      )
    case .refused(let reason):
      show(EditScreen(edit))
      return refuse(reason)
    case .unset:
      return unset(edit)
    case .readClock: return send(.readClock)
    }
    feedback.notice = nil
    show(EditScreen(edit))
    // The text of a secret is not kept, so its item is not named here.
    if let items = edit.control.openItems, let closed = items.closed {
      let undo = keyText(ItemsCommand.undo, "reopens what you typed.", in: edit.control.keyMode)
      note(["\(items.label(of: closed)) is not saved.", undo].line())
    }
  }

  /// Passes an answer to the control of the open edit, and hides a secret whose time is over.
  mutating func receive(_ answer: ControlAnswer) {
    if answer == .hide { suite.shownSecret = nil }
    change(EditScreen.self) {
      $0.edit.control.receive(answer)
      $0.edit.check()
    }
  }

  /// Asks the question of the open control, unless it has been asked already.
  mutating func askOpenEdit() {
    let question = screen(EditScreen.self)?.edit.control.question
    guard question != askedQuestion else { return }
    askedQuestion = question
    if let question { send(.ask(question)) }
  }

  /// Shows the value of the selected key for a short time if it is secret, or hides it again.
  mutating func showSecret() {
    guard let item = selectedItem else { return refuse(textWithoutKey) }
    showSecret(of: item)
  }

  /// Shows the value of a key for a short time if it is secret, or hides it again.
  mutating func showSecret(of item: Item) {
    guard item.entry.isSecret else {
      let hasSecrets = item.entry.holdsSecret
      return refuse(
        hasSecrets
          ? "\(item.entry.title) has secret members; each is shown where it is edited."
          : "The value of \(item.entry.title) is not secret."
      )
    }
    suite.shownSecret = suite.shownSecret == item.key ? nil : item.key
    if suite.shownSecret != nil { send(.ask(.hideLater)) }
  }

  // MARK: - Closing

  /// Closes an edit without storing its input, which is kept unless it is a secret.
  mutating func close(_ edit: OpenEdit) {
    closePanels()
    if let prompt = edit.prompt {
      keepPromptInput(of: edit)
      feedback.notice = nil
      return prompt.cancel(&self)
    }
    let title = edit.entry.title
    if park(edit, suiteKey(edit.key)) {
      feedback.reopens = suiteKey(edit.key)
      note(["\(title) is not saved.", reopenText].line())
    } else if edit.control.isDirty, edit.entry.holdsSecret {
      refuse("\(title) is secret: the input is not kept.")
    } else if edit.hasStored, !isStaging, edit.base != edit.baseOfVisit,
      requests.writes[suiteKey(edit.key)] == nil, unfinished.uncommitted[suiteKey(edit.key)] == nil
    {
      guard !isOutdated(edit) else {
        return note("\(title) was changed elsewhere: the newer value stays.")
      }
      // One undo takes all changes of the visit back, so all of them are named.
      let request = WriteRequest(
        suiteName: document.suiteName,
        key: edit.key,
        value: edit.base,
        purpose: .edit(extendsLast: true),
        scope: edit.scope
      )
      note(savedText(request, edit.baseOfVisit, edit.base))
    } else if edit.control.openItems?.closed != nil {
      // What it said of reopening the item is over.
      feedback.notice = nil
    }
  }

  /// Requests a write of a value with a finished change, and leaves the edit open.
  ///
  /// A value that is not valid yet stays in the edit, which says what is missing. The change that makes
  /// it valid stores all. All writes of one edit are one entry of the history.
  private mutating func storeFinished(_ edit: OpenEdit) {
    var edit = edit
    edit.check()
    feedback.notice = nil
    show(EditScreen(edit))
    // A key that is unset stays so while nothing is changed.
    guard edit.prompt == nil, edit.rejection == nil, edit.control.isDirty || edit.hasStored,
      let value = (try? edit.value()).map(edit.toStore), value != edit.base
    else { return }
    if let reason = document.item(edit.key)?.disabledReason {
      return refuse("Not saved: \(reason)")
    }
    if isOutdated(edit) {
      return push(ConflictScreen(edit: conflicting(edit, with: storedValue(for: edit))))
    }
    unfinished.setParked(nil, suiteKey(edit.key))
    unfinished.saving[suiteKey(edit.key)] = edit
    let purpose = WriteRequest.Purpose.edit(extendsLast: edit.extendsVisit(value))
    request(value, key: edit.key, purpose, for: edit.expected, in: edit.scope)
    edit.goOn(storing: value, expecting: isStaging ? edit.expected : .requested(value))
    show(EditScreen(edit))
  }

  /// Requests a write of the input, or sets a notice with the reason why that is not possible.
  ///
  /// The answer is the newer value of another program that the user allowed to overwrite; nil if no
  /// question was asked.
  mutating func commit(_ edit: OpenEdit, answering answer: WriteBase? = nil) {
    if let prompt = edit.prompt { return finish(prompt, edit) }
    let value: Defaults.StoredValue
    do throws(Defaults.Rejection) {
      value = try edit.value()
    } catch {
      // Nothing is stored and nothing was entered: that need not be a valid value.
      if !edit.control.isDirty, edit.base == nil, !error.isMissingNumber,
        let item = document.item(edit.key)
      {
        return leave(edit, item)
      }
      var edit = edit
      edit.check(isSaving: true)
      show(EditScreen(edit))
      return refuse(
        "Not saved: \(edit.rejectionText ?? edit.entry.text(of: error))".ended
      )
    }
    // A condition of the app may have changed since the opening.
    if let reason = document.item(edit.key)?.disabledReason {
      show(EditScreen(edit))
      return refuse("Not saved: \(reason)")
    }
    // All is stored already; what another program has stored since is not replaced.
    if !edit.control.isDirty, edit.hasStored {
      return close(edit)
    }
    // Without a change, do not write: the typed key could store the value in a different form, for
    // example 7.0 as 7. A key that is unset stays unset unless something is entered.
    if !edit.control.isDirty, edit.base != nil || edit.isUnset,
      let item = document.item(edit.key), edit.base == expectedValue(of: item, in: edit.scope)
    {
      return leave(edit, item)
    }
    if answer == nil, isOutdated(edit) {
      let stored = storedValue(for: edit)
      if stored == value, !isStaging, let item = document.item(edit.key) {
        // Somebody else has stored the same. Input of an earlier edit is another one and stays.
        showList()
        if edit.control.isDirty { unfinished.setParked(nil, suiteKey(edit.key)) }
        return note(unchangedText(item))
      }
      return ask(ConflictScreen(edit: conflicting(edit, with: stored)))
    }
    save(value, of: edit, for: answer ?? edit.expected)
  }

  /// Closes an edit, and requests that a value is stored.
  mutating func save(
    _ value: Defaults.StoredValue,
    of edit: OpenEdit,
    for base: WriteBase
  ) {
    showList()
    feedback.notice = nil
    unfinished.setParked(nil, suiteKey(edit.key))
    unfinished.saving[suiteKey(edit.key)] = edit
    request(value, key: edit.key, .edit(extendsLast: false), for: base, in: edit.scope)
  }

  /// Closes an edit whose input was not changed.
  private mutating func leave(_ edit: OpenEdit, _ item: Item) {
    close(edit)
    note(unchangedText(item))
  }

  /// Performs the next step of a reset: shows the stored value or the default, or unsets the key.
  private mutating func reset(_ edit: OpenEdit) {
    var edit = edit
    feedback.notice = nil
    switch edit.control.nextReset {
    case .showOriginal:
      if edit.prompt == nil, let item = document.item(edit.key) {
        // The value may have changed since the edit was opened.
        edit = newEdit(of: item, in: edit.scope)
      } else {
        edit.show(edit.edited.original)
      }
    case .showDefault: edit.show(edit.edited.defaultValue)
    case .unset:
      if edit.prompt == nil, let item = document.item(edit.key),
        expectedValue(of: item, in: edit.scope) != nil
      {
        return unset(edit)
      }
      refuse(edit.prompt == nil ? "\(edit.entry.title) is not set." : "There is nothing to reset.")
    }
    show(EditScreen(edit))
  }

  /// Closes an edit, and requests that the stored value is removed.
  private mutating func unset(_ edit: OpenEdit) {
    showList()
    feedback.notice = nil
    guard edit.prompt == nil else { return }
    unfinished.setParked(nil, suiteKey(edit.key))
    guard let item = document.item(edit.key), expectedValue(of: item, in: edit.scope) != nil else {
      return refuse("\(edit.entry.title) is not set.")
    }
    request(nil, key: edit.key, .reset, for: edit.expected, in: edit.scope)
  }
}
