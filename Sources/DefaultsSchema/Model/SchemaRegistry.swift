public import Defaults

/// The schemas a program knows, in the order in which they were registered.
public struct SchemaRegistry: Sendable {
  /// The registered schemas.
  public private(set) var schemas: [Schema]

  /// Creates a registry that knows these schemas.
  public init(_ schemas: [Schema] = []) {
    self.schemas = []
    for schema in schemas { register(schema) }
  }

  /// Adds a schema; one for the same suite takes the place of the older one.
  public mutating func register(_ schema: Schema) {
    if let index = schemas.firstIndex(where: { $0.suite == schema.suite }) {
      schemas[index] = schema
    } else {
      schemas.append(schema)
    }
  }

  /// Returns the schema for a suite, or nil when there is none.
  public func schema(for suite: Defaults.Suite) -> Schema? {
    schemas.first { $0.suite == suite }
  }

  /// Returns the schema for the suite of this name, or nil when there is none.
  public func schema(named suiteName: String) -> Schema? {
    schemas.first { $0.suite.name == suiteName }
  }
}
