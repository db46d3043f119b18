import DefaultsCore
import DefaultsSchema
import Terminal

// A conflict: another program has stored a newer value since the open edit began. The question shows
// both values. The answer is compared with the newer value when it is stored, so that a still newer one
// leads to the question again.
/// The question which value to keep.
struct ConflictScreen: QuestionScreen {
  /// The edit with its input, and with the newer value.
  var edit: OpenEdit

  var keyMode: KeyMode { .conflict }
  var openEdit: OpenEdit? { edit }

  func question(_ state: EditorState) -> QuestionView { .conflict(state, edit) }

  func perform(_ action: KeyAction, in state: EditorState) -> ScreenOutcome {
    if let answer = ConflictCommand(action) {
      return .close { [edit] in $0.perform(answer, about: edit) }
    }
    guard action == keyMode.exitAction else { return .stay }
    return .close { [edit] in $0.close(edit) }
  }
}

extension EditorState {
  /// Returns an edit with a newer value of another program, for the question which one to keep.
  func conflicting(_ edit: OpenEdit, with theirs: Defaults.StoredValue?) -> OpenEdit {
    var edit = edit
    edit.goBackToStored()
    edit.isChangedElsewhere = true
    edit.theirs = theirs
    edit.merged = (try? edit.value()).flatMap { merged($0, of: edit) }
    return edit
  }

  /// Asks about a write that was not made, because another program has stored a newer value.
  ///
  /// The question is shown over the list. Over anything else it would replace what the user is doing:
  /// then the input is kept, and the question is asked when the user saves it again. The same holds if
  /// newer input of the key is kept, which the answer to a question about older input would replace,
  /// and while an item is open, whose input belongs to the value only when it is finished.
  mutating func askAbout(_ request: WriteRequest, _ newer: NewerValue, _ edit: OpenEdit?) {
    let key = SuiteKey(suiteName: request.suiteName, key: request.key)
    // The edit of the refused write is still open: it has all changes since.
    if let edit, var open = topScreen(EditScreen.self)?.edit, open.hasStored,
      suiteKey(open.key) == key
    {
      open.goBack(to: edit)
      guard open.control.openParts.isEmpty else {
        open.isChangedElsewhere = true
        change(EditScreen.self) { $0.edit = open }
        return refuse("\(open.entry.title) is not stored yet: it was changed elsewhere meanwhile.")
      }
      return ask(ConflictScreen(edit: conflicting(open, with: newer.now)))
    }
    let hasNewerInput = edit != nil && unfinished.parked[key] != nil
    guard isInList, !hasNewerInput, request.suiteName == document.suiteName, !document.isLoading
    else {
      let isParked = edit.map { keep(refused: $0, key) } ?? false || hasNewerInput
      let advice = isParked ? reopenText : nil
      let text = "\(title(of: key)) was not changed: it was changed elsewhere meanwhile."
      return fail([text, advice].line())
    }
    if let edit {
      ask(ConflictScreen(edit: conflicting(edit, with: newer.now)))
    } else {
      ask(OverwritingQuestion(request: .write(request), newer: [newer]))
    }
  }

  /// Updates the open question about a conflict after a still newer change of its key.
  mutating func refreshConflict(_ changes: [Action.Change]) {
    guard let edit = screen(ConflictScreen.self)?.edit, isExternal(edit, changes) else { return }
    let theirs = storedValue(for: edit)
    guard theirs != edit.theirs else { return }
    let conflict = conflicting(edit, with: theirs)
    change(ConflictScreen.self) { $0.edit = conflict }
    feedback.isScreenUnseen = true
  }

  /// Performs the answer to the question which value to keep.
  mutating func perform(_ answer: ConflictCommand, about edit: OpenEdit) {
    switch answer {
    case .keepMine:
      commit(edit, answering: .stored(edit.theirs))
    case .takeTheirs:
      unfinished.setParked(nil, suiteKey(edit.key))
      note("Kept the value that was written elsewhere.")
    case .keepBoth:
      guard let merged = edit.merged else {
        show(ConflictScreen(edit: edit))
        return refuse(Self.overlapText)
      }
      save(merged, of: edit, for: .stored(edit.theirs))
    case .editAgain:
      feedback.notice = nil
      // If the key was removed elsewhere, there is no item: continue the same edit.
      show(EditScreen(document.item(edit.key).map { edit.continued($0) } ?? edit))
    case .editTheirs:
      feedback.notice = nil
      let item = document.item(edit.key)
      show(EditScreen(item.map { OpenEdit($0, stored: edit.theirs, scope: edit.scope) } ?? edit))
    }
  }

  /// Returns the value with the input and with the newer value of another program; nil if they cannot
  /// be merged, or if the result would not be valid.
  private func merged(_ mine: Defaults.StoredValue, of edit: OpenEdit) -> Defaults.StoredValue? {
    edit.storedBase.flatMap { edit.entry.merged(mine, with: edit.theirs, base: $0) }
  }

  static let overlapText = "Both have changed the same part, so only one of them can be kept."
}

extension Entry {
  /// Returns a value with two changes of the same base; nil if they cannot be merged, if one has the other,
  /// or if the result would not be valid.
  func merged(
    _ mine: Defaults.StoredValue,
    with theirs: Defaults.StoredValue?,
    base: Defaults.StoredValue
  ) -> Defaults.StoredValue? {
    guard let theirs,
      let merged = ThreeWayMerge.merged(base: base, mine: mine, theirs: theirs),
      merged != mine, merged != theirs, (try? validate(merged)) != nil
    else { return nil }
    return merged
  }
}
