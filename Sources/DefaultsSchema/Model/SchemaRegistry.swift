public import Defaults

/// A registry of a program's schemas, in the order of their registration.
public struct SchemaRegistry: Sendable {
  /// The registered schemas.
  public private(set) var schemas: [Schema]

  /// Creates a registry of these schemas.
  public init(_ schemas: [Schema] = []) {
    self.schemas = []
    for schema in schemas { register(schema) }
  }

  /// Adds a schema; it replaces one for the same suite.
  public mutating func register(_ schema: Schema) {
    if let index = schemas.firstIndex(where: { $0.suite == schema.suite }) {
      schemas[index] = schema
    } else {
      schemas.append(schema)
    }
  }

  /// Returns the schema for a suite; nil when there is none.
  public func schema(for suite: Defaults.Suite) -> Schema? {
    schemas.first { $0.suite == suite }
  }

  /// Returns the schema for the suite of this name; nil when there is none.
  public func schema(named suiteName: String) -> Schema? {
    schemas.first { $0.suite.name == suiteName }
  }
}
