import Defaults
import DefaultsSchema

// Staged edits. In this mode, a write is requested as usual, but the session only checks the value, and
// the state keeps it (`StagedEdits`). The review is a plan of all staged edits of the suite, and is
// applied like every other plan.
extension EditorState {
  /// The number of staged edits of the shown suite.
  var stagedCount: Int { staged.count(inSuite: document.suiteName) }

  /// Returns whether an edit of a key of the shown suite is staged.
  func isStaged(_ key: Defaults.KeyName) -> Bool { staged.contains(suiteKey(key)) }

  /// Switches between collecting edits and saving each at once.
  mutating func toggleStaging() {
    guard isStaging || scope == .user else {
      return refuse("Only your own values can be staged; the present file is for \(scope.words).")
    }
    isStaging.toggle()
    guard !isStaging else {
      notice = Notice(kind: .done, text: "Edits are collected now and saved together.")
      return
    }
    notice = Notice(kind: .done, text: "Edits are saved at once again.")
    if stagedCount > 0 { noteStaged() }
  }

  /// Sets a notice with the number of staged edits.
  mutating func noteStaged() {
    let count = stagedCount
    guard count > 0 else { return }
    let text = "\(count) edit\(count == 1 ? "" : "s") staged."
    notice = Notice(
      kind: .done,
      text: [text, keyText(ManyCommand.review, "review")].line(separator: "   ")
    )
  }

  /// Requests the plan of the staged edits.
  mutating func reviewStaged() -> [Effect] {
    let values = staged.values(ofSuite: document.suiteName)
    guard !values.isEmpty else {
      let advice = keyText(ManyCommand.stage, "collects edits.")
      refuse(["Nothing is staged.", isStaging ? nil : advice].line())
      return []
    }
    return plan(values, .staged, "Staged edits of \(document.suiteName)")
  }

  /// Keeps the value of a request that was checked.
  mutating func stage(_ request: WriteRequest) {
    let key = SuiteKey(suiteName: request.suiteName, key: request.key)
    let item = request.suiteName == document.suiteName ? document.item(request.key) : nil
    if let item, item.stored == request.value {
      staged.remove(key)
      notice = Notice(
        kind: .done,
        text: "\(item.entry.title) is as it is stored: nothing is staged for it."
      )
      return
    }
    staged.set(request.value, key)
    guard let item else { return }
    let now = ValueText.brief(inUse: item.stored, item)
    let text =
      "Staged \(item.entry.title) = \(ValueText.brief(inUse: request.value, item)) (now \(now))"
    notice = Notice(
      kind: .done,
      text: [text, keyText(ManyCommand.review, "review")].line(separator: "   ")
    )
  }

  /// Drops the staged edits of keys of the shown suite.
  mutating func unstage(_ keys: some Sequence<Defaults.KeyName>) {
    for key in keys { staged.remove(suiteKey(key)) }
  }

  /// Drops the last staged edit, if edits are collected.
  ///
  /// - Returns: whether there was one.
  mutating func undoStaging() -> Bool {
    guard isStaging, let last = staged.order.last(where: { $0.suiteName == document.suiteName })
    else { return false }
    staged.remove(last)
    let title = document.item(last.key)?.entry.title ?? last.key.string
    notice = Notice(kind: .done, text: "\(title) is not staged any more.")
    return true
  }

  /// Drops the selected edit of the review, or all of them.
  mutating func drop(_ action: KeyAction, in open: OpenPlan) -> [Effect] {
    var open = open
    let dropped =
      PlanCommand(action) == .dropAll ? open.rows : [open.selectedRow].compactMap(\.self)
    unstage(dropped.map(\.key))
    for row in dropped { open.remove(row.key) }
    let count = dropped.count
    let text = "Dropped \(count) staged edit\(count == 1 ? "" : "s")."
    mode = open.rows.isEmpty ? .list : .plan(open)
    notice = Notice(kind: .done, text: text)
    return []
  }

  /// Adds the edits that an earlier session has staged.
  mutating func addStaged(
    _ kept: [Defaults.KeyName: Defaults.StoredValue],
    ofSuite name: String
  ) {
    var values: [SuiteKey: Defaults.StoredValue?] = [:]
    for (key, kept) in kept {
      guard let value = StagedEdits.value(kept: kept) else { continue }
      values.updateValue(value, forKey: SuiteKey(suiteName: name, key: key))
    }
    guard staged.restore(values) > 0, name == document.suiteName else { return }
    isStaging = true
    noteStaged()
  }

  /// Returns the effects that keep the staged edits on disk, one for each suite.
  mutating func saveStagedEdits() -> [Effect] {
    staged.takeUnsaved().sorted { $0.key < $1.key }
      .map { .saveStaged(suiteName: $0.key, $0.value) }
  }
}
