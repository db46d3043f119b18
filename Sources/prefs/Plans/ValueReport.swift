import DefaultsCore
import DefaultsSchema
import DefaultsTransfer

/// The present values of keys beside others, as text or JSON, without the values of secrets.
struct ValueReport: SuiteReport {
  let suite: String
  let rows: [Plan.Row]
  /// What decides whether values are hidden.
  let filter: KeyFilter
  /// The heading of the wanted values, "file" for example.
  let heading: String
  /// Whether it says what becomes of the keys; otherwise it compares the present values with others.
  var hasResults = true

  /// Whether there is nothing to report.
  var isEmpty: Bool { rows.isEmpty }

  private func hides(_ row: Plan.Row) -> Bool { filter.hides(row.key, row.now, row.wanted) }

  /// A heading, and a line for each key in columns: key, now, other value, result; nothing without
  /// rows.
  var lines: [OutputLine] {
    guard !rows.isEmpty else { return [] }
    let cells = rows.flatMap { row in
      let result = hasResults ? [row.resultCell(filter.reason(of: row))] : []
      return texts(row).map { texts in texts.map { OutputLine.Part(text: $0) } + result }
    }
    return TextTable.lines(
      heading: ["key", "now", heading] + (hasResults ? ["result"] : []),
      cells
    )
  }

  /// Returns the key and both values; for values that differ in some of their parts, these texts of each
  /// part.
  private func texts(_ row: Plan.Row) -> [[String]] {
    let isHidden = hides(row)
    let whole = [row.key.string, Self.text(row.now, isHidden), Self.text(row.wanted, isHidden)]
    guard !isHidden, row.result != .refused, row.now != nil, row.wanted != nil else {
      return [whole]
    }
    let kind = filter.schema?.entry(forKey: row.key.string)?.kind ?? .any
    let difference = ValueDifference(from: row.now, to: row.wanted, as: kind)
    guard difference.isOfParts else { return [whole] }
    return difference.changes.map { change in
      let values = change.values(Self.style)
      let place = "\(row.key): \(change.place(Self.style))"
      switch change.action {
      case .moved(let index): return [place, values.old, "as \(index + 1)"]
      case .renamed(let name): return [place, values.old, "as \(name)"]
      case .removed, .changed, .added: return [place, values.old, values.new]
      }
    }
  }

  /// A record for each key.
  var records: [Record] {
    rows.map { row in
      let isHidden = hides(row)
      var record = Record([
        .suite: .string(suite), .key: .string(row.key.string),
        .result: hasResults ? .string(row.result.rawValue) : nil,
        .refusal: filter.reason(of: row).map { .string($0) },
      ])
      record.setValues(row.now, row.wanted, isHidden: isHidden)
      return record
    }
  }

  /// How the tool writes the changed parts of a value: in full, with the names of members, and with secret
  /// members, because a key with one is hidden as a whole unless secrets are wanted.
  private static let style = ValueDifference.Style(
    showsTitles: false,
    showsSecrets: true,
    valueLength: .max
  ) { value, _ in
    value.taggedJSON.text()
  }

  /// Returns a change of a value that is no secret: the changed parts, or both values.
  static func change(
    _ old: Defaults.StoredValue?,
    _ new: Defaults.StoredValue?,
    _ kind: ValueKind?
  ) -> String {
    let difference = ValueDifference(from: old, to: new, as: kind ?? .any)
    guard old != nil, new != nil, difference.isOfParts else {
      return "\(old?.json.text() ?? "unset") → \(new?.json.text() ?? "unset")"
    }
    return difference.text(style, length: 400)
  }

  /// The text in the place of a secret.
  static let hidden = "(secret)"

  /// Returns the text of a value in a table.
  static func text(_ value: Defaults.StoredValue?, _ isHidden: Bool) -> String {
    guard let value else { return "unset" }
    return isHidden ? hidden : value.taggedJSON.text()
  }
}

extension Plan.Result {
  /// The role of the result in a table.
  var role: OutputStyle.Role {
    switch self {
    case .new: .good
    case .changed, .removed: .changed
    case .same: .plain
    case .refused: .bad
    }
  }
}

extension PlanRow {
  /// Returns the cell with the result, and with the reason why the change is refused.
  func resultCell(_ reason: String?) -> OutputLine.Part {
    OutputLine.Part(text: result.rawValue + (reason.map { ": \($0)" } ?? ""), role: result.role)
  }
}
