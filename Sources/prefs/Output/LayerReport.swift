import DefaultsCore
import DefaultsSchema

/// A report of the layers that have a value for each key, as text or JSON.
struct LayerReport {
  /// The value of one key in one layer.
  private struct Row {
    var layer: String
    /// The value; nil if it is a secret.
    var value: Defaults.StoredValue?
    var location: String?
  }

  private let suite: String
  private let keys: [(key: String, rows: [Row], lock: Defaults.Lock?)]

  /// Creates a report on some keys, or on all that have a value if `keys` is nil.
  init(_ suite: Defaults.Suite, schema: Schema?, keys: [String]?, hiding filter: KeyFilter) {
    self.suite = suite.name
    let all = Set(suite.effectiveValues().keys).union(suite.storedValues().keys).sorted()
    self.keys = (keys ?? all.map(\.string)).compactMap { key in
      var rows = suite.layeredValues(forKey: key).map {
        Row(layer: "\($0.layer)", value: $0.value, location: $0.location)
      }
      if !rows.contains(where: { $0.layer == "registered" }),
        let value = schema?.entry(forKey: key)?.defaultValue
      {
        rows.append(Row(layer: "default", value: value, location: nil))
      }
      let name = Defaults.KeyName(key)
      if rows.contains(where: { filter.hides(name, $0.value) }) {
        for index in rows.indices { rows[index].value = nil }
      }
      return rows.isEmpty ? nil : (key, rows, suite.lock(forKey: key))
    }
  }

  /// Whether no layer has a value for any of the keys.
  var isEmpty: Bool { keys.isEmpty }

  /// A line for each value, the winner of each key marked with an asterisk.
  var lines: [OutputLine] {
    keys.flatMap { key, rows, lock in
      let heading = lock.map { "\(key)  (\($0.reason.map { "locked: \($0)" } ?? "locked"))" } ?? key
      let width = max(10, rows.map(\.layer.count).max() ?? 0)
      let lines = rows.enumerated().map { index, row in
        let name = row.layer + String(repeating: " ", count: width - row.layer.count)
        let location = row.location.map { "  \($0)" } ?? ""
        return OutputLine(
          "  \(index == 0 ? "*" : " ") \(name) "
            + "\(row.value.map(OldStyleText.value) ?? ValueReport.hidden)\(location)"
        )
      }
      return [OutputLine(heading, .title)] + lines
    }
  }

  /// A record for each layer that has a value, of each key the one in use first.
  var records: [Record] {
    keys.flatMap { key, rows, lock in
      rows.enumerated().map { index, row in
        var record = Record([
          .suite: .string(suite), .key: .string(key), .layer: .string(row.layer),
          .value: row.value?.taggedJSON, .omitted: row.value == nil ? .string("secret") : nil,
          .inUse: .bool(index == 0),
          .reason: index == 0 ? lock?.reason.map { .string($0) } : nil,
        ])
        record.setLocation(row.location)
        return record
      }
    }
  }
}
