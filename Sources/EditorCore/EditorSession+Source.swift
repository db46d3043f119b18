public import Defaults
public import DefaultsSchema

extension EditorSession {
  /// The suites that can be shown, and their schemas.
  public struct Source {
    /// The suites to choose from, and their schemas.
    public var catalog: SuiteCatalog
    /// Returns the suite of a name, or nil when there is none.
    public var suite: (String) -> Defaults.Suite?
    /// The options of the history; nil to keep one in memory while the program runs.
    public var history: Defaults.HistoryOptions?
    /// Has a closure called, on any thread, when the catalog has changed, until the returned object is
    /// released.
    public var watch: (@escaping @Sendable (SuiteCatalog) -> Void) -> AnyObject? = { _ in nil }

    /// Creates a source.
    public init(catalog: SuiteCatalog, suite: @escaping (String) -> Defaults.Suite?) {
      self.catalog = catalog
      self.suite = suite
    }

    /// Creates the source of the suites that schemas describe, and of no others.
    public init(registry: SchemaRegistry) {
      let suites = registry.schemas.map { SuiteSummary(name: $0.suite.name, title: $0.title) }
      self.init(catalog: SuiteCatalog(suites: suites, registry: registry)) { name in
        registry.schema(named: name)?.suite
      }
    }
  }
}
