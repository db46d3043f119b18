import DefaultsCore
import DefaultsSchema
import DefaultsTransfer
import Terminal

/// A table of keys with their present and their wanted values, which the user checks before the values
/// are stored.
///
/// A row can be left out. Rows that would change nothing and rows that are refused are shown too, so
/// that the user knows why a key keeps its value; the refused ones come first.
struct PlanScreen: TableScreen {
  /// One key.
  struct Row: Sendable {
    /// The suite with the file.
    let suite: ScopedSuite
    /// The key with its values, from the plan of a part; nil for a plan without parts.
    let item: Item?
    /// The values and the result.
    let change: Plan.Row
    /// The stored value that the user saw, `.some(nil)` for none; nil if it is not known.
    let base: Defaults.StoredValue??
    /// Why the value is not stored, as a phrase; nil if it may be stored.
    let refusal: String?
    /// Whether another program has changed the key since the user saw its value.
    let isConflict: Bool
    /// The value with both changes of a conflict; nil if there is none, or if they overlap.
    let merged: Defaults.StoredValue?

    var key: Defaults.KeyName { change.key }

    var suiteKey: SuiteKey { SuiteKey(suiteName: suite.name, key: key) }

    /// Returns whether the list shows the key, and not one of another suite or user.
    func isShown(in state: EditorState) -> Bool { state.shows(suite) }

    /// Whether applying the plan changes the key.
    var isChange: Bool { change.isChange && refusal == nil }
  }

  /// The request from which the plan was made.
  private(set) var request: PlanRequest
  /// The rows in the order of the list, after those that are refused.
  private(set) var rows: [Row]
  /// The keys of the rows that are left out.
  private(set) var leftOut: Set<SuiteKey> = []
  /// The keys with a conflict for which the user has not decided yet; they are left out until then.
  private(set) var undecided: Set<SuiteKey> = []
  /// Sentences about the wanted values.
  let remarks: [String]
  /// The suites whose part of the plan could not be made, and why.
  let failures: [(suite: String, reason: String)]
  /// The number of values that are stored already and have no row.
  let sameCount: Int
  /// Whether the suites are still being read, so that there are no rows yet.
  private(set) var isBeingMade: Bool = false
  /// The selected row and the scroll position.
  var cursor: ListCursor = ListCursor()
  /// The filter over the rows; what it hides is applied too.
  var filter: RowFilter = RowFilter()
  /// Whether the user has typed the name of the suite that is reset.
  var isConfirmed: Bool = false
  /// The path of the file to which the stored values are exported first; nil for none.
  let backupPath: String?
  private let secretKeys: Set<SuiteKey>
  /// The plans, one for each suite.
  private let plans: [(request: PlanRequest, plan: Plan)]

  /// Creates the table of a plan; in a comparison, all rows are left out at first.
  init(_ planned: PlannedChange, _ request: PlanRequest, in state: EditorState) {
    self.request = request
    backupPath = planned.backupPath
    var remarks = planned.remarks
    var parts = [(request: request, planned: planned)]
    var failures: [(suite: String, reason: String)] = []
    for (part, outcome) in zip(request.parts, planned.parts) {
      switch outcome {
      case .planned(let planned):
        parts.append((part, planned))
        // Of many suites, only those with rows are of interest.
        if !planned.plan.rows.isEmpty {
          remarks += planned.remarks.map { "\(part.suiteName): \($0)" }
        }
      case .failed(let reason):
        failures.append((part.suiteName, reason))
        remarks.append("\(part.suiteName): \(reason)")
      }
    }
    self.remarks = Self.shortened(remarks)
    sameCount = parts.reduce(0) { $0 + $1.planned.sameCount }
    self.failures = failures
    plans = parts.map { ($0.request, $0.planned.plan) }
    let unsorted = parts.flatMap { part in
      part.planned.plan.rows.map {
        Row($0, of: part.request, part.planned.items[$0.key], in: state)
      }
    }
    secretKeys = Set(
      parts.flatMap { part in
        part.planned.secretKeys.map { SuiteKey(suiteName: part.request.suiteName, key: $0) }
      }
    )
    // The rows of a plan are sorted by key; keys that are not in the list come last.
    let placed = unsorted.enumerated().map { number, row in
      let place = row.isShown(in: state) ? state.document.index(of: row.key) ?? Int.max : Int.max
      return (order: (row.refusal == nil ? 1 : 0, place, number), row: row)
    }
    rows = placed.sorted { $0.order < $1.order }.map(\.row)
    undecided = Set(rows.filter { $0.isConflict && $0.isChange }.map(\.suiteKey))
    leftOut = request.purpose == .comparison ? Set(rows.map(\.suiteKey)) : undecided
  }

  /// Creates the empty table of a plan that is being made.
  init(waitingFor request: PlanRequest, in state: EditorState) {
    self.init(PlannedChange(plan: .empty), request, in: state)
    isBeingMade = true
  }

  /// Returns the first remarks, so that those about many suites leave room for the rows.
  private static func shortened(_ remarks: [String]) -> [String] {
    let limit = 4
    guard remarks.count > limit else { return remarks }
    return remarks.prefix(limit - 1) + ["There are \(remarks.count - limit + 1) more remarks."]
  }

  /// Whether the rows are of several suites.
  var hasSuites: Bool { !request.parts.isEmpty }

  var keyMode: KeyMode {
    filter.isTyped ? .rowFilter : request.purpose == .staged ? .staged : .plan
  }

  /// Whether every key has the value that the request expects, and none is refused.
  var isExpected: Bool {
    guard let expected = request.expected, refusedCount == 0, undecided.isEmpty, failures.isEmpty
    else {
      return false
    }
    return rows.allSatisfy { row in
      row.change.result == .same || expected[row.key].map { $0 == row.change.now } == true
    }
  }

  /// The rows that are changed when the plan is applied.
  var included: [Row] { rows.filter(isIncluded) }

  /// The number of rows that are changed when the plan is applied, and that the filter hides.
  var hiddenCount: Int {
    filter.shown.map { shown in included.count - shown.count { isIncluded(rows[$0]) } } ?? 0
  }

  private func isIncluded(_ row: Row) -> Bool { row.isChange && !leftOut.contains(row.suiteKey) }

  /// Whether applying the plan changes secrets, which the history does not keep.
  var changesSecrets: Bool {
    !secretKeys.isEmpty && included.contains { secretKeys.contains($0.suiteKey) }
  }

  /// The rows that would be changed, whether they are left out or not.
  var changes: [Row] { rows.filter(\.isChange) }

  /// The number of rows with values that may not be stored.
  var refusedCount: Int { rows.count { $0.refusal != nil } }

  /// The selected row; nil if there is none.
  var selectedRow: Row? { selectedIndex.map { rows[$0] } }

  /// Whether the selected row has a conflict about which nothing is decided, and both changes can be kept.
  var canMerge: Bool {
    selectedRow.map { $0.merged != nil && undecided.contains($0.suiteKey) } ?? false
  }

  /// Leaves the selected row out, or takes it in again.
  mutating func toggleSelected() {
    guard let row = selectedRow, row.isChange else { return }
    undecided.remove(row.suiteKey)
    leftOut.formSymmetricDifference([row.suiteKey])
  }

  /// Takes the cursor and the filter over from the table that was shown before, and what the user has left out or
  /// taken in there, except for rows with other values now.
  mutating func goOn(from shown: PlanScreen, in state: EditorState) {
    (cursor, filter) = (shown.cursor, shown.filter)
    if filter.isOpen {
      let selected = shown.selectedRow?.suiteKey
      filterAgain(selecting: rows.firstIndex { $0.suiteKey == selected }, in: state)
    }
    let before = Dictionary(shown.rows.map { ($0.suiteKey, $0.change) }) { $1 }
    let same = rows.filter { before[$0.suiteKey] == $0.change }.map(\.suiteKey)
    leftOut = leftOut.subtracting(same).union(shown.leftOut.intersection(same))
    undecided = undecided.subtracting(same).union(shown.undecided.intersection(same))
  }

  /// Removes the rows of some keys.
  mutating func remove(_ keys: Set<SuiteKey>) {
    filter.remove(rows: Set(rows.indices.filter { keys.contains(rows[$0].suiteKey) }))
    rows.removeAll { keys.contains($0.suiteKey) }
    request.remove(keys)
    undecided.subtract(keys)
  }

  /// Returns the request to apply some rows.
  func applyRequest(for rows: [Row]) -> ApplyRequest {
    let keys = Set(rows.map(\.suiteKey))
    let requests = plans.map { request, plan in
      let plan = plan.filter { row in
        keys.contains(SuiteKey(suiteName: request.suiteName, key: row.key))
      }
      return ApplyRequest(request: request, plan: plan)
    }
    var whole = requests[0]
    whole.backupPath = backupPath
    whole.parts = requests.dropFirst().filter { !$0.plan.rows.isEmpty }
    return whole
  }
}

extension PlanScreen.Row {
  fileprivate init(
    _ change: Plan.Row,
    of request: PlanRequest,
    _ ownItem: Item?,
    in state: EditorState
  ) {
    let base = request.bases[change.key]
    let isConflict = change.result != .same && base != nil && base != .some(change.now)
    let item =
      state.shows(request.suite)
      ? state.tableItem(change.key, change.now, change.wanted)
      : ownItem ?? Item(entry: Entry(undeclaredKey: change.key, value: change.wanted))
    self.init(
      suite: request.suite,
      item: ownItem,
      change: change,
      base: base,
      refusal: Self.refusal(of: change, item),
      isConflict: isConflict,
      merged: isConflict ? Self.merged(change, base: base ?? nil, item) : nil
    )
  }

  /// Returns the value of a row with the change of another program; nil if they cannot be merged.
  private static func merged(
    _ row: Plan.Row,
    base: Defaults.StoredValue?,
    _ item: Item
  ) -> Defaults.StoredValue? {
    guard let mine = row.wanted, let base = base ?? item.valueWhenReset else { return nil }
    return item.entry.merged(mine, with: row.now, base: base)
  }

  /// Returns why the editor may not store the value of a row, as a phrase; nil if it may.
  private static func refusal(of row: Plan.Row, _ item: Item) -> String? {
    guard row.result != .same else { return nil }
    if let refusal = row.refusal {
      if case .locked = refusal { return "locked" }
      return item.entry.reason(of: refusal)
    }
    if item.entry.isReadOnly { return "set by the app itself" }
    return item.disabledReason.map { $0.hasSuffix(".") ? String($0.dropLast()) : $0 }
  }
}

extension PlanScreen {
  var rowTotal: Int { rows.count }

  func searchedTexts(ofRow index: Int, in state: EditorState) -> SearchedTexts {
    PlanView(state: state, open: self).searchedTexts(index)
  }

  var hintWords: [KeyAction: String] {
    guard !isBeingMade else {
      let commands: [PlanCommand] = [.apply, .leaveOut, .applyRow]
      return Dictionary(commands.map { (KeyAction($0), "") }) { $1 }
    }
    guard let row = selectedRow, leftOut.contains(row.suiteKey) else { return filter.hintWords }
    return filter.hintWords.merging([KeyAction(PlanCommand.leaveOut): "take in"]) { $1 }
  }

  func table(_ state: EditorState, _ layout: Layout) -> TableView {
    PlanView(state: state, open: self).content
  }

  mutating func perform(_ action: KeyAction, in state: EditorState) -> ScreenOutcome {
    guard !isBeingMade else { return .refuse("The suites are still being read.") }
    guard !state.session.isReadOnly || PlanCommand(action) == nil else {
      return .refuse(EditorState.readOnlyText)
    }
    switch PlanCommand(action) {
    case .apply:
      // Rows with a conflict are left for a decision.
      if let index = rows.firstIndex(where: { undecided.contains($0.suiteKey) }) {
        reveal(index: index)
      }
      guard included.isEmpty, !undecided.isEmpty else {
        return .perform { [self] in $0.apply(self, included) }
      }
      let conflicts = rows.filter { undecided.contains($0.suiteKey) }
      return .perform { [self] in $0.refuse(conflicts, of: self) }
    case .applyRow:
      return .perform { [self] in $0.applySelected(of: self) }
    case .leaveOut:
      toggleSelected()
      cursor.move(.next)
    case .keepBoth:
      guard let row = selectedRow else { break }
      return .perform { [self] in $0.keepBoth(row, of: self) }
    case .dropRow: return drop([selectedRow].compactMap(\.self))
    case .dropAll: return drop(rows)
    case nil: break
    }
    return .stay
  }

  func close(in state: EditorState) -> ScreenOutcome {
    .close { [self] in $0.closeNotice(of: self) }
  }

  /// Drops staged edits, and closes the review if none is left.
  private mutating func drop(_ dropped: [Row]) -> ScreenOutcome {
    remove(Set(dropped.map(\.suiteKey)))
    let drop = { (state: inout EditorState) in
      state.drop(dropped.map { StagedEdits.Target(suite: $0.suite, key: $0.key) })
    }
    return rows.isEmpty ? .close(then: drop) : .perform(drop)
  }
}

extension EditorState {
  /// Returns the entry for showing values of an open edit: the edit's own entry, but secret if the key
  /// is secret now.
  func shownEntry(of edit: OpenEdit) -> Entry {
    var entry = edit.entry
    let isSecretNow = document.item(edit.key)?.entry.isSecret == true
    entry.isSecret = entry.isSecret || edit.prompt == nil && isSecretNow
    return entry
  }

  /// Returns the item for showing a key with other values than its present ones, also if the document
  /// does not have the key.
  ///
  /// An undeclared key is secret if any of the values looks like a secret.
  func tableItem(_ key: Defaults.KeyName, _ values: Defaults.StoredValue?...) -> Item {
    tableItem(key, document.item(key), values)
  }

  /// Returns whether the list shows the keys of a suite, and not those that another user has.
  func shows(_ suite: ScopedSuite) -> Bool {
    suite.name == document.suiteName && !suite.isOfOtherUser
  }

  /// Returns the item for a row of a plan, which may be of a suite that is not shown.
  func tableItem(_ row: PlanScreen.Row) -> Item {
    let values = [row.base ?? nil, row.change.now, row.change.wanted]
    guard !row.isShown(in: self) else {
      return tableItem(row.key, document.item(row.key), values)
    }
    return tableItem(row.key, row.item, values, holdsSecrets: row.item?.entry.isSecret == true)
  }

  private func tableItem(
    _ key: Defaults.KeyName,
    _ item: Item?,
    _ values: [Defaults.StoredValue?],
    holdsSecrets: Bool? = nil
  ) -> Item {
    if let item, item.isDeclared { return item }
    let layers = item?.layers ?? KeyLayers()
    var entry = Entry(undeclaredKey: key, value: values.compactMap(\.self).last ?? layers.stored)
    entry.isSecret =
      entry.isSecret || holdsSecrets ?? document.holdsSecrets || layers.holdSecret
      || values.contains { $0?.holdsSecret == true }
    return Item(entry: entry, section: 0, isDeclared: false, layers: layers)
  }
}
