import Defaults
import DefaultsSchema
import DefaultsTransfer

/// A plan as text or JSON, without the values of secrets.
struct PlanReport {
  /// The most characters of a value that are shown in a table.
  private static let valueLimit = 40

  private let plan: Plan
  private let filter: KeyFilter
  private let source: String

  /// Creates a report.
  ///
  /// - Parameters:
  ///   - plan: the plan.
  ///   - filter: what decides whether a value is hidden.
  ///   - source: the heading of the values that are wanted, "file" for example.
  init(_ plan: Plan, filter: KeyFilter, source: String) {
    self.plan = plan
    self.filter = filter
    self.source = source
  }

  /// A heading, and a line for each key in columns: key, now, wanted, result.
  var lines: [String] {
    let rows = plan.rows.map { row in
      let isHidden = filter.hides(row.key, row.now, row.wanted)
      let reason =
        row.result == .refused ? row.refusal.map { ": \($0.reason(hidden: isHidden))" } : nil
      return [
        row.key.string, Self.text(row.now, isHidden), Self.text(row.wanted, isHidden),
        row.result.rawValue + (reason ?? ""),
      ]
    }
    return rows.isEmpty ? [] : TextTable.lines([["key", "now", source, "result"]] + rows)
  }

  /// An array with an object for each key.
  var json: JSONValue {
    .array(
      plan.rows.map { row in
        let isHidden = filter.hides(row.key, row.now, row.wanted)
        var members = [JSONValue.Member("key", .string(row.key.string))]
        if isHidden {
          members.append(.init("omitted", .string("secret")))
        } else {
          members.append(.init("now", row.now?.taggedJSON ?? .null))
          members.append(.init(source, row.wanted?.taggedJSON ?? .null))
        }
        members.append(.init("result", .string(row.result.rawValue)))
        if row.result == .refused, let refusal = row.refusal {
          members.append(.init("reason", .string(refusal.reason(hidden: isHidden))))
        }
        return .object(members)
      }
    )
  }

  /// Returns the text of a value in a table.
  static func text(_ value: Defaults.StoredValue?, _ isHidden: Bool) -> String {
    guard let value else { return "unset" }
    guard !isHidden else { return "(secret)" }
    let text = value.taggedJSON.text()
    let start = text.unicodeScalars.prefix(valueLimit)
    return start.endIndex == text.endIndex ? text : String(start) + "…"
  }
}

extension Defaults.WriteError {
  /// Returns the reason, without the value if that must stay hidden.
  fileprivate func reason(hidden isHidden: Bool) -> String {
    if isHidden, case .invalid = self { return "the value does not fit" }
    return reason
  }
}

extension KeyFilter {
  /// Returns the reason of an error about a key, without the value if that must stay hidden.
  func reason(of error: Defaults.WriteError, forKey key: Defaults.KeyName) -> String {
    error.reason(hidden: hides(key))
  }
}

extension Failure {
  /// Creates the failure of a plan that was not applied.
  ///
  /// The status is that of a locked key if there is one, else that of the first reason.
  init(_ error: PlanError, filter: KeyFilter) {
    switch error {
    case .refused(let errors):
      let failures = errors.map { Failure($0) }
      let status = failures.contains { $0.status == .locked } ? .locked : failures[0].status
      let lines = errors.prefix(20).map { error in
        let isHidden = error.key.map { filter.hides($0) } ?? false
        return "\(MessageText.fact(error.key?.string ?? "")): \(error.reason(hidden: isHidden))"
      }
      let more = errors.count > 20 ? ["and \(errors.count - 20) more"] : []
      let hint = failures.contains { $0.status == .conflict } ? ["--force replaces it."] : []
      self.init(
        status,
        .lines(["Nothing was changed, because values were refused:"] + lines + more + hint)
      )
    case .outdated(let keys):
      let names = keys.prefix(20).map { MessageText.fact($0.string) }.joined(separator: ", ")
      self.init(
        .conflict,
        "Nothing was changed, because another program changed these keys meanwhile: \(verbatim: names). Try again."
      )
    }
  }
}
