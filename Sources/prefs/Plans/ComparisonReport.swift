import Defaults
import DefaultsSchema
import DefaultsTransfer

/// A comparison as text or JSON, without the values of secrets.
struct ComparisonReport {
  private let comparison: Comparison
  private let filter: KeyFilter
  private let heading: String

  /// Creates a report.
  ///
  /// - Parameters:
  ///   - comparison: the present values, and others.
  ///   - filter: what decides whether a value is hidden.
  ///   - heading: the heading of the other values, "file" for example.
  init(_ comparison: Comparison, filter: KeyFilter, heading: String) {
    self.comparison = comparison
    self.filter = filter
    self.heading = heading
  }

  /// A heading, and a line for each key in columns: key, now, other; nothing without a difference.
  var lines: [String] {
    let rows = comparison.rows.map { row in
      let isHidden = filter.hides(row.key, row.first, row.second)
      return [
        row.key.string, PlanReport.text(row.first, isHidden), PlanReport.text(row.second, isHidden),
      ]
    }
    return rows.isEmpty ? [] : TextTable.lines([["key", "now", heading]] + rows)
  }

  /// An array with an object for each key.
  var json: JSONValue {
    .array(
      comparison.rows.map { row in
        var members = [JSONValue.Member("key", .string(row.key.string))]
        if filter.hides(row.key, row.first, row.second) {
          members.append(.init("omitted", .string("secret")))
        } else {
          members.append(.init("now", row.first?.taggedJSON ?? .null))
          members.append(.init(heading, row.second?.taggedJSON ?? .null))
        }
        return .object(members)
      }
    )
  }
}
