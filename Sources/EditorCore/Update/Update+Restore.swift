import DefaultsCore
import DefaultsSchema
import Terminal

// Undo and redo. The suite's history holds the changes of this program and of all others, so the state
// has no undo stack of its own: it requests an undo, and shows the outcome. If a newer value would be
// overwritten, the outcome is `changedSince`: an ``OverwritingQuestion`` is asked, and the answer yes sends
// the request again with the values that the question has shown, which may be overwritten.
extension EditorState {
  /// Undoes or redoes the last change, in whichever suite it is; requests it for a stored one.
  ///
  /// A nil suite stands for the suite of the last change of this session. The newer values that may
  /// be overwritten are in `overwrites`.
  mutating func restore(
    _ direction: Defaults.RestoreDirection,
    inSuite suite: ScopedSuite? = nil,
    overwriting overwrites: [Defaults.KeyName: Defaults.StoredValue?] = [:]
  ) {
    guard !session.isReadOnly else { return refuse(Self.readOnlyText) }
    var suites = [suite].compactMap(\.self)
    if suite == nil {
      switch changeOrder.next(direction) {
      case .staged(let edits)?: return restoreStaged(edits, direction)
      case .locks(let change)?: return restore(change, direction)
      case .stored?, nil: break
      }
      suites = changeOrder.nextSuites(direction)
    }
    if suites.isEmpty { suites = [ScopedSuite(name: document.suiteName)] }
    requests.undosAndPlans += 1
    let restored = suites.map { suite in
      RestoreRequest(
        suiteName: suite.name,
        direction: direction,
        overwrites: overwrites,
        scope: suite.scope
      )
    }
    send(.restore(restored))
  }

  /// Handles the outcome of an undo or redo, or those of changes that were made together in several suites.
  mutating func finish(
    _ outcomes: [(request: RestoreRequest, outcome: RestoreOutcome)]
  ) {
    requests.undosAndPlans = max(0, requests.undosAndPlans - 1)
    guard let (first, outcome) = outcomes.first else { return }
    guard outcomes.count > 1 else { return finish(first, outcome) }
    let direction = first.direction
    var count = 0
    var failures: [(suite: String, reason: String)] = []
    var changed: ScopedSuite?
    for (request, outcome) in outcomes {
      switch outcome {
      case .restored(let entry, _):
        changeOrder.move(entry.id, in: request.suite, direction)
        count += 1
      case .takenBack(let changes, _, let isLast):
        forget(changes, of: request, isLast: isLast)
        count += 1
      case .changedSince(let newer):
        changed = changed ?? request.suite
        let names = newer.map(\.key.string).joined(separator: ", ")
        failures.append((request.suiteName, "\(names) changed elsewhere since."))
      case .nothing: changeOrder.remove(request.suite, direction)
      case .refused(let reason), .failed(let reason):
        failures.append((request.suiteName, reason))
      }
    }
    guard count > 0 else {
      // Only one question can be asked at a time.
      if let changed, failures.count == 1 { return restore(direction, inSuite: changed) }
      guard failures.isEmpty else {
        return report(nil, failures: failures)
      }
      return restoreEarlier(direction)
    }
    let word = direction == .undo ? "Undone" : "Redone"
    let done = "\(word) in \(count.counted("suite"))"
    if failures.isEmpty {
      note(done, hint: hint(after: direction))
    } else {
      report(done.ended, failures: failures)
    }
  }

  /// Returns the key press that takes an undo or redo back, with its word; nil if it has none.
  func hint(after direction: Defaults.RestoreDirection) -> String? {
    direction == .undo ? keyText(ListCommand.redo, "redo") : keyText(ListCommand.undo, "undo")
  }

  /// Goes on to an earlier change, because the last one has been removed from the history, or undone by
  /// another program.
  private mutating func restoreEarlier(_ direction: Defaults.RestoreDirection) {
    if changeOrder.next(direction) != nil { return restore(direction) }
    let earlier = keyText(ManyCommand.allChanges, "shows earlier changes.")
    let text = direction == .undo ? "Nothing to undo in this session." : "Nothing to redo."
    refuse([text, direction == .undo ? earlier : nil].line())
  }

  /// Forgets a write that waited for the store and was taken back.
  private mutating func forget(
    _ changes: [Defaults.HistoryEntry.Change],
    of request: RestoreRequest,
    isLast: Bool
  ) {
    for change in changes {
      unfinished.uncommitted[SuiteKey(suiteName: request.suiteName, key: change.key)] = nil
    }
    let copies = changes.map { StagedEdits.Target(suite: request.suite, key: $0.key) }
      .filter { unfinished.unwritten.remove($0) != nil }
    unstage(copies.map(\.key), in: request.suite)
    if isLast { changeOrder.removeWaiting(in: request.suite) }
  }

  private mutating func finish(_ request: RestoreRequest, _ outcome: RestoreOutcome) {
    let direction = request.direction
    switch outcome {
    case .restored(let entry, let secretKeys):
      changeOrder.move(entry.id, in: request.suite, direction)
      if request.suiteName == document.suiteName, request.scope == .user { select(entry) }
      let text = restoredText(entry.changes, request, hiding: secretKeys)
      note(text, hint: hint(after: direction))
    case .takenBack(let changes, let secretKeys, let isLast):
      forget(changes, of: request, isLast: isLast)
      let text = restoredText(changes, request, hiding: secretKeys)
      note("\(text); it was not on disk")
    case .changedSince(let newer) where !session.settings.questions.contains(.overwriting):
      return restore(direction, inSuite: request.suite, overwriting: newer.nowByKey)
    case .changedSince(let newer):
      guard isInList else {
        let names = newer.map {
          title(of: SuiteKey(suiteName: request.suiteName, key: $0.key))
        }
        fail("Nothing was changed: \(names.joined(separator: ", ")) changed elsewhere meanwhile.")
        break
      }
      ask(OverwritingQuestion(request: .restore(direction, request.suite), newer: newer))
    case .nothing:
      changeOrder.remove(request.suite, direction)
      return restoreEarlier(direction)
    case .refused(let reason):
      refuse(reason)
    case .failed(let reason):
      // If edits of the shown suite are not on disk, the status line shows that, but only without a notice.
      let isShown = request.suiteName == document.suiteName && request.scope == .user
      if isShown, !document.status.uncommittedKeys.isEmpty {
        feedback.notice = nil
      } else {
        fail(reason)
      }
    }
  }

  /// Returns the notice about a write that has brought back the value before the last change.
  func undoneText(
    _ request: WriteRequest,
    _ old: Defaults.StoredValue?,
    _ new: Defaults.StoredValue?
  ) -> String {
    let change = Defaults.HistoryEntry.Change(key: request.key, old: new, new: old)
    let undo = RestoreRequest(
      suiteName: request.suiteName,
      direction: .undo,
      overwrites: [:],
      scope: request.scope
    )
    let text = restoredText([change], undo, hiding: [])
    return [text, hint(after: .undo)].line(separator: "   ")
  }

  /// Returns the notice: the first keys with what changed, and the number of the others.
  private func restoredText(
    _ changes: [Defaults.HistoryEntry.Change],
    _ request: RestoreRequest,
    hiding secretKeys: Set<Defaults.KeyName>
  ) -> String {
    let isUndo = request.direction == .undo
    let isShown = request.suiteName == document.suiteName
    let place = (isShown ? "" : " in \(request.suiteName)") + request.scope.suffix
    let most = changes.count > 3 ? 2 : 3
    var texts = changes.prefix(most).map { change in
      let old = request.overwrites[change.key] ?? (isUndo ? change.new : change.old)
      let new = isUndo ? change.old : change.new
      guard isShown, document.item(change.key) != nil else {
        // The titles of another suite are not known here.
        var entry = Entry(undeclaredKey: change.key, value: new ?? old)
        entry.isSecret = entry.isSecret || secretKeys.contains(change.key)
        return "\(change.key)"
          + (ValueText.changes(old, new, in: entry).map { ": \($0)" }
            ?? " = \(ValueText.brief(stored: new, in: entry))")
      }
      let item = tableItem(change.key, old, new)
      let changes = ValueText.changes(inUse: old, new, item)
      // Without a value in another file, the user's own value may be used, and not the default.
      let now = ValueText.brief(new, item, in: request.scope)
      let before = ValueText.brief(old, item, in: request.scope)
      if let changes { return "\(item.entry.title): \(changes)" }
      // The same value is in use: it was unset, or is unset now.
      if now == before { return "\(item.entry.title) is \(new == nil ? "unset" : "set")" }
      if request.scope == .user, new == nil {
        return "\(item.entry.title) reset to \(now) (was \(before))"
      }
      return "\(item.entry.title) = \(now) (was \(before))"
    }
    let more = changes.count - texts.count
    if more > 0 { texts.append("and \(more) more") }
    return "\(isUndo ? "Undone" : "Redone")\(place): \(texts.joined(separator: ", "))"
  }

  /// Selects the first key that an entry changed, and unfolds its section.
  private mutating func select(_ entry: Defaults.HistoryEntry) {
    guard let key = entry.changes.first?.key, let item = document.item(key) else { return }
    select(.key(key))
    suite.listing.fold(foldedSections.subtracting([item.section]))
    ensureSelection()
  }
}

extension [NewerValue] {
  /// The newer values by key, as they may be overwritten.
  var nowByKey: [Defaults.KeyName: Defaults.StoredValue?] {
    Dictionary(map { ($0.key, $0.now) }) { $1 }
  }
}
