import DefaultsCore
import DefaultsSchema
import DefaultsTransfer

// Staged edits. In this mode, a write is requested as usual, but the session only checks the value, and
// the state keeps it (`StagedEdits`). The review is a plan of the staged edits of all suites, and is
// applied like every other plan.
extension EditorState {
  /// The names of the suites with staged edits that are kept for the next session, sorted.
  package var suitesWithStagedEdits: [String] { staged.keptSuites }

  /// The number of staged edits of all suites, for all files that can be written.
  var stagedCount: Int { session.scopes.reduce(0) { $0 + staged.count(for: $1) } }

  /// Returns the number of staged edits of a suite, for all files that can be written.
  func stagedCount(ofSuite name: String) -> Int {
    session.scopes.reduce(0) { $0 + staged.count(in: ScopedSuite(name: name, scope: $1)) }
  }

  /// Returns whether an edit of a key of the shown suite is staged, for any file.
  func isStaged(_ key: Defaults.KeyName) -> Bool { staged.contains(suiteKey(key)) }

  /// Returns the staged value of a key of the shown suite for the user's file, in which nil is a reset;
  /// nil if no edit is staged for it.
  func stagedValue(of key: Defaults.KeyName) -> Defaults.StoredValue?? {
    staged[StagedEdits.Target(suiteKey(key), .user)]
  }

  /// Switches between collecting edits and saving each at once.
  mutating func toggleStaging() {
    isStaging.toggle()
    guard !isStaging else {
      return note("Edits are collected now and saved together.")
    }
    let count = stagedCount
    let words = count == 1 ? "1 edit stays staged." : "\(count) edits stay staged."
    let rest = count == 0 ? nil : words
    let review = count == 0 ? nil : keyText(ManyCommand.review, "review")
    note(["Edits are saved at once again.", rest].line(), hint: review)
  }

  /// Sets a notice with the number of staged edits.
  mutating func noteStaged() {
    let count = stagedCount
    guard count > 0 else { return }
    note("\(count.counted("edit")) staged.", hint: keyText(ManyCommand.review, "review"))
  }

  /// Requests the plan of the staged edits of all suites for one kind of file: the first one that has
  /// some.
  mutating func reviewStaged() {
    guard let scope = session.scopes.first(where: { staged.count(for: $0) > 0 }) else {
      let advice = keyText(ManyCommand.stage, "collects edits.")
      return refuse(["Nothing is staged.", isStaging ? nil : advice].line())
    }
    let others = session.scopes.filter { $0 != scope }.compactMap { scope in
      let count = staged.count(for: scope)
      return count > 0 ? "\(count) more for \(scope.words)" : nil
    }
    let more = others.isEmpty ? "" : ", then \(others.joined(separator: ", "))"
    let values = staged.values(for: scope)
    let suites = Set(values.keys.map(\.suiteName))
    let name = suites.count == 1 ? suites.joined() : "all suites"
    let title = "Staged edits of \(name)\(scope.suffix)\(more)"
    plan(values, .staged, title, scope, bases: staged.bases(for: scope))
  }

  /// Stages the value with both changes of a conflict, and shows the review again.
  mutating func keepBoth(_ row: PlanScreen.Row, of open: PlanScreen) {
    guard row.isConflict else {
      return refuse("No other program has changed this key since it was staged.")
    }
    guard let merged = row.merged else { return refuse(Self.overlapText) }
    let target = StagedEdits.Target(suite: row.suite, key: row.key)
    let isSecret = tableItem(row).entry.holdsSecret
    changeStaged([target: .init(value: merged, base: .some(row.change.now), isSecret: isSecret)])
    reviewStaged()
  }

  /// Keeps the value of a request that was checked.
  mutating func stage(_ request: WriteRequest) {
    let target = StagedEdits.Target(suite: request.suite, key: request.key)
    let isShown = request.suiteName == document.suiteName && document.item(request.key) != nil
    let item = isShown ? tableItem(request.key, request.value) : nil
    let now = item?.layers.value(in: request.scope)
    if let item, now == request.value {
      changeStaged([target: nil])
      return note("\(item.entry.title) is as it is stored: nothing is staged for it.")
    }
    let isSecret = item?.entry.holdsSecret == true
    let base = request.base.map(\.value)
    changeStaged([target: .init(value: request.value, base: base, isSecret: isSecret)])
    guard let item else { return }
    let scope = request.scope
    let texts = [request.value, now].map { ValueText.brief($0, item, in: scope) }
    let changes = ValueText.changes(now, request.value, item, in: scope)
    let text =
      "Staged \(item.entry.title)"
      + (changes.map { "\(scope.suffix): \($0)" }
        ?? " = \(texts[0])\(scope.suffix) (now \(texts[1]))")
    note(text, hint: keyText(ManyCommand.review, "review"))
  }

  /// Stages the rows of a plan, while edits are collected.
  mutating func stage(_ rows: [PlanScreen.Row], of open: PlanScreen) {
    let edits = rows.map { row in
      let isSecret = tableItem(row).entry.holdsSecret
      let edit = StagedEdits.Edit(
        value: row.change.wanted,
        base: .some(row.change.now),
        isSecret: isSecret
      )
      return (StagedEdits.Target(suite: row.suite, key: row.key), Optional(edit))
    }
    changeStaged(Dictionary(edits) { $1 })
    removeMarks(of: rows.map(\.suiteKey))
    noteStaged()
  }

  /// Replaces staged edits, as a change that can be undone; nil drops one.
  mutating func changeStaged(_ edits: [StagedEdits.Target: StagedEdits.Edit?]) {
    changeOrder.add(staged: replaceStaged(edits))
  }

  /// Replaces staged edits, and returns the ones before; nil for none.
  @discardableResult
  mutating func replaceStaged(
    _ edits: [StagedEdits.Target: StagedEdits.Edit?]
  ) -> [StagedEdits.Target: StagedEdits.Edit?] {
    var before = edits
    for (target, edit) in edits.sorted(by: { $0.key.key < $1.key.key }) {
      before.updateValue(staged.replace(target, with: edit), forKey: target)
    }
    return before
  }

  /// Removes the staged edits of keys in a file, because their values are stored now.
  mutating func unstage(_ keys: some Sequence<Defaults.KeyName>, in suite: ScopedSuite) {
    let targets = Set(keys.map { StagedEdits.Target(suite: suite, key: $0) })
    staged.remove(targets)
    changeOrder.forgetStaged(targets)
  }

  /// Undoes or redoes a change of staged edits.
  ///
  /// `edits` are the edits to have, by target; nil for none.
  mutating func restoreStaged(
    _ edits: [StagedEdits.Target: StagedEdits.Edit?],
    _ direction: Defaults.RestoreDirection
  ) {
    changeOrder.moveNext(leaving: replaceStaged(edits), direction)
    var text: String
    if edits.count == 1, let (target, edit) = edits.first {
      let isShown = target.suite.name == document.suiteName
      text = title(of: target.suiteKey) + (isShown ? "" : " in \(target.suite.name)")
      text += edit == nil ? " is not staged any more." : " is staged again."
    } else {
      let isBack = edits.values.contains { $0 != nil }
      text = "\(edits.count) edits are \(isBack ? "staged again" : "not staged any more")."
    }
    note(text, hint: hint(after: direction))
  }

  /// Drops staged edits of a suite.
  mutating func drop(_ targets: [StagedEdits.Target]) {
    changeStaged(Dictionary(targets.map { ($0, nil) }) { $1 })
    let text = "Dropped \(targets.count.counted("staged edit"))."
    note(text, hint: keyText(ListCommand.undo, "undo"))
  }

  /// Adds the edits that an earlier session has staged.
  mutating func addStaged(_ kept: [Defaults.KeyName: Defaults.StoredValue], ofSuite name: String) {
    guard staged.restore(kept, ofSuite: name) > 0, name == document.suiteName else { return }
    isStaging = true
    noteStaged()
  }

  /// Saves staged edits that have changed on disk, each suite for itself.
  mutating func saveStagedEdits() {
    for (name, edits) in staged.takeUnsaved().sorted(by: { $0.key < $1.key }) {
      send(.remember(suiteName: name, .staged(edits)))
    }
  }
}
