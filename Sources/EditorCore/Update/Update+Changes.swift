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
    if change.isElsewhere || pendingWrites[change.key] == nil {
      announce(change, before: before)
    }
    let after = document.item(change.key)
    // A key that had passed the filter stays in sight until the query changes.
    if filter.isActive, let after, matches(after) { filter.kept.insert(change.key) }
    if case .edit(var edit) = mode, edit.key == change.key {
      if after == nil {
        mode = .list
      } else if change.isElsewhere || pendingWrites[change.key] == nil {
        edit.isChangedElsewhere = true
        mode = .edit(edit)
      }
    }
    settle(near: place)
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
    case .saved:
      remember(request)
      notice = Notice(kind: .done, text: savedText(request))
    case .rejected(let rejection):
      refuse("Not saved: \(rejection).")
    case .failed(let reason):
      remember(request)
      notice = Notice(kind: .failed, text: "Not on disk yet: \(reason)")
    }
  }

  private mutating func remember(_ request: WriteRequest) {
    let stored =
      request.suiteName == document.suiteName
      ? document.item(request.key)?.stored : request.value
    switch request.purpose {
    case .edit(let isStep):
      guard stored != request.before else { return }
      record(request, after: stored, isStep: isStep)
    case .reset:
      record(request, after: nil, isStep: false)
    case .undo:
      history.move(.undo, stored: stored)
    case .redo:
      history.move(.redo, stored: stored)
    }
  }

  private mutating func record(
    _ request: WriteRequest,
    after: Defaults.StoredValue?,
    isStep: Bool
  ) {
    history.record(
      History.Step(
        suiteName: request.suiteName,
        key: request.key,
        before: request.before,
        after: after,
        isOpen: isStep
      )
    )
  }

  private func savedText(_ request: WriteRequest) -> String {
    guard let item = document.item(request.key) else { return "Removed \(request.key)   u undo" }
    let title = item.entry.title
    let new = ValueText.brief(inUse: item.stored, item)
    let old = ValueText.brief(inUse: request.before, item)
    return switch request.purpose {
    case .edit: "Saved \(title) = \(new) (was \(old))   u undo"
    case .reset: "Reset \(title) to \(new) (was \(old))   u undo"
    case .undo: "Undone: \(title) = \(new) (was \(old))   U redo"
    case .redo: "Redone: \(title) = \(new) (was \(old))   u undo"
    }
  }

  // MARK: - Undo and redo

  mutating func goBack(_ direction: History.Direction) -> [Effect] {
    guard let step = history.next(direction) else {
      refuse(direction == .undo ? "Nothing to undo." : "Nothing to redo.")
      return []
    }
    guard step.suiteName == document.suiteName else {
      refuse("The last change was in \(step.suiteName): open that suite with s first.")
      return []
    }
    let expected = direction == .undo ? step.after : step.before
    guard document.item(step.key)?.stored == expected else {
      mode = .confirm(direction, step)
      return []
    }
    return take(step, direction)
  }

  private mutating func take(_ step: History.Step, _ direction: History.Direction) -> [Effect] {
    leaveRow()
    if document.index(of: step.key) != nil {
      selection = .key(step.key)
      document.item(step.key).map { _ = foldedSections.remove($0.section) }
    }
    settle()
    return switch direction {
    case .undo: request(write(step.before, key: step.key, .undo))
    case .redo: request(write(step.after, key: step.key, .redo))
    }
  }

  mutating func handle(
    _ press: KeyPress,
    confirming direction: History.Direction,
    _ step: History.Step
  ) -> [Effect] {
    switch Keymap.question.command(for: press) {
    case .yes:
      mode = .list
      return take(step, direction)
    case .no:
      mode = .list
      refuse("Nothing was changed.")
    case nil:
      break
    }
    return []
  }
}
