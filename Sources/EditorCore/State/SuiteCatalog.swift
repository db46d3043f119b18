public import DefaultsCore
public import DefaultsSchema

/// The suites that the user can choose, with their schemas and remarks about these.
public struct SuiteCatalog: Sendable {
  /// The suites to choose from.
  public var suites: [SuiteSummary]
  /// The schemas of the suites.
  public var registry: SchemaRegistry
  /// Sentences about the schemas, for example that one could not be read, by suite name.
  public var remarks: [String: String]
  /// The layer of the file that holds the values of the suites.
  public var layer: Defaults.Layer = .user

  /// Creates a catalog.
  public init(suites: [SuiteSummary], registry: SchemaRegistry, remarks: [String: String] = [:]) {
    self.suites = suites
    self.registry = registry
    self.remarks = remarks
  }
}

/// A suite in the list of suites.
public struct SuiteSummary: Hashable, Sendable {
  /// The suite's name.
  public var name: String
  /// The name of the app, for people; empty when no schema is known.
  public var title: String
  /// The programs whose settings these are, as a heading for people; empty for a property list.
  public var origin: String
  /// Whether the programs that read the suite obey locks.
  public var isLockable: Bool

  /// Creates a summary.
  public init(name: String, title: String = "", origin: String = "", isLockable: Bool = true) {
    self.name = name
    self.title = title
    self.origin = origin
    self.isLockable = isLockable
  }
}
