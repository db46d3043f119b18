import Defaults
import DefaultsSchema

// A conflict: another program has stored a newer value since the open edit began. The question shows
// both values. The answer is compared with the newer value when it is stored, so that a still newer one
// leads to the question again.
extension EditorState {
  /// Returns an edit with a newer value of another program, for the question which one to keep.
  func conflicting(_ edit: OpenEdit, with theirs: Defaults.StoredValue?) -> OpenEdit {
    var edit = edit
    edit.isChangedElsewhere = true
    edit.theirs = theirs
    edit.merged = (try? edit.value()).flatMap { merged($0, of: edit) }
    return edit
  }

  /// Asks about a write that was not made, because another program has stored a newer value.
  ///
  /// The question is shown over the list. Over anything else it would replace what the user is doing:
  /// then the input is parked, and the question is asked when the user saves it again.
  mutating func askAbout(_ request: WriteRequest, _ newer: NewerValue, _ edit: OpenEdit?) {
    let key = SuiteKey(suiteName: request.suiteName, key: request.key)
    guard isInPanes, request.suiteName == document.suiteName, !document.isLoading else {
      let title = document.item(request.key)?.entry.title ?? request.key.string
      let isParked = edit.map { parkedEdits[key] == nil && park($0, key) } ?? false
      let advice = isParked ? " Editing it again shows the input." : ""
      return fail("\(title) was not changed: it was changed elsewhere meanwhile.\(advice)")
    }
    if let edit {
      mode = .conflict(conflicting(edit, with: newer.now))
    } else {
      mode = .confirm(OverwritingChange(request: .write(request), newer: [newer]))
    }
    isQuestionUnseen = true
  }

  /// Updates the open question about a conflict after a still newer change of its key.
  ///
  /// - Returns: whether it was changed, so that the user has not seen it yet.
  mutating func refreshConflict(_ edit: OpenEdit) -> Bool {
    let theirs = storedValue(for: edit)
    guard theirs != edit.theirs else { return false }
    modeBelowHelp = .conflict(conflicting(edit, with: theirs))
    return true
  }

  /// Performs the answer to the question which value to keep.
  mutating func perform(_ action: KeyAction?, inConflict edit: OpenEdit) -> [Effect] {
    guard let command = action.flatMap(ConflictCommand.init) else {
      if action == keyMode.exitAction { close(edit) }
      return []
    }
    switch command {
    case .keepMine:
      return commit(edit, answering: .stored(edit.theirs))
    case .takeTheirs:
      mode = .list
      setParked(nil, suiteKey(edit.key))
      notice = Notice(kind: .done, text: "Kept the value that was written elsewhere.")
    case .keepBoth:
      guard let merged = edit.merged else {
        refuse("Both have changed the same part, so only one of them can be kept.")
        return []
      }
      return save(merged, of: edit, for: .stored(edit.theirs))
    case .editAgain:
      notice = nil
      // If the key was removed elsewhere, there is no item: continue the same edit.
      mode = .edit(document.item(edit.key).map { edit.continued($0) } ?? edit)
    case .editTheirs:
      notice = nil
      let item = document.item(edit.key)
      mode = .edit(item.map { OpenEdit($0, stored: edit.theirs, scope: edit.scope) } ?? edit)
    }
    return []
  }

  /// Returns the value with the input and with the newer value of another program; nil if they cannot
  /// be merged, or if the result would not be valid.
  private func merged(
    _ mine: Defaults.StoredValue,
    of edit: OpenEdit
  ) -> Defaults.StoredValue? {
    guard let base = edit.edited.original, let theirs = edit.theirs,
      let merged = ThreeWayMerge.merged(base: base, mine: mine, theirs: theirs),
      merged != mine, merged != theirs, (try? edit.entry.validate(merged)) != nil
    else { return nil }
    return merged
  }
}
