public import FoundationEssentials
import Synchronization

extension Defaults {
  /// Returns a new store for a URL.
  ///
  /// It is called once for each URL, on the thread that asks for the suite; it should not connect,
  /// which ``Store/load(unlike:)`` does.
  public typealias StoreFactory = @Sendable (URL) throws(StoreError) -> any Store

  /// Registers what makes the stores of suites whose URLs have a scheme.
  ///
  /// ```swift
  /// Defaults.registerStore(forScheme: "etcd") { url throws(Defaults.StoreError) in
  ///   try EtcdStore(url)
  /// }
  /// let suite = try Defaults.Suite(url: URL(string: "etcd://config.example.org/sketchbook")!)
  /// ```
  ///
  /// Of several factories for one scheme the last counts, for suites that are asked for from then
  /// on. The scheme `file` has a factory from the start: a ``PropertyListStore`` for the path.
  ///
  /// - Parameters:
  ///   - scheme: the scheme; uppercase and lowercase are the same, as in all URLs.
  ///   - factory: makes the store.
  public static func registerStore(forScheme scheme: String, _ factory: @escaping StoreFactory) {
    SuiteRegistry.shared.setFactory(factory, forScheme: scheme.lowercased())
  }
}

extension Defaults.Suite {
  /// Creates a handle of the suite that is kept at a URL.
  ///
  /// Suites of the same URL share everything. The suite is named like its URL without user and
  /// password, or like the file without its extension.
  ///
  /// - Throws: ``Defaults/StoreError`` when no store is registered for the scheme, and what the
  ///   factory throws.
  public convenience init(url: URL) throws(Defaults.StoreError) {
    self.init(core: try SuiteRegistry.shared.core(at: url))
  }
}

extension Defaults.Suite {
  /// Creates a suite in a file outside of its usual place; it is equal to no other suite.
  ///
  /// The name is for its history and its schema. The layer directories are nil for a suite without
  /// other layers. The modes are the permission bits of a new file and of new directories.
  package convenience init(
    name: String,
    file: String,
    layerDirectories: Defaults.LayerDirectories?,
    modes: NewFileModes = .private
  ) {
    let core = SuiteCore(
      name: name,
      store: Defaults.PropertyListStore(file: file, modes: modes),
      layerDirectories: layerDirectories,
      worksInBackground: SuiteRegistry.shared.worksInBackground.load(ordering: .relaxed)
    )
    SuiteRegistry.shared.register(core)
    self.init(core: core)
  }
}

extension Defaults.Suite {
  /// Creates a handle of a suite whose store another program owns.
  ///
  /// Suites of the same name share everything, and the store is made if there is no such suite yet.
  /// The name is that of its place as well; it is never that of a file.
  package convenience init(foreign name: String, _ makeStore: () -> any Defaults.Store) {
    let registry = SuiteRegistry.shared
    let core =
      registry.core(keptAt: name)
      ?? registry.keep(
        SuiteCore(
          name: name,
          store: makeStore(),
          worksInBackground: registry.worksInBackground.load(ordering: .relaxed)
        ),
        at: name
      )
    self.init(core: core)
  }
}

extension SuiteRegistry {
  /// Returns the core of the suite at a URL.
  ///
  /// It fails when no store is registered for the scheme, or when the factory fails.
  func core(at url: URL) throws(Defaults.StoreError) -> SuiteCore {
    let url = url.absoluteURL.standardized
    let place = url.absoluteString
    if let core = core(keptAt: place) { return core }
    let name = Self.name(of: url)
    let store: any Defaults.Store
    if let factory = factory(forScheme: url.scheme?.lowercased() ?? "") {
      store = try factory(url)
    } else if url.isFileURL {
      store = Defaults.PropertyListStore(file: url.path)
    } else {
      let reason = "no store is registered for the scheme \"\(url.scheme ?? "")\""
      throw .permanent(reason, at: name)
    }
    return keep(SuiteCore(name: name, store: store), at: place)
  }

  private static func name(of url: URL) -> String {
    guard !url.isFileURL else { return url.deletingPathExtension().lastPathComponent }
    var components = URLComponents(url: url, resolvingAgainstBaseURL: false)
    components?.user = nil
    components?.password = nil
    return components?.string ?? url.absoluteString
  }
}
