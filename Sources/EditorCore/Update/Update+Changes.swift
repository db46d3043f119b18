import DefaultsCore
import DefaultsSchema
import Terminal

extension EditorState {
  /// Applies changes, refreshes a shown review, and asks for the authors of external changes.
  mutating func receive(_ changes: [Action.Change]) {
    let external = apply(changes)
    refreshReview(external)
    // The history of the suite has only changes of the user's own file, and that of the locks no others.
    let own = external.filter { $0.before?.stored != $0.after?.stored }
    askAuthors(of: own.map(\.change.key), ofLocks: false)
    askAuthors(of: external.filter(\.changesLock).map(\.change.key), ofLocks: true)
  }

  /// Applies the changes that the suite reported to the document and to the list.
  ///
  /// Another program can change every key of a suite at once. So the session passes all changes
  /// that have arrived in one call: the keys are sorted once, and only the last external change
  /// sets a notice. The order of the steps matters. The document is changed first, because the
  /// listing reads sections and sort order from it. The selection is checked last, because its row
  /// may have been removed.
  ///
  /// - Returns: the visible changes of other programs.
  @discardableResult
  mutating func apply(_ changes: [Action.Change]) -> [Document.AppliedChange] {
    let changes = changes.filter { $0.suiteName == document.suiteName }
    guard !changes.isEmpty else { return [] }
    // Applied to the document when its values arrive; see `show(_:)`.
    guard !document.isLoading else {
      suite.deferredChanges += changes
      return []
    }
    let place = selectedRow
    let stored = suite.document.store(changes)
    for change in changes {
      suite.document.annotations.record(change.key, isElsewhere: isExternal(change))
    }
    let external = stored.filter(isVisibleExternalChange)
    // Someone else has locked or unlocked them since.
    for stored in external where stored.changesLock {
      requests.locks[suiteKey(stored.change.key)] = nil
    }
    for stored in external {
      suite.document.setChangedElsewhere(true, stored.change.key)
      suite.authors[stored.change.key] = nil
    }
    // What was changed elsewhere and is overwritten here is news no longer.
    for own in stored where own.outcome != .nothing && !isExternal(own.change) {
      suite.document.setChangedElsewhere(false, own.change.key)
    }
    updateListing(stored)
    refreshSuiteSearch()
    announce(external)
    markOpenEdit(changes)
    ensureSelection(near: place)
    return external
  }

  /// Updates the listing, the filter and the search texts for changed keys.
  ///
  /// A key that is in the list and no longer matches the filter stays, dimmed, until the filter is
  /// set again: a row must not vanish under the cursor because its value was edited. A key that is
  /// not in the list is inserted if it matches now.
  private mutating func updateListing(_ changes: [Document.AppliedChange]) {
    var (changed, inserted, removed): (Set<Slot>, Set<Slot>, Set<Slot>) = ([], [], [])
    for stored in changes {
      switch stored.outcome {
      case .nothing: continue
      case .updated(let slot):
        changed.insert(slot)
        suite.texts.invalidate(slot)
        guard let before = stored.before, !removed.contains(slot) else { continue }
        suite.listing.recount(slot, from: before, to: stored.after)
      case .inserted(let slot):
        changed.insert(slot)
        inserted.insert(slot)
      case .removed(let slot):
        suite.marked.remove(CollectionOfOne(stored.change.key))
        suite.texts.invalidate(slot)
        guard suite.listing.contains(slot), removed.insert(slot).inserted else { continue }
        if suite.filter.isActive { suite.filter.keptKeys.insert(stored.change.key) }
        if let before = stored.before { suite.listing.recount(slot, from: before, to: nil) }
      }
    }
    number(inserted)
    // A key can be removed by a later change of the same call, and its slot can belong to another one.
    let unlisted = changed.filter { slot in
      !document.isRemoved(slot) && (!suite.listing.contains(slot) || removed.contains(slot))
    }
    var budget = 0
    let new = unlisted.sorted(by: document.precedes).compactMap { ranked($0, &budget) }
    suite.listing.change(inserting: new, removing: removed, of: document)
  }

  /// Gives numbers to inserted keys in the order of the list.
  private mutating func number(_ inserted: Set<Slot>) {
    guard !inserted.isEmpty else { return }
    suite.ordering?.insert(inserted, of: suite.document)
    guard !suite.filter.query.isRanked, let ordering = suite.ordering else { return }
    suite.listing.renumber(ordering.ranks)
  }

  /// Returns whether someone other than this session made the change: another process, or code of
  /// the app in this process.
  ///
  /// A change in this process counts as this session's while a write of the key or an undo is pending.
  private func isExternal(_ change: Action.Change) -> Bool {
    let pending = requests.writes[suiteKey(change.key)]
    // A write to another file is reported like that of another program, because the suite reads it.
    guard pending == nil || pending?.last.scope == .user else { return false }
    return change.isElsewhere || (pending == nil && requests.undosAndPlans == 0)
  }

  /// Marks the open edit if its key was changed or removed externally.
  ///
  /// An open question about the key shows the newer value, and what was pressed before is no answer.
  private mutating func markOpenEdit(_ changes: [Action.Change]) {
    refreshConflict(changes)
    var isOtherQuestion = false
    change(OverwritingQuestion.self) { isOtherQuestion = $0.refresh(changes) }
    if isOtherQuestion { feedback.isScreenUnseen = true }
    guard let edit = screen(EditScreen.self)?.edit, isExternal(edit, changes) else { return }
    change(EditScreen.self) { $0.edit.isChangedElsewhere = true }
  }

  /// Shows the new value in a marked edit without input.
  ///
  /// Called just before a frame is drawn: a key press from before that frame was meant for the old value.
  mutating func followChangeElsewhere() {
    guard let edit = screen(EditScreen.self)?.edit, edit.canFollow,
      let item = document.item(edit.key)
    else { return }
    let new = newEdit(of: item, in: edit.scope)
    change(EditScreen.self) { $0.edit.follow(new) }
  }

  func isExternal(_ edit: OpenEdit, _ changes: [Action.Change]) -> Bool {
    edit.prompt == nil && changes.contains { $0.key == edit.key && isExternal($0) }
  }

  /// Returns whether an external change is visible in the key's row.
  ///
  /// A change in a layer below the one in use is not: the row shows the same value as before.
  private func isVisibleExternalChange(_ stored: Document.AppliedChange) -> Bool {
    guard isExternal(stored.change), stored.outcome != .nothing else { return false }
    guard let before = stored.before, let after = stored.after else { return true }
    guard before.stored == after.stored else { return !isHiddenByOwnLock(stored) }
    guard !stored.changesLock else { return !isOwnLock(stored) }
    // The undo of a change of another file is reported like a change of another program.
    guard before.extra != nil || after.extra != nil, requests.undosAndPlans == 0 else {
      return false
    }
    return item(before).value != item(after).value
  }

  /// Returns whether this session has locked or unlocked the key with this change.
  private func isOwnLock(_ stored: Document.AppliedChange) -> Bool {
    stored.changesLock
      && requests.locks[suiteKey(stored.change.key)] == (stored.after?.extra?.lock != nil)
  }

  /// Returns whether a stored value is gone or back because this session has locked or unlocked the key: some
  /// programs have none then.
  private func isHiddenByOwnLock(_ stored: Document.AppliedChange) -> Bool {
    guard isOfOtherProgram(document.suiteName) else { return false }
    switch requests.locks[suiteKey(stored.change.key)] {
    case true: return stored.after?.stored == nil
    case false: return stored.before?.stored == nil
    case nil: return false
    }
  }

  private func item(_ record: Record) -> Item {
    document.slot(of: record.key).map { document.item(record, at: $0) } ?? Item(record, entry: nil)
  }

  /// Sets a notice about external changes: the values of one key, or the number of marked keys.
  private mutating func announce(_ external: [Document.AppliedChange]) {
    guard let stored = external.last else { return }
    // Keys that were removed with their rows have no mark any more.
    let removed = Set(external.filter { $0.after == nil }.map(\.change.key))
      .filter { document.item($0) == nil }
    let count = document.counts.changedElsewhere + removed.count
    var announced = Announcement(keys: external.map(\.change.key), text: "", start: "")
    let before = stored.before.map(item)
    if Set(announced.keys).count > 1 {
      announced.start = "\(count) keys changed"
      announced.text = "\(announced.start) elsewhere"
    } else if let after = stored.after.map(item) {
      (announced.start, announced.text) = Self.text(announcing: after, before: before)
      if count > 1 { announced.text += "   (\(count) keys changed)" }
    } else {
      announced.start = "\(before?.entry.title ?? stored.change.key.string) was removed"
      announced.text = "\(announced.start) elsewhere"
    }
    suite.announcement = announced
    note(announced.text)
  }

  /// Returns the text about an external change, without and with the words for an unknown author.
  private static func text(announcing after: Item, before: Item?) -> (start: String, text: String) {
    let title = after.entry.title
    if after.isLocked, before?.isLocked != true {
      return ("\(title) was locked", "\(title) was locked")
    }
    if !after.isLocked, before?.isLocked == true {
      return ("\(title) is no longer locked", "\(title) is no longer locked")
    }
    let isStored = before?.stored != after.stored
    // The reason for a lock is stored after the lock itself.
    if after.isLocked, !isStored, before?.value == after.value {
      return ("\(title) is locked", "\(title) is locked")
    }
    let (old, new) = isStored ? (before?.stored, after.stored) : (before?.value, after.value)
    // Whether an undeclared key is a secret depends on its value, so the old one may be a secret.
    let change =
      before?.entry.isSecret == true
      ? "\(ValueText.hidden) → \(ValueText.brief(stored: new, in: after.entry))"
      : ValueText.change(old, new, in: after.entry)
    let text = "\(title): \(change)"
    return (text, "\(text) elsewhere")
  }

  /// Handles the outcome of a write: sets the notice, and keeps the input of a rejected edit.
  ///
  /// Several writes of one key can be pending (`PendingWrite`). Only the outcome of the last one ends
  /// the edit, because the earlier values have been replaced already.
  mutating func finish(_ request: WriteRequest, _ outcome: WriteOutcome) {
    let key = SuiteKey(suiteName: request.suiteName, key: request.key)
    var isLast = true
    if var pending = requests.writes[key], pending.count > 1 {
      pending.count -= 1
      requests.writes[key] = pending
      isLast = false
    } else {
      requests.writes[key] = nil
    }
    let edit = unfinished.saving[key]
    if isLast {
      unfinished.saving[key] = nil
      unfinished.uncommitted[key] = outcome == .pending ? edit : nil
    }
    switch outcome {
    case .saved(let old, let new, let entry):
      changeOrder.add(entry, in: request.suite)
      unstage(CollectionOfOne(request.key), in: request.suite)
      if isLast { noteStored(new, key) }
      if isShown(request), request.scope == .user { suite.document.writeObstacle = nil }
      selectAdded(request, old: old)
      let text =
        entry?.isTakenBack == true ? undoneText(request, old, new) : savedText(request, old, new)
      note(text)
    case .unchanged:
      note(unchangedText(request))
    case .rejected(let reason):
      let isKept = isLast && edit.map { keep(refused: $0, key) } == true
      fail(["\(rejectedText(request)): \(reason).", isKept ? reopenText : nil].line())
    case .staged:
      if isLast { stage(request) }
    case .outdated(let newer):
      // The writes of the key that follow were made for this one, so they are not made either.
      guard isLast else { break }
      if newer.now == newer.wanted {
        note(unchangedText(request))
      } else {
        askAbout(request, newer, edit)
      }
    case .pending:
      changeOrder.add(nil, in: request.suite)
      unstage(CollectionOfOne(request.key), in: request.suite)
      // For the file of the shown suite, no notice: the status line then shows the failure of its store.
      guard request.suite != ScopedSuite(name: document.suiteName) else {
        return feedback.notice = nil
      }
      // Another suite was opened meanwhile, and leaving the editor asks about the shown one only. What is
      // not known to be no secret is not kept on disk.
      let target = StagedEdits.Target(suite: request.suite, key: request.key)
      let isSecret = edit?.entry.holdsSecret ?? true
      stageUnwritten([
        target: .init(value: request.value, base: request.base.map(\.value), isSecret: isSecret)
      ])
      let file = request.scope == .user ? "" : " (\(request.scope.words))"
      fail("Not on disk yet, but staged: \(request.key) in \(request.suiteName)\(file).")
    }
  }

  /// Passes the value that was stored to the open edit that has requested it.
  private mutating func noteStored(_ value: Defaults.StoredValue?, _ key: SuiteKey) {
    guard let open = screen(EditScreen.self)?.edit, open.hasStored, suiteKey(open.key) == key
    else { return }
    change(EditScreen.self) { $0.edit.noteStored(value) }
  }

  /// Returns the start of the sentence about a rejected write.
  private func rejectedText(_ request: WriteRequest) -> String {
    guard isShown(request) else { return "\(request.key) in \(request.suiteName) was not saved" }
    return "\(title(of: request.key)) was not \(request.purpose == .reset ? "reset" : "saved")"
  }

  /// Returns the notice about a value that was stored.
  func savedText(
    _ request: WriteRequest,
    _ old: Defaults.StoredValue?,
    _ new: Defaults.StoredValue?
  ) -> String {
    guard isShown(request) else { return "Saved \(request.key) in \(request.suiteName)" }
    let undo = keyText(ListCommand.undo, "undo")
    guard document.item(request.key) != nil else {
      return ["Removed \(request.key)", undo].line(separator: "   ")
    }
    // An undo takes all steps back, not only the last one.
    let steps = suite.stepped.flatMap { $0.key == request.key ? $0 : nil }
    let old = steps.map(\.start) ?? old
    let item = tableItem(request.key, old, new)
    let title = item.entry.title
    // Below the file for this host is the user's own value.
    let isInOther = new == nil && request.scope != .user
    let used = isInOther ? item.reset(in: request.scope).value : new
    let newText = ValueText.brief(inUse: used, item)
    var oldText = ValueText.brief(inUse: old, item)
    // Storing the default does not change the value in use: show `was unset` instead.
    if old == nil, oldText == newText || request.scope != .user { oldText = "unset" }
    let changes = ValueText.changes(inUse: old, new, item)
    let text =
      switch request.purpose {
      case .edit: "Saved \(title)\(changes.map { ": \($0)" } ?? " = \(newText) (was \(oldText))")"
      case .reset: "Reset \(title)\(changes.map { ": \($0)" } ?? " to \(newText) (was \(oldText))")"
      }
    // The value is stored for programs without the argument or variable.
    let above = item.layers.others.first { $0.layer < request.scope.layer }
    let isOwnUsed = above == nil && request.scope.layer > .user && item.layers.stored != nil
    let override =
      above.map { ", but \($0.sourceWords) is used" }
      ?? (isOwnUsed ? ", but your own value is used" : "")
    return [text + request.scope.suffix + override, undo].line(separator: "   ")
  }

  private func unchangedText(_ request: WriteRequest) -> String {
    guard isShown(request) else { return "Unchanged: \(request.key) in \(request.suiteName)" }
    guard let item = document.item(request.key) else { return "Unchanged: \(request.key) is unset" }
    return unchangedText(item)
  }

  /// Returns the notice for a save that did not change the stored value.
  func unchangedText(_ item: Item) -> String {
    "Unchanged: \(item.entry.title) = \(ValueText.brief(inUse: item.stored, item))"
  }

  /// Returns whether the written key belongs to the shown suite, and its values have been read.
  private func isShown(_ request: WriteRequest) -> Bool {
    request.suiteName == document.suiteName && !document.isLoading
  }
}
