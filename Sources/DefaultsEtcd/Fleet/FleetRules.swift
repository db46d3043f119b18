#if Fleet

import DefaultsCore
public import DefaultsSchema
import FoundationEssentials

/// The schema of a suite, which is installed on a machine or stored in etcd.
public enum FleetSchema: Sendable {
  /// One that can be used.
  case usable(Schema)
  /// One that cannot be used.
  case unusable

  /// Reads the document of a suite.
  init(_ document: Data, suite: String) {
    var options = SchemaReadingOptions(suiteName: suite, allowsOtherFileName: true)
    options.suite = { Defaults.Suite(name: $0, store: Defaults.InMemoryStore()) }
    let reading = SchemaDocument(name: "\(suite).schema.json", bytes: Array(document))
      .read(options)
    self = reading.schema.map { .usable($0) } ?? .unusable
  }
}

/// Which values of a suite may reach the files of a machine.
///
/// A schema that cannot be used refuses every value: otherwise whoever damages it could store anything.
struct FleetRules: Sendable {
  private let schema: FleetSchema?
  private let secrets: Defaults.HistoryOptions

  /// Creates the rules for a schema; nil if there is none.
  init(_ schema: FleetSchema?) {
    self.schema = schema
    var known: Schema?
    if case .usable(let schema)? = schema { known = schema }
    secrets = Defaults.HistoryOptions(program: "").hidingSecrets(of: known)
  }

  /// Returns whether a value that is in a file can stay there; it was accepted if no schema can be used.
  func keeps(_ value: Defaults.StoredValue, for key: Defaults.KeyName) -> Bool {
    if case .unusable? = schema { return true }
    return refusal(of: value, for: key) == nil
  }

  /// Returns why a value is refused, as a phrase that shows no secret; nil if it is accepted.
  func refusal(of value: Defaults.StoredValue, for key: Defaults.KeyName) -> String? {
    if case .opaque = value { return "it is not the JSON of a value" }
    // The limits of property lists; one value must not keep all others from the file.
    if let reason = Defaults.StoreCapabilities().refusal(of: value) { return reason }
    switch schema {
    case nil: return nil
    case .unusable?: return "its schema cannot be used"
    case .usable(let schema)?:
      guard let entry = schema.entry(forKey: key.string) else {
        return schema.declaresEveryKey ? "the schema has no such key" : nil
      }
      do throws(Defaults.Rejection) {
        try entry.validate(value)
        return nil
      } catch {
        return Defaults.WriteError.invalid(key: key, error)
          .reason(isSecret: secrets.hides(key, [value]))
      }
    }
  }
}

#endif
