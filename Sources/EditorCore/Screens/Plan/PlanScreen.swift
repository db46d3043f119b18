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
    /// The values and the result.
    let change: Plan.Row
    /// Why the value is not stored, as a phrase; nil if it may be stored.
    let refusal: String?
    /// Whether another program has changed the key since the user saw its value.
    let isConflict: Bool
    /// The value with both changes of a conflict; nil if there is none, or if they overlap.
    let merged: Defaults.StoredValue?

    var key: Defaults.KeyName { change.key }

    /// Whether applying the plan changes the key.
    var isChange: Bool { change.isChange && refusal == nil }
  }

  /// The request from which the plan was made.
  private(set) var request: PlanRequest
  /// The rows in the order of the list, after those that are refused.
  private(set) var rows: [Row]
  /// The keys of the rows that are left out.
  private(set) var leftOut: Set<Defaults.KeyName> = []
  /// The keys with a conflict for which the user has not decided yet; they are left out until then.
  private(set) var undecided: Set<Defaults.KeyName> = []
  /// Sentences about the wanted values.
  let remarks: [String]
  /// The selected row and the scroll position.
  var cursor: ListCursor = ListCursor()
  /// Whether the user has typed the name of the suite that is reset.
  var isConfirmed: Bool = false
  /// The path of the file to which the stored values are exported first; nil for none.
  let backupPath: String?
  private let secretKeys: Set<Defaults.KeyName>
  private let plan: Plan

  /// Creates the table of a plan; in a comparison, all rows are left out at first.
  init(_ planned: PlannedChange, _ request: PlanRequest, in state: EditorState) {
    self.request = request
    plan = planned.plan
    backupPath = planned.backupPath
    secretKeys = planned.secretKeys
    remarks = planned.remarks
    let unsorted = planned.plan.rows.map { row in
      let base = request.bases[row.key]
      let isConflict = row.result != .same && base != nil && base != .some(row.now)
      return Row(
        change: row,
        refusal: state.refusal(of: row),
        isConflict: isConflict,
        merged: isConflict ? state.merged(row, base: base ?? nil) : nil
      )
    }
    // The rows of a plan are sorted by key; keys that are not in the list come last.
    let placed = unsorted.enumerated().map { number, row in
      let place = state.document.index(of: row.key) ?? Int.max
      return (order: (row.refusal == nil ? 1 : 0, place, number), row: row)
    }
    rows = placed.sorted { $0.order < $1.order }.map(\.row)
    undecided = Set(rows.filter { $0.isConflict && $0.isChange }.map(\.key))
    leftOut = request.purpose == .comparison ? Set(rows.map(\.key)) : undecided
  }

  /// The key bindings of the plan.
  ///
  /// A plan that a menu opens is applied with another key press than the one that chose in the menu.
  var keyMode: KeyMode {
    switch request.purpose {
    case .reset, .resetSuite, .assignment, .goingBack: .decision
    case .staged: .staged
    case .importing, .comparison: .plan
    }
  }

  /// Whether every key has the value that the request expects, and none is refused.
  var isExpected: Bool {
    guard let expected = request.expected, refusedCount == 0, undecided.isEmpty else {
      return false
    }
    return rows.allSatisfy { row in
      row.change.result == .same || expected[row.key].map { $0 == row.change.now } == true
    }
  }

  /// The rows that are changed when the plan is applied.
  var included: [Row] { rows.filter { $0.isChange && !leftOut.contains($0.key) } }

  /// Whether applying the plan changes secrets, which the history does not keep.
  var changesSecrets: Bool {
    !secretKeys.isEmpty && included.contains { secretKeys.contains($0.key) }
  }

  /// The rows that would be changed, whether they are left out or not.
  var changes: [Row] { rows.filter(\.isChange) }

  /// The number of rows with values that may not be stored.
  var refusedCount: Int { rows.count { $0.refusal != nil } }

  /// The selected row; nil if there is none.
  var selectedRow: Row? { rows[cursor] }

  /// Whether the selected row has a conflict about which nothing is decided, and both changes can be kept.
  var canMerge: Bool {
    selectedRow.map { $0.merged != nil && undecided.contains($0.key) } ?? false
  }

  /// Leaves the selected row out, or takes it in again.
  mutating func toggleSelected() {
    guard let row = selectedRow, row.isChange else { return }
    undecided.remove(row.key)
    leftOut.formSymmetricDifference([row.key])
  }

  /// Takes the cursor over from the table that was shown before, and what the user has left out or taken in
  /// there, except for rows with other values now.
  mutating func goOn(from shown: PlanScreen) {
    cursor = shown.cursor
    cursor.limit(to: rows.count)
    let same = Set(shown.rows.map(\.change)).intersection(rows.map(\.change)).map(\.key)
    leftOut = leftOut.subtracting(same).union(shown.leftOut.intersection(same))
    undecided = undecided.subtracting(same).union(shown.undecided.intersection(same))
  }

  /// Removes a row.
  mutating func remove(_ key: Defaults.KeyName) {
    rows.removeAll { $0.key == key }
    request.remove(key)
    undecided.remove(key)
    cursor.limit(to: rows.count)
  }

  /// Returns the plan of some rows.
  func plan(of rows: [Row]) -> Plan {
    let keys = Set(rows.map(\.key))
    return plan.filter { keys.contains($0.key) }
  }
}

extension PlanScreen {
  func rowCount(in state: EditorState) -> Int { rows.count }

  var hintWords: [KeyAction: String] {
    guard let row = selectedRow, leftOut.contains(row.key) else { return [:] }
    return [KeyAction(PlanCommand.leaveOut): "take in"]
  }

  func table(_ state: EditorState, _ layout: Layout) -> TableView {
    PlanView(state: state, open: self).content
  }

  mutating func perform(_ action: KeyAction, in state: EditorState) -> ScreenOutcome {
    switch PlanCommand(action) {
    case .apply:
      // Rows with a conflict are left for a decision.
      if let index = rows.firstIndex(where: { undecided.contains($0.key) }) {
        cursor.select(index)
      }
      guard included.isEmpty, !undecided.isEmpty else {
        return .perform { [self] in $0.apply(self, included) }
      }
      return .perform { [self] state in
        state.refuseConflicts(of: self)
        return []
      }
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
    .close { [self] state in
      state.closeNotice(of: self)
      return []
    }
  }

  /// Drops staged edits, and closes the review if none is left.
  private mutating func drop(_ dropped: [Row]) -> ScreenOutcome {
    for row in dropped { remove(row.key) }
    let suite = request.suite
    let perform = { (state: inout EditorState) -> [Effect] in
      state.drop(dropped.map(\.key), in: suite)
      return []
    }
    return rows.isEmpty ? .close(then: perform) : .perform(perform)
  }
}

extension EditorState {
  /// Returns the value of a row with the change of another program; nil if they cannot be merged.
  fileprivate func merged(
    _ row: Plan.Row,
    base: Defaults.StoredValue?
  ) -> Defaults.StoredValue? {
    let item = tableItem(row.key, row.now, row.wanted)
    guard let mine = row.wanted, let base = base ?? item.valueWhenReset else { return nil }
    return item.entry.merged(mine, with: row.now, base: base)
  }

  /// Returns why the editor may not store the value of a row, as a phrase; nil if it may.
  fileprivate func refusal(of row: Plan.Row) -> String? {
    guard row.result != .same else { return nil }
    let item = tableItem(row.key, row.now, row.wanted)
    if let refusal = row.refusal {
      if case .locked = refusal { return "locked" }
      return refusal.reason(isSecret: item.entry.holdsSecret)
    }
    if item.entry.isReadOnly { return "set by the app itself" }
    return item.disabledReason.map { $0.hasSuffix(".") ? String($0.dropLast()) : $0 }
  }

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
    if let item = document.item(key), item.isDeclared { return item }
    let layers = document.item(key)?.layers ?? KeyLayers()
    var entry = Entry(undeclaredKey: key, value: values.compactMap(\.self).last ?? layers.stored)
    entry.isSecret =
      entry.isSecret || document.holdsSecrets || layers.holdSecret
      || values.contains { $0?.holdsSecret == true }
    return Item(entry: entry, section: 0, isDeclared: false, layers: layers)
  }
}
