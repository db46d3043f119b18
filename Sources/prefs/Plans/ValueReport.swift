import DefaultsCore
import DefaultsSchema
import DefaultsTransfer

/// The present values of keys beside others, as text or JSON, without the values of secrets.
struct ValueReport: SuiteReport {
  /// One key with its two values.
  private struct Row {
    var key: Defaults.KeyName
    var now: Defaults.StoredValue?
    var other: Defaults.StoredValue?
    var isHidden: Bool
    /// What becomes of the key; nil in a comparison.
    var result: Plan.Result?
    /// Why the other value may not be stored.
    var refusal: String?
  }

  let suite: String
  private let rows: [Row]

  /// Whether there is nothing to report.
  var isEmpty: Bool { rows.isEmpty }

  private let schema: Schema?
  private let heading: String
  private let hasResults: Bool

  /// Creates the report of some keys of a suite; `heading` is that of the wanted values, "file" for
  /// example.
  ///
  /// Without results, it is a comparison of the present values with others.
  init(
    _ rows: [Plan.Row],
    of suite: String,
    filter: KeyFilter,
    heading: String,
    hasResults: Bool = true
  ) {
    self.suite = suite
    self.heading = heading
    self.hasResults = hasResults
    schema = filter.schema
    self.rows = rows.map { row in
      let isHidden = filter.hides(row.key, row.now, row.wanted)
      return Row(
        key: row.key,
        now: row.now,
        other: row.wanted,
        isHidden: isHidden,
        result: hasResults ? row.result : nil,
        refusal: row.refusal?.reason(isSecret: isHidden)
      )
    }
  }

  /// A heading, and a line for each key in columns: key, now, other value, result; nothing without
  /// rows.
  var lines: [OutputLine] {
    guard !rows.isEmpty else { return [] }
    let cells = rows.flatMap { row in
      let result = row.result.map { result in
        let reason = row.refusal.map { ": \($0)" } ?? ""
        return [OutputLine.Part(text: result.rawValue + reason, role: result.role)]
      }
      return texts(row).map { texts in texts.map { OutputLine.Part(text: $0) } + (result ?? []) }
    }
    return TextTable.lines(
      heading: ["key", "now", heading] + (hasResults ? ["result"] : []),
      cells
    )
  }

  /// Returns the key and both values; for values that differ in some of their parts, these texts of each
  /// part.
  private func texts(_ row: Row) -> [[String]] {
    let whole = [
      row.key.string, Self.text(row.now, row.isHidden), Self.text(row.other, row.isHidden),
    ]
    guard !row.isHidden, row.result != .refused, row.now != nil, row.other != nil else {
      return [whole]
    }
    let kind = schema?.entry(forKey: row.key.string)?.kind ?? .any
    let difference = ValueDifference(from: row.now, to: row.other, as: kind)
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
      var record = Record([
        .suite: .string(suite), .key: .string(row.key.string),
        .result: row.result.map { .string($0.rawValue) }, .refusal: row.refusal.map { .string($0) },
      ])
      record.setValues(row.now, row.other, isHidden: row.isHidden)
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
