import Defaults
import DefaultsSchema
import Terminal

// The input of an open edit as text: edited in another program, and compared with the stored value.
extension EditorState {
  /// Opens the selected key, and its value as text in another program.
  mutating func editExternally() -> [Effect] {
    guard let item = editableItem() else { return [] }
    notice = nil
    var edit = newEdit(of: item)
    if let parked = parkedEdits[suiteKey(item.key)] {
      open(item, parked)
      guard case .edit(let opened) = mode else { return [] }
      edit = opened
    }
    return editExternally(edit, isFromList: true)
  }

  /// Performs a command that every edit of text has.
  mutating func perform(_ command: EditCommand, in edit: OpenEdit) -> [Effect] {
    notice = nil
    switch command {
    case .editExternally:
      return editExternally(edit, isFromList: false)
    case .showDifference:
      guard !edit.entry.holdsSecret else {
        refuse("\(edit.entry.title) is secret: it is not shown.")
        return []
      }
      let difference = difference(of: edit)
      guard !difference.difference.lines.isEmpty else {
        refuse("There is no difference to the stored value.")
        return []
      }
      mode = .difference(difference)
      return []
    }
  }

  /// Returns the difference of the input to the value that is stored now.
  private func difference(of edit: OpenEdit) -> OpenDifference {
    var storedText = edit.storedText
    if edit.isChangedElsewhere {
      let item = document.item(edit.key)
      storedText = item.map { newEdit(of: $0, in: edit.scope).storedText } ?? ""
    }
    return OpenDifference(edit, storedText: storedText)
  }

  /// Requests that another program edits the input.
  ///
  /// The input is parked before, because a signal can end this program while the other one runs.
  private mutating func editExternally(_ edit: OpenEdit, isFromList: Bool) -> [Effect] {
    guard !edit.entry.holdsSecret else {
      refuse("\(edit.entry.title) is secret: it is not written to a file.")
      return []
    }
    mode = .edit(edit)
    park(edit, suiteKey(edit.key))
    let text = ExternalText(
      key: suiteKey(edit.key),
      title: edit.entry.title,
      text: edit.text,
      isFromList: isFromList
    )
    return saveParkedEdits() + [.editText(text)]
  }

  /// Puts the text that another program has edited into the open edit, and shows the difference.
  mutating func finish(_ external: ExternalText, _ outcome: ExternalText.Outcome) {
    guard case .edit(var edit) = mode, suiteKey(edit.key) == external.key else { return }
    // It was parked only while the program ran.
    setParked(nil, external.key)
    switch outcome {
    case .changed(let text) where text != external.text.text:
      edit.replaceText(by: text)
      mode = .edit(edit)
      if let rejection = edit.rejectionText {
        refuse("Not saved: \(rejection)".ended)
      } else if !edit.control.isDirty {
        notice = Notice(kind: .done, text: "\(edit.entry.title) is as it is stored.")
      } else {
        let difference = difference(of: edit)
        if !difference.difference.lines.isEmpty { mode = .difference(difference) }
      }
    case .changed, .unchanged:
      if external.isFromList { close(edit) }
      notice = Notice(kind: .done, text: "\(edit.entry.title) was not changed.")
    case .failed(let reason):
      if external.isFromList { close(edit) }
      notice = Notice(kind: .failed, text: reason)
    }
  }

  /// Performs the action of a key press in the difference.
  mutating func perform(_ action: KeyAction?, in open: OpenDifference) -> [Effect] {
    guard let action else { return [] }
    if let command = MoveCommand(action) {
      let rows = max(1, Panel.room(Layout(state: self), .wide).rows)
      let count = open.difference.lines.count
      var open = open
      let top = open.top + command.distance(page: max(1, rows - 1), count: count)
      open.top = max(0, min(count - rows, top))
      mode = .difference(open)
      return []
    }
    switch FinishCommand(action) {
    case .save:
      // The control decides what is saved: in a list, the open item first.
      var edit = open.edit
      mode = .edit(edit)
      return finish(edit.control.perform(action), edit)
    case .close: mode = .edit(open.edit)
    case .choose, .useDefault, .useStored, .unset, nil: break
    }
    return []
  }

  /// Scrolls the difference with the wheel.
  mutating func handle(_ event: MouseEvent, in open: OpenDifference) -> [Effect] {
    switch event.action {
    case .wheelUp: perform(KeyAction(MoveCommand.previous), in: open)
    case .wheelDown: perform(KeyAction(MoveCommand.next), in: open)
    case .press, .doubleClick: []
    }
  }

  /// Checks the input of a long text, when no event is pending.
  mutating func checkOpenEdit() {
    guard case .edit(var edit) = mode, edit.needsCheck else { return }
    edit.check()
    mode = .edit(edit)
  }

  /// Whether the input of the open edit was changed and not checked yet.
  var hasUncheckedInput: Bool {
    if case .edit(let edit) = mode { edit.needsCheck } else { false }
  }
}
