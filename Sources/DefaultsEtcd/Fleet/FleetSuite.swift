#if Fleet

import DefaultsCore
import DefaultsSchema
import FoundationEssentials

/// What etcd has of one suite of a fleet.
struct FleetSuite: Sendable {
  /// A value, and how many bytes it and its key have in etcd.
  struct Value: Sendable {
    let stored: Defaults.StoredValue
    let size: Int
  }

  /// A schema in etcd, and how many bytes it has there.
  struct SchemaText: Sendable {
    let schema: FleetSchema
    let size: Int
  }

  /// The values by the path of their scope, which is ASCII, so that two scopes are never taken for the same.
  private(set) var scopes: [String: [Defaults.KeyName: Value]] = [:]
  /// The schema; nil if there is none in etcd.
  private(set) var schema: SchemaText?

  /// Whether nothing is left of the suite.
  var isEmpty: Bool { scopes.isEmpty && schema == nil }

  /// The values in a scope.
  func values(in scope: EtcdScope) -> [Defaults.KeyName: Value] { scopes[scope.path] ?? [:] }

  /// Sets a value, or removes it if it is nil, and returns the one before.
  mutating func set(_ value: Value?, for key: Defaults.KeyName, in scope: EtcdScope) -> Value? {
    var values = scopes.removeValue(forKey: scope.path) ?? [:]
    let old = values[key]
    values[key] = value
    if !values.isEmpty { scopes[scope.path] = values }
    return old
  }

  /// Sets the schema, or removes it if it is nil, and returns the one before.
  mutating func set(_ schema: SchemaText?) -> SchemaText? {
    defer { self.schema = schema }
    return self.schema
  }
}

#endif
