public import DefaultsCore
import OrderedCollections

/// A registry of a program's schemas, in the order of their registration.
public struct SchemaRegistry: Sendable {
  private var schemasBySuite: OrderedDictionary<Defaults.Suite, Schema> = [:]
  private var schemasByName: [String: Schema] = [:]

  /// The registered schemas.
  public var schemas: [Schema] { Array(schemasBySuite.values) }

  /// Creates a registry of these schemas.
  public init(_ schemas: [Schema] = []) {
    for schema in schemas { register(schema) }
  }

  /// Adds a schema; it replaces one for the same suite.
  public mutating func register(_ schema: Schema) {
    schemasBySuite[schema.suite] = schema
    // Suites with stores of their own may have one name; the first one is found by it.
    let named = schemasByName[schema.suite.name]
    if named == nil || named?.suite == schema.suite { schemasByName[schema.suite.name] = schema }
  }

  /// Returns the schema for a suite; nil when there is none.
  public func schema(for suite: Defaults.Suite) -> Schema? {
    schemasBySuite[suite]
  }

  /// Returns the schema for the suite of this name; nil when there is none.
  public func schema(named suiteName: String) -> Schema? {
    schemasByName[suiteName]
  }
}
