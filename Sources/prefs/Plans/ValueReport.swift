import DefaultsCore
import DefaultsSchema
import DefaultsTransfer

/// The present values of keys beside others, as text or JSON, without the values of secrets.
struct ValueReport {
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

  private let rows: [Row]

  /// Whether there is nothing to report.
  var isEmpty: Bool { rows.isEmpty }

  private let schema: Schema?
  private let heading: String
  private let hasResults: Bool

  /// Creates the report of a plan.
  ///
  /// - Parameters:
  ///   - plan: the plan.
  ///   - filter: what decides whether a value is hidden.
  ///   - heading: the heading of the values that are wanted, "file" for example.
  init(_ plan: Plan, filter: KeyFilter, heading: String) {
    self.heading = heading
    schema = filter.schema
    hasResults = true
    rows = plan.rows.map { row in
      let isHidden = filter.hides(row.key, row.now, row.wanted)
      let refusal = row.result == .refused ? row.refusal : nil
      return Row(
        key: row.key,
        now: row.now,
        other: row.wanted,
        isHidden: isHidden,
        result: row.result,
        refusal: refusal?.reason(isSecret: isHidden)
      )
    }
  }

  /// Creates the report of a comparison.
  ///
  /// - Parameters:
  ///   - comparison: the present values, and others.
  ///   - filter: what decides whether a value is hidden.
  ///   - heading: the heading of the other values, "file" for example.
  init(_ comparison: Comparison, filter: KeyFilter, heading: String) {
    self.heading = heading
    schema = filter.schema
    hasResults = false
    rows = comparison.rows.map { row in
      Row(
        key: row.key,
        now: row.first,
        other: row.second,
        isHidden: filter.hides(row.key, row.first, row.second)
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

  /// An array with an object for each key.
  var json: JSONValue {
    .array(
      rows.map { row in
        var members = [JSONValue.Member("key", .string(row.key.string))]
        if row.isHidden {
          members.append(.init("omitted", .string("secret")))
        } else {
          members.append(.init("now", row.now?.taggedJSON ?? .null))
          members.append(.init(heading, row.other?.taggedJSON ?? .null))
        }
        if let result = row.result { members.append(.init("result", .string(result.rawValue))) }
        if let refusal = row.refusal { members.append(.init("reason", .string(refusal))) }
        return .object(members)
      }
    )
  }

  /// Returns the members of a change: both values, or that they are a secret.
  static func members(
    _ old: Defaults.StoredValue?,
    _ new: Defaults.StoredValue?,
    _ isHidden: Bool
  ) -> [JSONValue.Member] {
    guard !isHidden else { return [.init("omitted", .string("secret"))] }
    return [.init("old", old?.taggedJSON ?? .null), .init("new", new?.taggedJSON ?? .null)]
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
