package import DefaultsCore
import DefaultsSchema
package import FoundationEssentials

/// The values of several suites at a moment, which a file keeps under a name.
package struct Snapshot: Hashable, Sendable {
  /// The values of one suite.
  package struct Suite: Hashable, Sendable {
    /// The values by key.
    package var values: [Defaults.KeyName: Defaults.StoredValue]
    /// Whether secrets are among the values; otherwise a restore leaves them as they are.
    package var includesSecrets: Bool

    /// Creates the values of a suite.
    package init(
      values: [Defaults.KeyName: Defaults.StoredValue],
      includesSecrets: Bool
    ) {
      self.values = values
      self.includesSecrets = includesSecrets
    }
  }

  /// The moment.
  package var date: Date
  /// The suites by name.
  package var suites: [String: Suite]

  /// Creates a snapshot.
  package init(date: Date, suites: [String: Suite]) {
    self.date = date
    self.suites = suites
  }
}

extension Snapshot {
  /// The names of the members of the file.
  private enum Name {
    static let date = "saved"
    static let suites = "suites"
    static let values = "values"
    static let includesSecrets = "includesSecrets"
  }

  /// The content of the file.
  package var encoded: [UInt8] {
    let members = suites.sorted { $0.key < $1.key }.map { name, suite in
      JSONValue.Member(
        name,
        .object([
          .init(Name.includesSecrets, .bool(suite.includesSecrets)),
          .init(Name.values, .object(tagging: suite.values)),
        ])
      )
    }
    let json = JSONValue.object([
      .init(Name.date, Defaults.StoredValue.date(date).taggedJSON),
      .init(Name.suites, .object(members)),
    ])
    return Array((json.text(indented: true) + "\n").utf8)
  }

  /// Creates a snapshot from the content of its file.
  package init(parsing bytes: [UInt8]) throws(ValueDocumentError) {
    let content = try ValueDocument(parsing: bytes).values
    guard case .date(let date) = content[Defaults.KeyName(Name.date)] ?? nil,
      case .dictionary(let members) = content[Defaults.KeyName(Name.suites)] ?? nil
    else { throw .malformed("the file is not a snapshot") }
    var suites: [String: Suite] = [:]
    for (name, member) in members {
      guard case .dictionary(let parts) = member,
        case .dictionary(let values) = parts[Defaults.KeyName(Name.values)],
        case .bool(let includesSecrets) = parts[Defaults.KeyName(Name.includesSecrets)]
      else { throw .malformed("the file is not a snapshot") }
      suites[name.string] = Suite(values: values, includesSecrets: includesSecrets)
    }
    self.init(date: date, suites: suites)
  }
}
