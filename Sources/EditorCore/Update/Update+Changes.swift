import Defaults
import DefaultsSchema
import Terminal

extension EditorState {
  /// Takes over a change that the store announced.
  mutating func apply(_ change: Action.Change) {
    guard change.suiteName == document.suiteName else { return }
    let place = selectedRow(in: rows)
    let before = document.item(change.key)
    document.store(change.layers, forKey: change.key)
    if isForeign(change) {
      announce(change, before: before)
    }
    let after = document.item(change.key)
    // A key that had passed the filter stays in sight until the query changes.
    if filter.isActive, let after, matches(after) { filter.kept.insert(change.key) }
    if case .edit(var edit) = mode, edit.key == change.key {
      if after == nil {
        mode = .list
      } else if isForeign(change) {
        edit.isChangedElsewhere = true
        mode = .edit(edit)
      }
    }
    settle(near: place)
  }

  /// Returns whether a change is none that this session has asked for.
  private func isForeign(_ change: Action.Change) -> Bool {
    change.isElsewhere || (pendingWrites[change.key] == nil && !isRestoring)
  }

  /// Marks a key that someone else changed, and says so.
  private mutating func announce(_ change: Action.Change, before: Item?) {
    // A layer that another one hides is no news.
    if let before, let after = document.item(change.key), before.stored == after.stored,
      before.value == after.value, before.layers.lock == after.layers.lock
    {
      return
    }
    document.update(change.key) { $0.isChangedElsewhere = true }
    guard let item = document.item(change.key) ?? before else { return }
    let title = item.entry.title
    let text: String
    if let after = document.item(change.key) {
      text = Self.announcement(of: after, before: before)
    } else {
      text = "\(title) was removed elsewhere"
    }
    let count = document.items.count { $0.isChangedElsewhere }
    notice = Notice(
      kind: .done,
      text: count > 1 ? "\(text)   (\(count) keys changed)" : text
    )
  }

  private static func announcement(of after: Item, before: Item?) -> String {
    let title = after.entry.title
    if after.isLocked, before?.isLocked != true { return "\(title) was locked by policy" }
    if !after.isLocked, before?.isLocked == true { return "\(title) is no longer locked" }
    let isStored = before?.stored != after.stored
    let (old, new) = isStored ? (before?.stored, after.stored) : (before?.value, after.value)
    let oldText = ValueText.brief(stored: old, in: after.entry)
    return "\(title): \(oldText) → \(ValueText.brief(stored: new, in: after.entry)) elsewhere"
  }

  /// Takes over what became of a write.
  mutating func finish(_ request: WriteRequest, _ outcome: WriteOutcome) {
    if let count = pendingWrites[request.key] {
      pendingWrites[request.key] = count > 1 ? count - 1 : nil
    }
    switch outcome {
    case .saved(let old, let new):
      suitesWithUndo.insert(request.suiteName)
      notice = Notice(kind: .done, text: savedText(request, old, new))
    case .unchanged:
      notice = Notice(kind: .done, text: unchangedText(request))
    case .rejected(let reason):
      refuse("Not saved: \(reason).")
    case .pending:
      suitesWithUndo.insert(request.suiteName)
      // The status line says what is wrong with the store while there is no notice.
      notice = nil
    }
  }

  private func savedText(
    _ request: WriteRequest,
    _ old: Defaults.StoredValue?,
    _ new: Defaults.StoredValue?
  ) -> String {
    guard let item = document.item(request.key) else { return "Removed \(request.key)   u undo" }
    let title = item.entry.title
    let newText = ValueText.brief(inUse: new, item)
    var oldText = ValueText.brief(inUse: old, item)
    // A default that is stored, or a stored one that is removed: the value in use is the same.
    if old == nil, oldText == newText { oldText = "unset" }
    return switch request.purpose {
    case .edit: "Saved \(title) = \(newText) (was \(oldText))   u undo"
    case .reset: "Reset \(title) to \(newText) (was \(oldText))   u undo"
    }
  }

  private func unchangedText(_ request: WriteRequest) -> String {
    guard let item = document.item(request.key) else { return "Unchanged: \(request.key) is unset" }
    return "Unchanged: \(item.entry.title) = \(ValueText.brief(inUse: item.stored, item))"
  }
}
