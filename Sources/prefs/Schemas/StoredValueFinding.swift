import DefaultsCore
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

  /// Returns the finding as a record.
  func record(of suite: String, in file: SuiteFindings) -> Record {
    Record([
      .suite: .string(suite), .key: .string(key.string), .severity: .string(severity.rawValue),
      .layer: .string("\(file.layer)"), .path: .string(file.path), .message: .string(reason),
    ])
  }

  /// Compares values with a schema; the findings are sorted by key.
  static func findings(
    _ values: [Defaults.KeyName: Defaults.StoredValue],
    _ schema: Schema
  ) -> [StoredValueFinding] {
    let filter = KeyFilter(schema: schema)
    // To find the nearest name, all names are compared, so this is not done for each of many keys.
    var remainingSuggestions = 20
    let names = schema.entries.map(\.key.string)
    return values.sorted { $0.key < $1.key }.compactMap { key, value in
      guard let entry = schema.entry(forKey: key.string) else {
        remainingSuggestions -= 1
        let near = remainingSuggestions < 0 ? nil : nearestWord(to: key.string, among: names)
        let suggestion = near.map { "; did you mean \"\($0)\"?" } ?? ""
        return .init(
          key: key,
          severity: schema.declaresEveryKey ? .error : .note,
          reason: "the schema has no such key\(suggestion)"
        )
      }
      return finding(of: value, entry, filter)
    }
  }

  /// Compares a value with its entry; returns nil if there is nothing to say.
  private static func finding(
    of value: Defaults.StoredValue,
    _ entry: Entry,
    _ filter: KeyFilter
  ) -> StoredValueFinding? {
    do throws(Defaults.Rejection) {
      try entry.validate(value)
    } catch {
      if let read = entry.conversion(of: value) {
        let reason = "stored as \(value.kindName), which is read as \(read.kindName)"
        return .init(key: entry.key, severity: .note, reason: reason)
      }
      let reason = filter.reason(of: .invalid(key: entry.key, error), entry.key, value)
      return .init(key: entry.key, severity: .error, reason: reason)
    }
    return entry.deprecation.map { deprecation in
      let text = ["the key is deprecated", deprecation.message].filter { !$0.isEmpty }
      return .init(key: entry.key, severity: .note, reason: text.joined(separator: ": "))
    }
  }
}

/// What a schema says of the values in one file of a suite.
struct SuiteFindings {
  /// The path of the file.
  var path: String
  /// The layer whose values it has.
  var layer: Defaults.Layer
  /// The findings, sorted by key.
  var findings: [StoredValueFinding]
}

extension Defaults.Suite {
  /// Compares the values of each file with a schema: of the user's own first, then of all others.
  ///
  /// A file for all programs has keys of other suites too, so of it only the keys of the schema
  /// count.
  func findings(
    _ schema: Schema,
    _ includes: (Defaults.KeyName) -> Bool = { _ in true }
  ) -> [SuiteFindings] {
    let contents = layerContents()
    let files =
      [(location, Defaults.Layer.user, storedValues())]
      + contents.layers.compactMap { layer -> (String, Defaults.Layer, _)? in
        guard let path = layer.location else { return nil }
        switch layer.layer {
        case .managed, .host, .system: return (path, layer.layer, layer.values)
        case .global:
          let known = layer.values.filter { schema.entry(forKey: $0.key.string) != nil }
          return (path, layer.layer, known)
        case .argument, .environment, .user, .registered: return nil
        }
      }
    return files.map { path, layer, values in
      let findings = StoredValueFinding.findings(values.filter { includes($0.key) }, schema)
      return SuiteFindings(path: path, layer: layer, findings: findings)
    }
  }
}
