import Defaults
import DefaultsSchema
import Terminal

// Undo and redo. The suite's history holds the changes of this program and of all others, so the state
// has no undo stack of its own: it requests an undo, and shows the outcome. If a newer value would be
// overwritten, the outcome is `changedSince`: the mode `confirm` shows a question, and the answer yes
// sends the request again with `force`.
extension EditorState {
  /// Requests an undo or a redo.
  mutating func restore(_ direction: RestoreDirection, force: Bool = false) -> [Effect] {
    guard !isReadOnly else {
      refuse(Self.readOnlyText)
      return []
    }
    pendingRestores += 1
    return [
      .restore(
        RestoreRequest(suiteName: document.suiteName, direction: direction, force: force)
      )
    ]
  }

  /// Handles the outcome of an undo or redo.
  mutating func finish(_ request: RestoreRequest, _ outcome: RestoreOutcome) {
    pendingRestores = max(0, pendingRestores - 1)
    guard request.suiteName == document.suiteName else { return }
    switch outcome {
    case .restored(let entry, let canUndo):
      if canUndo {
        suitesWithUndo.insert(request.suiteName)
      } else {
        suitesWithUndo.remove(request.suiteName)
      }
      select(entry)
      notice = Notice(kind: .done, text: restoredText(entry, request.direction))
    case .changedSince(let key, let value):
      mode = .confirm(OverwritingRestore(direction: request.direction, key: key, value: value))
    case .nothing:
      suitesWithUndo.remove(request.suiteName)
      refuse(request.direction == .undo ? "Nothing to undo." : "Nothing to redo.")
    case .refused(let reason):
      refuse(reason)
    case .failed(let reason):
      // If edits are not on disk, the status line shows that failure, but only without a notice.
      if document.status.uncommittedKeys.isEmpty { fail(reason) } else { notice = nil }
    }
  }

  /// Selects the first key that an entry changed, and unfolds its section.
  private mutating func select(_ entry: Defaults.HistoryEntry) {
    guard let key = entry.changes.first?.key, let item = document.item(key) else { return }
    if selection != .key(key) { leaveRow() }
    selection = .key(key)
    listing.fold(foldedSections.subtracting([item.section]))
    ensureSelection()
  }

  /// Returns the notice: the key with its value before and after, or the keys of a longer entry.
  private func restoredText(
    _ entry: Defaults.HistoryEntry,
    _ direction: RestoreDirection
  ) -> String {
    let isUndo = direction == .undo
    let word = isUndo ? "Undone" : "Redone"
    let hint =
      isUndo ? keyText(ListCommand.redo, "redo") : keyText(ListCommand.undo, "undo")
    guard entry.changes.count == 1, let item = document.item(entry.changes[0].key) else {
      let keys = entry.changes.map(\.key.string).joined(separator: ", ")
      return ["\(word): \(keys)", hint].line(separator: "   ")
    }
    let change = entry.changes[0]
    let before = direction == .undo ? change.new : change.old
    let new = ValueText.brief(inUse: item.stored, item)
    let old = ValueText.brief(inUse: before, item)
    let text = "\(word): \(item.entry.title) = \(new) (was \(old))"
    return [text, hint].line(separator: "   ")
  }

  /// Performs the answer to the question whether a newer value may be overwritten.
  mutating func perform(_ action: KeyAction?, confirming restore: OverwritingRestore) -> [Effect] {
    switch action.flatMap(QuestionCommand.init) {
    case .yes:
      mode = .list
      return self.restore(restore.direction, force: true)
    case .no:
      mode = .list
      refuse("Nothing was changed.")
    case nil:
      break
    }
    return []
  }
}
