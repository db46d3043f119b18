import Defaults
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
    let cells = rows.map { row in
      let values = [row.now, row.other].map { OutputLine.Part(text: Self.text($0, row.isHidden)) }
      let result = row.result.map { result in
        let reason = row.refusal.map { ": \($0)" } ?? ""
        return OutputLine.Part(text: result.rawValue + reason, role: result.role)
      }
      return [OutputLine.Part(text: row.key.string)] + values + (result.map { [$0] } ?? [])
    }
    return TextTable.lines(
      heading: ["key", "now", heading] + (hasResults ? ["result"] : []),
      cells
    )
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
