import DefaultsCore
import DefaultsSchema
import Terminal

// The input of an open edit as text: edited in another program, and compared with the stored value.
extension EditorState {
  /// Opens the selected key, and its value as text in another program.
  mutating func editExternally() {
    guard let item = editableItem() else { return }
    feedback.notice = nil
    editExternally(newEdit(of: item), isFromList: true)
  }

  /// Performs a command that every edit has.
  mutating func perform(_ command: EditCommand, in edit: OpenEdit) {
    feedback.notice = nil
    switch command {
    case .editExternally:
      editExternally(edit, isFromList: false)
    case .recall:
      recall(edit)
    case .search:
      searchItems(of: edit)
    case .showDifference:
      guard !edit.entry.holdsSecret else {
        let reason = edit.entry.isSecret ? "is secret" : "has secret members"
        return refuse("\(edit.entry.title) \(reason): the difference is not shown.")
      }
      let difference = difference(of: edit)
      guard !difference.difference.lines.isEmpty else {
        return refuse("There is no difference to the stored value.")
      }
      push(difference)
    }
  }

  /// Returns the difference of the input to the value that is stored now, or to the default of an unset key.
  private func difference(of edit: OpenEdit) -> DifferenceScreen {
    let new = document.item(edit.key).map { newEdit(of: $0, in: edit.scope) }
    var control = edit.control
    control.setStored(new?.base ?? new?.edited.shown)
    return DifferenceScreen(edit, storedText: control.storedText)
  }

  /// Requests that another program edits the input.
  ///
  /// The input is kept before, because a signal can end this program while the other one runs.
  private mutating func editExternally(_ edit: OpenEdit, isFromList: Bool) {
    guard !edit.entry.holdsSecret else {
      return refuse("\(edit.entry.title) is secret: it is not written to a file.")
    }
    show(EditScreen(edit))
    park(edit, suiteKey(edit.key))
    let text = ExternalText(
      key: suiteKey(edit.key),
      title: edit.entry.title,
      text: edit.control.editedText,
      isFromList: isFromList
    )
    saveParkedInput()
    send(.editText(text))
  }

  /// Puts the text that another program has edited into the open edit, and shows the difference.
  mutating func finish(_ external: ExternalText, _ outcome: ExternalText.Outcome) {
    guard var edit = topScreen(EditScreen.self)?.edit, suiteKey(edit.key) == external.key else {
      return
    }
    // It was kept only while the program ran.
    if edit.prompt == nil, isWorthParking(edit) { unfinished.setParked(nil, external.key) }
    switch outcome {
    case .changed(let text) where text != external.text.text:
      edit.replaceText(by: text)
      show(EditScreen(edit))
      if let rejection = edit.rejectionText {
        refuse("Not saved: \(rejection)".ended)
      } else if !edit.control.isDirty {
        note("\(edit.entry.title) is as it is stored.")
      } else {
        let difference = difference(of: edit)
        if !difference.difference.lines.isEmpty { push(difference) }
      }
    case .changed, .unchanged:
      if external.isFromList { close(edit) }
      note("\(edit.entry.title) was not changed.")
    case .failed(let reason):
      if external.isFromList { close(edit) }
      feedback.notice = Notice(kind: .failed, text: reason)
    }
  }
}
