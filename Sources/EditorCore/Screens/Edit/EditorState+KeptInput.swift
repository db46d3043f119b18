import DefaultsCore
import DefaultsSchema

// What was typed in an edit and not stored.
//
// Esc closes an edit at once, without a question. What was typed is kept by key in `unfinished.parked`:
// the key that undoes opens it again if it is pressed next, and every later edit of the key offers it
// (`recall(_:)`), until the key is stored. The input is saved on disk too (`Effect.remember`), so
// quitting, a signal or a closed terminal loses nothing either. Secrets are the exception: they are
// never kept.
extension EditorState {
  // MARK: - Offering it

  /// Opens the edit again that was closed last, with what was typed.
  mutating func reopen(_ key: SuiteKey) {
    guard key.suiteName == document.suiteName, let parked = unfinished.parked[key] else {
      return
    }
    feedback.notice = nil
    if let item = document.item(key.key) {
      show(item, parked)
    } else if case .edit(let edit) = parked {
      show(typed: edit)
    }
  }

  /// Shows what was typed before in an open edit: for the open item, or for the key if none is open.
  mutating func recall(_ edit: OpenEdit) {
    var edit = edit
    let keepsInput = edit.prompt?.keepsInput == true
    let promptInput = keepsInput ? unfinished.prompts[edit.entry.title] : nil
    if edit.control.recall()
      || promptInput.map({ ControlCatalog.restore($0, in: &edit.control) }) == true
    {
      edit.check()
      show(EditScreen(edit))
    } else if edit.prompt == nil, edit.control.openParts.isEmpty,
      let parked = unfinished.parked[suiteKey(edit.key)]
    {
      guard !edit.control.isDirty else {
        return refuse("What you typed before would replace what you have typed now.")
      }
      show(document.item(edit.key) ?? Item(entry: edit.entry), parked)
    } else {
      refuse("Nothing was typed here before.")
    }
  }

  /// The text of the input that ``recall(_:)`` shows, empty if it is no text; nil if there is none.
  func keptText(for edit: OpenEdit) -> String? {
    // An open item has input of its own; that of a secret is never kept.
    if let text = edit.control.keptText { return text }
    guard !edit.entry.holdsSecret else { return nil }
    if edit.prompt != nil { return unfinished.prompts[edit.entry.title].map { $0.text ?? "" } }
    // Input of the whole value is no text for one of its items.
    return edit.control.openParts.isEmpty ? unfinished.parked[suiteKey(edit.key)]?.text : nil
  }

  /// Opens an item with input that was typed before.
  ///
  /// If the key's type has changed and its control cannot show the input of an earlier session, the
  /// input is shown in a message and removed, so that the user can copy it.
  private mutating func show(_ item: Item, _ parked: ParkedEdit) {
    switch parked {
    case .edit(let edit):
      show(typed: OpenEdit(item, continuing: edit))
    case .kept(let kept):
      let now = item.layers.value(in: kept.scope)
      if let edit = OpenEdit(item, now: now, kept: kept) { return show(typed: edit) }
      unfinished.setParked(nil, suiteKey(item.key))
      showList()
      guard !item.entry.holdsSecret else { return }
      let text = ValueKind.any.editableText(kept.input)
      add(
        Message(
          title: "Input of an earlier session",
          text: "\(item.entry.title) has another type now, so it cannot have this input: \(text)"
        )
      )
    }
  }

  /// Opens an edit again, with the item open in which something was typed.
  private mutating func show(typed edit: OpenEdit) {
    var edit = noted(edit)
    edit.control.openItems?.openKept()
    show(EditScreen(edit))
  }

  /// Returns an edit that is opened again, marked if its key was changed elsewhere meanwhile.
  private func noted(_ edit: OpenEdit) -> OpenEdit {
    var edit = edit
    edit.isChangedElsewhere = isOutdated(edit)
    return edit
  }

  // MARK: - Keeping it

  /// Keeps what was typed in a prompt, so that it can be brought back when the same is asked again.
  mutating func keepPromptInput(of edit: OpenEdit) {
    guard edit.control.isDirty, !edit.entry.holdsSecret, edit.prompt?.keepsInput == true else {
      return
    }
    unfinished.prompts[edit.entry.title] = edit.control.input
  }

  /// Parks the open edit before the program ends.
  mutating func parkOpenEdit() {
    guard let edit = openEdit else { return }
    park(edit, suiteKey(edit.key))
  }

  /// Saves parked input that has changed on disk, each suite for itself.
  mutating func saveParkedInput() {
    for (name, inputs) in unfinished.takeUnsaved() {
      send(.remember(suiteName: name, .parked(inputs)))
    }
  }

  /// What the key that undoes does if it is pressed next; nil if it has no key press.
  var reopenText: String? { keyText(ListCommand.undo, "reopens what you typed.") }

  /// Keeps the input of a closed edit, unless it is unchanged, secret, or quick to enter again.
  ///
  /// - Returns: whether the input was kept.
  @discardableResult
  mutating func park(_ edit: OpenEdit, _ key: SuiteKey) -> Bool {
    guard edit.prompt == nil, isWorthParking(edit) else { return false }
    unfinished.setParked(.edit(edit), key)
    return true
  }

  /// Keeps the input of a write that was refused.
  ///
  /// If its key is still open, or has been opened again and nothing was typed there, the open edit has
  /// the input as a change that is not stored. Closing it keeps the input.
  ///
  /// - Returns: whether the input was kept for a closed edit.
  @discardableResult
  mutating func keep(refused edit: OpenEdit, _ key: SuiteKey) -> Bool {
    var edit = edit
    edit.goBackToStored()
    if let open = screen(EditScreen.self)?.edit, open.prompt == nil, suiteKey(open.key) == key {
      if open.hasStored {
        change(EditScreen.self) { $0.edit.goBack(to: edit) }
        return false
      }
      if !open.control.isDirty, let item = document.item(open.key) {
        let continued = noted(OpenEdit(item, continuing: edit))
        change(EditScreen.self) { $0.edit = continued }
        return false
      }
    }
    guard unfinished.parked[key] == nil, park(edit, key) else { return false }
    feedback.reopens = key
    return true
  }

  /// Returns whether the input of an edit is kept when it is closed.
  func isWorthParking(_ edit: OpenEdit) -> Bool {
    let isTyped = edit.control.isDirty && edit.control.isWorthParking
    return (isTyped || edit.control.hasKeptInput) && !edit.entry.holdsSecret
  }
}
