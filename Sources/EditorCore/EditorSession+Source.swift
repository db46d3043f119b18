public import DefaultsCore
public import DefaultsSchema

extension EditorSession {
  /// The suites that a session can show: their names and schemas, and a function that opens them.
  ///
  /// The tool `prefs` finds suites and schemas on disk and reports changes with ``watch``; an app
  /// passes its own schemas to ``init(registry:)``.
  public struct Source: Sendable {
    /// The suites to choose from, and their schemas.
    public var catalog: SuiteCatalog
    /// Returns the suite with a name; nil if there is none.
    public var suite: @Sendable (String) -> Defaults.Suite?
    /// What the screen says all the time about whose values are edited; empty for the user's own.
    public var banner: String = ""
    /// The files to which the values of a suite can be written.
    public var scopes: [WriteScope] = [.user]
    /// Returns the suite with a name whose values are in the file of a scope other than the user's;
    /// nil if there is none.
    public var scoped: @Sendable (String, WriteScope) -> Defaults.Suite? = { _, _ in nil }
    /// The files that every user can read, each with the command that stores secrets there
    /// nevertheless; the session stores none there.
    public var sharedFiles: [WriteScope: String] = [:]
    /// Returns the file with the locks of a suite as a suite, for the history; nil if this process cannot
    /// change locks.
    public var locks: @Sendable (String) -> Defaults.Suite? = { _ in nil }
    /// Locks and unlocks keys of a suite for all users, on the work queue, and returns a sentence about
    /// what has prevented it; nil if this process cannot.
    public var changeLocks: (@Sendable (LockRequest, Schema?) -> String?)?
    /// Returns the names of the suites that another user has, on the work queue.
    ///
    /// It is nil if this process cannot act for other users. ``scoped`` opens their suites.
    public var accountSuites: (@Sendable (String) throws(Reason) -> [String])?
    /// Whether the session must not change any value.
    public var isReadOnly: Bool = false
    /// The key to select in the suite that is shown first; nil for the first one.
    public var firstKey: Defaults.KeyName?
    /// Whether the session begins with the list of suites, if there are several.
    public var beginsWithSuites: Bool = false
    /// Whether the place in a suite is kept for the next session.
    public var keepsPlaces: Bool = true
    /// Called on the work queue with the name of each suite that has been opened.
    public var opened: @Sendable (String) -> Void = { _ in }
    /// The settings of the editor itself; nil for an editor without stored settings.
    public var settings: SettingsSuite?
    /// Whether the settings of the editor can be opened in it.
    public var opensSettings: Bool = true
    /// The options of the history; nil to record changes only in memory, for undo in this session.
    public var history: Defaults.HistoryOptions?
    /// Calls a closure, on any thread, each time the catalog has changed, until the returned object
    /// is released; returns nil if the catalog never changes.
    public var watch: @Sendable (@escaping @Sendable (SuiteCatalog) -> Void) -> AnyObject? = { _ in
      nil
    }

    /// Creates a source.
    public init(catalog: SuiteCatalog, suite: @escaping @Sendable (String) -> Defaults.Suite?) {
      self.catalog = catalog
      self.suite = suite
    }

    /// Creates a source with one suite for each schema.
    public init(registry: SchemaRegistry) {
      let suites = registry.schemas.map { SuiteSummary(name: $0.suite.name, title: $0.title) }
      self.init(catalog: SuiteCatalog(suites: suites, registry: registry)) { name in
        registry.schema(named: name)?.suite
      }
    }
  }

  /// Returns the options for the suite's history, in which values that the schema marks as secret
  /// are omitted; nil to leave the suite's history as it is.
  ///
  /// If the source has no history on disk, changes are recorded in memory so that undo works.
  func historyOptions(
    of suite: Defaults.Suite,
    _ schema: Schema? = nil
  ) -> Defaults.HistoryOptions? {
    var history = source.history ?? Defaults.HistoryOptions()
    if source.history == nil {
      guard !suite.keepsHistory else { return nil }
      history.isOnDisk = false
    }
    return history.hidingSecrets(of: suite, schema ?? source.catalog.registry.schema(for: suite))
  }
}
