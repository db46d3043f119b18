import Defaults
import DefaultsSchema
import Terminal

extension EditorState {
  /// Puts the values of a changed key into the document.
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
    if isForeign(change) { markOpenEdit(change.key) }
    settle(near: place)
  }

  /// Returns whether this session did not request the change.
  private func isForeign(_ change: Action.Change) -> Bool {
    change.isElsewhere || (pendingWrites[suiteKey(change.key)] == nil && pendingRestores == 0)
  }

  /// Marks the open edit of a key that someone else changed or removed; its input stays.
  private mutating func markOpenEdit(_ key: Defaults.KeyName) {
    switch mode {
    case .edit(var edit) where edit.key == key:
      edit.isChangedElsewhere = true
      mode = .edit(edit)
    case .help(var list):
      guard case .edit(var edit) = list.previous, edit.key == key else { return }
      edit.isChangedElsewhere = true
      list.previous = .edit(edit)
      mode = .help(list)
    case .list, .filter, .edit, .conflict, .suites, .confirm:
      break
    }
  }

  /// Marks a key that someone else changed, and sets a notice.
  private mutating func announce(_ change: Action.Change, before: Item?) {
    // Only a layer changed that another one hides.
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

  /// Handles the outcome of a write.
  mutating func finish(_ request: WriteRequest, _ outcome: WriteOutcome) {
    let key = SuiteKey(suiteName: request.suiteName, key: request.key)
    var isLast = true
    if var pending = pendingWrites[key], pending.count > 1 {
      pending.count -= 1
      pendingWrites[key] = pending
      isLast = false
    } else {
      pendingWrites[key] = nil
    }
    let edit = savingEdits[key]
    if isLast { savingEdits[key] = nil }
    switch outcome {
    case .saved:
      suitesWithUndo.insert(request.suiteName)
      notice = Notice(kind: .done, text: savedText(request))
    case .rejected(let reason):
      if isLast, let edit, parkedEdits[key] == nil { park(edit, key) }
      refuse("Not saved: \(reason).")
    case .failed(let reason):
      suitesWithUndo.insert(request.suiteName)
      notice = Notice(kind: .failed, text: "Not on disk yet: \(reason)")
    }
  }

  private func savedText(_ request: WriteRequest) -> String {
    guard request.suiteName == document.suiteName else {
      return "Saved \(request.key) in \(request.suiteName)"
    }
    guard let item = document.item(request.key) else { return "Removed \(request.key)   u undo" }
    let title = item.entry.title
    let new = ValueText.brief(inUse: request.value, item)
    let old = ValueText.brief(inUse: request.before, item)
    return switch request.purpose {
    case .edit: "Saved \(title) = \(new) (was \(old))   u undo"
    case .reset: "Reset \(title) to \(new) (was \(old))   u undo"
    }
  }
}
