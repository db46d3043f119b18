import Defaults
import DefaultsSchema

/// An error or a note about one stored value, found by comparing it with a schema.
struct StoredValueFinding {
  /// The name of the key.
  var key: Defaults.KeyName
  /// How bad it is.
  var severity: SchemaFlaw.Severity
  /// What is wrong, as a phrase without a full stop.
  var reason: String

  /// Returns the finding as a line, with the path of the suite's file.
  func line(_ path: String) -> OutputLine {
    OutputLine(parts: [
      .init(text: "\(path): "),
      .init(text: severity.rawValue, role: severity == .error ? .bad : .changed),
      .init(text: ": \(key): \(reason)"),
    ])
  }

  /// The finding as an object.
  var json: JSONValue {
    .object([
      .init("key", .string(key.string)),
      .init("severity", .string(severity.rawValue)),
      .init("text", .string(reason)),
    ])
  }

  /// Compares values with a schema.
  ///
  /// - Returns: the findings, sorted by key.
  static func findings(
    _ values: [Defaults.KeyName: Defaults.StoredValue],
    _ schema: Schema
  ) -> [StoredValueFinding] {
    let filter = KeyFilter(schema: schema)
    return values.sorted { $0.key < $1.key }.compactMap { key, value in
      guard let entry = schema.entry(forKey: key.string) else {
        let severity: SchemaFlaw.Severity = schema.declaresEveryKey ? .error : .note
        let near =
          nearestWord(to: key.string, among: schema.entries.map(\.key.string))
          .map { "; did you mean \"\($0)\"?" } ?? ""
        return .init(key: key, severity: severity, reason: "the schema has no such key\(near)")
      }
      do throws(Defaults.Rejection) {
        try entry.validate(value)
      } catch {
        let reason = Defaults.WriteError.invalid(key: key, error)
          .reason(hidden: filter.hides(key, value))
        return .init(key: key, severity: .error, reason: reason)
      }
      return entry.deprecation.map { deprecation in
        let text = ["the key is deprecated", deprecation.message].filter { !$0.isEmpty }
        return .init(key: key, severity: .note, reason: text.joined(separator: ": "))
      }
    }
  }
}
