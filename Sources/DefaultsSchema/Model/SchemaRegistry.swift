public import DefaultsCore
import OrderedCollections
import Synchronization

/// A registry of a program's schemas, in the order of their registration.
public struct SchemaRegistry: Sendable {
  private var schemasBySuite: OrderedDictionary<Defaults.Suite, Schema> = [:]
  private var schemasByName: [String: Schema] = [:]
  private let unread: UnreadSchemas?

  /// The registered schemas.
  public var schemas: [Schema] { Array(schemasBySuite.values) }

  /// Creates a registry of these schemas.
  public init(_ schemas: [Schema] = []) {
    self.init(schemas, unread: nil)
  }

  /// Creates a registry of these schemas, and of others that are read when they are asked for.
  package init(_ schemas: [Schema], unread: UnreadSchemas?) {
    self.unread = unread
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
    schemasBySuite[suite] ?? unread?.schema(named: suite.name)
  }

  /// Returns the schema for the suite of this name; nil when there is none.
  public func schema(named suiteName: String) -> Schema? {
    schemasByName[suiteName] ?? unread?.schema(named: suiteName)
  }
}

/// The schemas of suites that may never be asked for, each of which is read once.
package final class UnreadSchemas: Sendable {
  private let read: @Sendable (String) -> Schema?
  private let schemas = Mutex<[String: Schema?]>([:])

  /// Creates the schemas, each of which a function returns for the name of its suite.
  package init(_ read: @escaping @Sendable (String) -> Schema?) {
    self.read = read
  }

  /// Returns the schema for the suite of a name; nil when there is none.
  func schema(named suiteName: String) -> Schema? {
    if let known = schemas.withLock({ $0[suiteName] }) { return known }
    let schema = read(suiteName)
    schemas.withLock { $0[suiteName] = .some(schema) }
    return schema
  }
}
