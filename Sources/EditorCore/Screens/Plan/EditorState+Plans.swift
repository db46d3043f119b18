import DefaultsCore
import DefaultsSchema
import DefaultsTransfer
import Terminal

// Plans: many keys are changed at once, as one entry of the history.
//
// A command requests a plan (`Effect.plan`), the session makes it and returns it with
// `Action.planned`, and the user sees it as a table (``PlanScreen``). Nothing is written before the user
// applies it (`Effect.apply`). The outcome arrives with `Action.applied`, after the changes.
extension EditorState {
  // MARK: - Opening

  /// Requests the plan that resets keys; keys without a stored value are left out.
  mutating func planReset(of keys: [Defaults.KeyName], _ words: String) {
    let stored = keys.filter { document.slot(of: $0).map(document.isSet) == true }
    guard !stored.isEmpty else {
      return refuse(keys.isEmpty ? "There is no key to reset." : "None of these keys is set.")
    }
    let values = Dictionary(stored.map { (suiteKey($0), nil as Defaults.StoredValue?) }) { $1 }
    plan(values, .reset, "Reset \(stored.count.counted("key")) \(words)?", .user)
  }

  /// Requests the plan that stores values in the files of a scope, or removes stored ones; of keys of
  /// several suites as one table.
  mutating func plan(
    _ values: [SuiteKey: Defaults.StoredValue?],
    _ purpose: PlanRequest.Purpose,
    _ title: String,
    _ scope: WriteScope,
    bases: [SuiteKey: Defaults.StoredValue?] = [:]
  ) {
    let suites = Dictionary(grouping: values) { $0.key.suiteName }
    let requests = suites.sorted { $0.key < $1.key }.map { name, values in
      PlanRequest(
        suiteName: name,
        wanted: .values(Dictionary(values.map { ($0.key.key, $0.value) }) { $1 }),
        purpose: purpose,
        scope: scope,
        title: title,
        bases: Dictionary(values.compactMap { key, _ in bases[key].map { (key.key, $0) } }) { $1 }
      )
    }
    if requests.count == 1, requests[0].suiteName == document.suiteName {
      return send(.plan(requests[0]))
    }
    plan(
      requests,
      as: PlanRequest(suiteName: "", wanted: .nothing, purpose: purpose, scope: scope, title: title)
    )
  }

  /// Requests the plans of several suites as one table.
  ///
  /// The `whole` request has what they have in common.
  mutating func plan(_ parts: [PlanRequest], as whole: PlanRequest) {
    var request = whole.part(ofSuite: document.suiteName, .values([:]))
    request.parts = parts
    send(.plan(request))
  }

  /// Requests a plan for the user's file of the shown suite.
  mutating func plan(
    _ wanted: PlanRequest.Wanted,
    _ purpose: PlanRequest.Purpose,
    title: String
  ) {
    let name = document.suiteName
    send(.plan(PlanRequest(suiteName: name, wanted: wanted, purpose: purpose, title: title)))
  }

  /// Shows a plan that was made, unless the user has begun something else meanwhile.
  mutating func finish(_ request: PlanRequest, _ outcome: PlanOutcome) {
    guard request.suiteName == document.suiteName, !document.isLoading else { return }
    let shown = topScreen(PlanScreen.self).flatMap {
      $0.request.isSameTable(as: request) ? $0 : nil
    }
    guard shown != nil || awaits(request) else { return }
    let planned: PlannedChange
    switch outcome {
    case .planned(let made): planned = made
    case .failed(let reason):
      closePanels()
      return fail(reason)
    }
    // That the suites are still being read is true no longer.
    if shown?.isBeingMade == true { feedback.notice = nil }
    var open = PlanScreen(planned, request, in: self)
    if let shown { open.goOn(from: shown, in: self) }
    guard !open.rows.isEmpty else {
      closePanels()
      guard open.failures.isEmpty else { return report(nil, failures: open.failures) }
      return note(Self.emptyText(request))
    }
    if request.purpose == .goingBack, open.rows.allSatisfy({ $0.change.result == .same }) {
      return refuse("Nothing to do: the values are those before this change.")
    }
    if shown == nil, open.isExpected || !asks(before: open), !open.changes.isEmpty {
      closePanels()
      return apply(open, open.changes)
    }
    show(open)
  }

  /// Returns whether the plan of a request can be shown: whether the user has begun nothing else meanwhile.
  func awaits(_ request: PlanRequest) -> Bool {
    if request.opensTable { return isPlan(request) }
    return isInList || screen is HistoryScreen || screen is ViewerScreen
      || screen is SuiteSearchScreen
  }

  /// Requests the shown review of staged edits again, if other programs have changed some of its keys.
  mutating func refreshReview(_ changes: [Document.AppliedChange]) {
    guard let open = topScreen(PlanScreen.self), open.request.purpose == .staged,
      open.request.suiteName == document.suiteName
    else { return }
    let changed = Set(changes.map { suiteKey($0.change.key) })
    if open.rows.contains(where: { changed.contains($0.suiteKey) }) { send(.plan(open.request)) }
  }

  /// Returns whether a plan is shown before it is applied.
  ///
  /// A plan with a refused row or a conflict always is, because otherwise the user would not see why a
  /// key keeps its value.
  private func asks(before open: PlanScreen) -> Bool {
    guard !session.settings.questions.contains(.many), open.refusedCount == 0,
      open.undecided.isEmpty, open.failures.isEmpty
    else { return true }
    return switch open.request.purpose {
    case .reset, .assignment, .goingBack: false
    case .resetSuite, .staged, .importing, .copying, .comparison: true
    }
  }

  private static func emptyText(_ request: PlanRequest) -> String {
    switch request.purpose {
    case .reset, .resetSuite: "No key is set."
    case .comparison, .copying: "Nothing differs."
    case .assignment, .staged, .importing, .goingBack: "There is nothing to change."
    }
  }

  mutating func closeNotice(of open: PlanScreen) {
    switch open.request.purpose {
    case .staged: noteStaged()
    case .comparison: break
    case .reset, .resetSuite, .assignment, .importing, .copying, .goingBack:
      refuse("Nothing was changed.")
    }
  }

  /// Shows which keys were changed elsewhere, and the key press that overwrites a newer value.
  mutating func refuse(_ conflicts: [PlanScreen.Row], of open: PlanScreen) {
    let names = conflicts.map {
      (open.hasSuites ? "\($0.suite.name) › " : "") + tableItem($0).entry.title
    }
    let advice = bindings.name(of: PlanCommand.leaveOut, in: keyMode).map {
      " \($0) on a row overwrites the newer value; a second time it leaves it."
    }
    refuse(
      "Nothing was changed: \(names.joined(separator: ", ")) changed elsewhere.\(advice ?? "")"
    )
  }

  mutating func applySelected(of open: PlanScreen) {
    guard let row = open.selectedRow else { return }
    if let refusal = row.refusal { return refuse("Not changed: \(refusal).") }
    guard !open.undecided.contains(row.suiteKey) else { return refuse([row], of: open) }
    apply(open, row.isChange ? [row] : [], isPart: true)
  }

  /// Requests that rows are stored; before a reset of the whole suite, asks for its name.
  ///
  /// With `isPart`, the table stays open, so that more of its rows can be applied.
  mutating func apply(
    _ open: PlanScreen,
    _ rows: [PlanScreen.Row],
    isPart: Bool = false
  ) {
    guard !rows.isEmpty else { return refuse(textWithoutRows(open)) }
    let isAll = rows.count == open.changes.count
    let isPart = isPart || open.request.purpose == .comparison || !open.undecided.isEmpty
    if open.request.purpose == .resetSuite, !open.isConfirmed, isAll || !isPart {
      return askForName(before: open)
    }
    if isAll || !isPart { closePanels() }
    // The reset of a whole suite exports its values first, so it is done at once; and edits are staged for
    // the files of the session's user only.
    let isDoneAtOnce =
      open.request.purpose == .resetSuite && (isAll || !isPart) || open.request.suite.isOfOtherUser
    if isStaging, open.request.purpose != .staged, !isDoneAtOnce {
      return stage(rows, of: open)
    }
    requests.undosAndPlans += 1
    var request = open.applyRequest(for: rows)
    // An undo brings single keys back, and the export of all is made when the others are reset.
    if isPart, !isAll { request.backupPath = nil }
    send(.apply(request))
  }

  /// Returns what to do when a plan is applied and none of its rows is taken.
  private func textWithoutRows(_ open: PlanScreen) -> String {
    guard open.request.purpose == .comparison, !open.changes.isEmpty else {
      return "No row is left to change."
    }
    let keys = [(PlanCommand.leaveOut, "takes a row"), (.applyRow, "changes one at once")]
    let advice = keys.compactMap { command, words in
      bindings.name(of: command, in: keyMode).map { "\($0) \(words)" }
    }
    return ["No row is taken", advice.joined(separator: ", ")].line(separator: ": ").ended
  }

  /// Asks for the name of the suite that is reset by a plan.
  private mutating func askForName(before open: PlanScreen, typed: String? = nil) {
    let backup =
      open.changesSecrets && open.backupPath != nil
      ? " The values before, secrets too, are kept in a file that only you can read." : ""
    let keys = open.included.count.counted("key")
    ask(
      "Type \(open.request.suiteName)",
      help: "This resets \(keys) of \(open.request.suiteName).\(backup)",
      typed: typed,
      keepsInput: false,
      cancel: { $0.show(open) }
    ) { state, name in
      guard name == open.request.suiteName else {
        // The text stays, so that a letter can be corrected.
        state.askForName(before: open, typed: name)
        return state.refuse("That is not the name of the suite: nothing was changed.")
      }
      var open = open
      open.isConfirmed = true
      state.apply(open, open.included)
    }
  }

  /// Handles the outcome of applying a plan.
  mutating func finish(_ request: ApplyRequest, _ outcome: ApplyOutcome) {
    requests.undosAndPlans = max(0, requests.undosAndPlans - 1)
    let plan = request.request
    let isShown = plan.suiteName == document.suiteName
    switch outcome {
    case .applied(let backup, let entry):
      finishChanges(of: request, entry)
      // A long path is cut on the status line.
      if let backup {
        let text = "The values before the reset of \(plan.suiteName) are in \(backup)."
        feedback.log.add(Message(title: "", text: text))
      }
      note(withUndo(appliedText(request, backup)))
      if plan.purpose == .staged, isPlan(plan) {
        return change(PlanScreen.self) { $0.remove(Set(request.changedKeys)) }
      }
    case .pending:
      finishChanges(of: request, nil)
      // For the shown suite, the status line then shows the failure of its store.
      if isShown {
        feedback.notice = nil
      } else {
        let keys = request.changedKeys.count.counted("key")
        fail("Not on disk yet: \(keys) in \(plan.suiteName).")
      }
    case .outdated(let keys):
      let names = keys.sorted().map { title(of: SuiteKey(suiteName: plan.suiteName, key: $0)) }
      fail("Nothing was changed: \(names.joined(separator: ", ")) changed elsewhere meanwhile.")
      guard isShown, isInList || isPlan(plan) else { break }
      // The table is shown again, with the newer values as conflicts.
      var again = plan
      for row in request.plan.changes { again.bases.updateValue(row.now, forKey: row.key) }
      return send(.plan(again))
    case .failed(let reason):
      fail(reason)
    case .parts(let outcomes):
      return finish(zip(request.parts, outcomes).map { ($0, $1) }, request)
    }
    if isShown, isPlan(plan) { send(.plan(plan)) }
  }

  /// Handles the outcomes of applying the plans of several suites, each of which was applied for itself.
  private mutating func finish(
    _ outcomes: [(request: ApplyRequest, outcome: ApplyOutcome)],
    _ whole: ApplyRequest
  ) {
    var changed: [ApplyRequest] = []
    var failures: [(suite: String, reason: String)] = []
    for (request, outcome) in outcomes {
      let suite = request.request.suite
      switch outcome {
      case .applied(_, let entry): finishChanges(of: request, entry)
      case .pending:
        finishChanges(of: request, nil)
        failures.append((suite.name, "not on disk yet."))
      case .outdated(let keys):
        failures.append((suite.name, "\(keys[0]) changed elsewhere meanwhile."))
        continue
      case .failed(let reason):
        failures.append((suite.name, reason))
        continue
      case .parts: preconditionFailure("The plan of a suite has no parts")
      }
      changed.append(request)
    }
    changeOrder.join(Set(changed.map(\.request.suite)))
    var done = changed.isEmpty ? nil : appliedText(whole, of: changed)
    if failures.isEmpty { done = done.map { withUndo($0) } }
    report(done, failures: failures)
    if isPlan(whole.request) {
      return whole.request.purpose == .staged ? reviewStaged() : send(.plan(whole.request))
    }
    readSearchedAgain(whole.parts.map(\.request.suiteName))
  }

  /// Remembers what was changed in a suite, for undo, and ends the staging and the marks of its keys.
  ///
  /// Changes that are not on disk yet have no entry of the history.
  private mutating func finishChanges(
    of request: ApplyRequest,
    _ entry: Defaults.HistoryEntry.Own?
  ) {
    changeOrder.add(entry, in: request.request.suite)
    unstage(request.plan.changes.map(\.key), in: request.request.suite)
    // Marks are on the session's own keys.
    if !request.request.suite.isOfOtherUser { removeMarks(of: request.changedKeys) }
  }

  /// Returns whether the table of a plan is open.
  func isPlan(_ request: PlanRequest) -> Bool {
    topScreen(PlanScreen.self)?.request.isSameTable(as: request) == true
  }

  /// Returns the words for the rows of an import that were refused; empty for none.
  private static func refusedText(_ plan: Plan) -> String {
    let count = plan.refusals.count
    return count == 0 ? "" : ", refused \(count)"
  }

  /// Returns the notice about plans that were applied.
  ///
  /// `changed` are the parts of the request that were applied, if it has some. `backup` is the path
  /// of the file to which the values were exported before; nil for none.
  private func appliedText(
    _ request: ApplyRequest,
    of changed: [ApplyRequest] = [],
    _ backup: String? = nil
  ) -> String {
    let count = ([request] + changed).reduce(0) { $0 + $1.plan.changes.count }
    let keys = count.counted("key")
    let text =
      switch request.request.purpose {
      case .reset: "Reset \(keys)."
      case .resetSuite:
        "Reset \(keys) of \(request.request.suiteName)."
          + (backup.map { " The values before are in \($0)." } ?? "")
      case .assignment: "Set \(keys)."
      case .staged: "Saved \(count.counted("staged edit"))."
      case .importing: "Imported \(keys)\(Self.refusedText(request.plan))."
      case .comparison, .copying: "Changed \(keys)."
      case .goingBack:
        "Went back: \(count == 1 ? changedText(request.plan, in: request.request.suite) : "\(keys) changed")."
      }
    let suite = request.request.suiteName
    let scope = request.request.scope
    let place = [
      changed.count > 1
        ? "in \(changed.count) suites" : changed.first.map { "in \($0.request.suiteName)" },
      !changed.isEmpty || suite == document.suiteName ? nil : "in \(suite)",
      scope == .user ? nil : "for \(scope.words)",
    ].line()
    return place.isEmpty ? text : "\(text.dropLast()) \(place)."
  }

  /// Returns the title and the change of the only key that a plan changes.
  private func changedText(_ plan: Plan, in suite: ScopedSuite) -> String {
    guard let row = plan.changes.first, shows(suite) else { return "1 key changed" }
    let entry = tableItem(row.key, row.now, row.wanted).entry
    return "\(entry.title) \(ValueText.change(row.now, row.wanted, in: entry))"
  }

  /// Returns a text with the key press for undo, or for redo after an undo, which the search in all suites does
  /// not have.
  func withUndo(_ text: String, after direction: Defaults.RestoreDirection = .redo) -> String {
    let isSearching = screen(SuiteSearchScreen.self) != nil
    return [text, isSearching ? nil : hint(after: direction)].line(separator: "   ")
  }
}
