#if Fleet

import DefaultsCore
import FoundationEssentials

/// What a key in etcd below the suites of a fleet is: a value in a scope, or the schema of a suite.
enum FleetKey {
  /// A value.
  case value(EtcdScope, Defaults.KeyName)
  /// The document with the schema.
  case schema

  /// Parses what comes after ``prefix(_:)``; nil for a key that no suite has, or with another spelling.
  ///
  /// Any program can write such keys, and the name of a suite becomes that of a file. So only the names that
  /// are valid for suites are accepted, which have no slash and no control character, and begin with no dot.
  static func parse(_ path: Data) -> (suite: Defaults.KeyName, key: FleetKey)? {
    let parts = Array(path).split(
      separator: UInt8(ascii: "/"),
      omittingEmptySubsequences: false
    )
    guard let suite = EtcdName.decode(parts[0]), SuiteName.isValid(suite) else { return nil }
    if parts.count == 2, parts[1].elementsEqual(schemaName.utf8) {
      return (Defaults.KeyName(suite), .schema)
    }
    guard parts.count > 3, let last = parts.last, let name = EtcdName.decode(last),
      let scope = EtcdScope(parts[1..<parts.count - 1])
    else { return nil }
    return (Defaults.KeyName(suite), .value(scope, Defaults.KeyName(name)))
  }

  /// The beginning of the keys of all suites of a fleet, or of those of one suite.
  static func prefix(_ fleet: String, suite: String? = nil) -> Data {
    prefix(fleet, "suites", suite: suite)
  }

  /// The beginning of the keys of one kind, which ends with a slash.
  static func prefix(_ fleet: String, _ kind: String, suite: String? = nil) -> Data {
    let name = suite.map { "\(EtcdName.encode($0))/" } ?? ""
    return all(fleet) + Data("\(kind)/\(name)".utf8)
  }

  /// The beginning of all keys of a fleet.
  static func all(_ fleet: String) -> Data { Data("/prefs/\(EtcdName.encode(fleet))/".utf8) }

  /// The key of the schema of a suite.
  static func schema(_ fleet: String, suite: String) -> Data {
    prefix(fleet, suite: suite) + Data(schemaName.utf8)
  }

  private static let schemaName = "schema"

  /// The first key after those that begin with a prefix, whose last byte is one more.
  static func end(of prefix: Data) -> Data { prefix.dropLast() + [UInt8(ascii: "/") + 1] }
}

#endif
