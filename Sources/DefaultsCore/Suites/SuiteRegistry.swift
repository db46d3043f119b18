import FoundationEssentials
import Glibc
import Synchronization

/// The registry of all suites: it keeps one core per name, and flushes them all at exit.
package final class SuiteRegistry: Sendable {
  /// The registry of this process.
  package static let shared = SuiteRegistry()

  /// The registered defaults.
  package let registered = RegisteredDefaults()

  /// The volatile domains that were set.
  let volatileDomains = VolatileDomains()

  /// The handler for diagnostics of suites without listeners.
  let diagnosticHandler = DiagnosticHandler()

  /// The number of active override scopes in the process.
  let overrideScopes = Atomic<Int>(0)

  /// The keys that are to be synchronized.
  let synchronization = Mutex(SynchronizedKeys())

  /// Whether suites that are opened later have a layer of launch arguments.
  let readsLaunchArguments = Atomic<Bool>(true)

  /// Whether suites that are opened later watch their files and commit in the background.
  let worksInBackground = Atomic<Bool>(true)

  /// Whether a file is replaced only if the new file has the same owner.
  let keepsOwners = Atomic<Bool>(false)

  /// The directory below which all places are; nil for the root of the system.
  let root = Mutex<SystemRoot?>(nil)

  /// The name of the standard suite: the name of the process.
  let standardName: String

  /// Whether the edits of all suites are stored because the process exits: an edit that comes later, from
  /// another thread or another function of the exit, is stored before the write returns.
  let isExiting = Atomic(false)

  private struct State {
    var defaultSuite: Defaults.Suite?
    var named: [String: SuiteCore] = [:]
    /// The cores of suites outside the configuration directory, by the name of their place.
    var byPlace: [String: SuiteCore] = [:]
    var factories: [String: Defaults.StoreFactory] = [:]
    var others: [WeakCore] = []
    var flushesAtExit = false
  }

  private struct WeakCore {
    weak var core: SuiteCore?
  }

  private let state = Mutex(State())

  private init() {
    standardName = ProcessInfo.processInfo.processName
  }

  /// The suite of keys that are created without one; initially the standard suite.
  var defaultSuite: Defaults.Suite {
    get { state.withLock(\.defaultSuite) ?? .standard }
    set {
      let old = state.withLock { state in
        defer { state.defaultSuite = newValue }
        return state.defaultSuite
      }
      // The old suite is released outside the lock, because that may run code of its store.
      withExtendedLifetime(old) {}
    }
  }

  /// Returns the core of the standard suite.
  ///
  /// If its name is not a valid file name, its values stay in memory and every commit fails.
  func standardCore() -> SuiteCore {
    do {
      return try core(named: standardName)
    } catch {
      return unavailableCore(named: standardName, error: error)
    }
  }

  /// Returns the core of the suite with a name; fails when the name is not a valid file name.
  package func core(named name: String) throws(Defaults.StoreError) -> SuiteCore {
    if let core = state.withLock({ $0.named[name] }) { return core }
    let home = Defaults.ConfigurationHome()
    let file = try home.file(forSuite: name)
    let worksInBackground = worksInBackground.load(ordering: .relaxed)
    let domain: FoundationDomain = name == standardName ? .standard : .named(name)
    let core = SuiteCore(
      name: name,
      store: home.unusableVariable.map { UnavailableStore(unusable: $0) }
        ?? Defaults.PropertyListStore(file: file),
      layerDirectories: Defaults.LayerDirectories(),
      arguments: readsLaunchArguments.load(ordering: .relaxed) ? .ofProcess : LaunchArguments(),
      // A program that ends soon does not read the values through Foundation as well.
      foundation: worksInBackground ? domain : nil,
      worksInBackground: worksInBackground
    )
    if let setting = home.ignoredSetting {
      core.diagnostics.report(.ignoredSetting(variable: "XDG_CONFIG_HOME", value: setting))
    }
    return insert(core, as: name, in: \.named)
  }

  /// Returns the core of a suite whose name is not a valid file name.
  package func unavailableCore(named name: String, error: Defaults.StoreError) -> SuiteCore {
    insert(SuiteCore(name: name, store: UnavailableStore(error: error)), as: name, in: \.named)
  }

  /// Returns the core of the suite at a place, if it was asked for before.
  func core(keptAt place: String) -> SuiteCore? {
    state.withLock { $0.byPlace[place] }
  }

  /// Keeps the core of the suite at a place, and returns it, or the one that is kept there already.
  func keep(_ core: SuiteCore, at place: String) -> SuiteCore {
    insert(core, as: place, in: \.byPlace)
  }

  /// Returns what makes the stores of a scheme, which is written in lowercase.
  func factory(forScheme scheme: String) -> Defaults.StoreFactory? {
    state.withLock { $0.factories[scheme] }
  }

  /// Sets what makes the stores of a scheme, which is written in lowercase.
  func setFactory(_ factory: @escaping Defaults.StoreFactory, forScheme scheme: String) {
    let old = state.withLock { $0.factories.updateValue(factory, forKey: scheme) }
    // The old one is released after the lock is left: that may run code of its owner.
    withExtendedLifetime(old) {}
  }

  /// Registers a core that is not found by its name, so that a normal exit commits its edits.
  func register(_ core: SuiteCore) {
    prepareForExit()
    state.withLock { state in
      state.others.removeAll { $0.core == nil }
      state.others.append(WeakCore(core: core))
    }
  }

  /// The values of the launch arguments, as suites read them that are opened now.
  var launchArguments: [Defaults.KeyName: Defaults.StoredValue] {
    volatileDomains.arguments
      ?? (readsLaunchArguments.load(ordering: .relaxed) ? LaunchArguments.ofProcess.values : [:])
  }

  /// Returns the cores of all suites: those that are kept, sorted by name, then the others.
  func allCores() -> [SuiteCore] {
    state.withLock { state in
      let kept = Array(state.named.values) + state.byPlace.values
      return kept.sorted { $0.name < $1.name } + state.others.compactMap(\.core)
    }
  }

  /// Commits the edits of all suites; throws the error of the first that fails, after trying all.
  func flush() throws(Defaults.StoreError) {
    var failure: Defaults.StoreError?
    for core in allCores() {
      do {
        try core.flush()
      } catch {
        failure = failure ?? error
      }
    }
    if let failure { throw failure }
  }

  private func insert(
    _ core: SuiteCore,
    as name: String,
    in table: any WritableKeyPath<State, [String: SuiteCore]> & Sendable
  ) -> SuiteCore {
    prepareForExit()
    return state.withLock { state in
      if let winner = state[keyPath: table][name] { return winner }
      state[keyPath: table][name] = core
      return core
    }
  }

  private func prepareForExit() {
    let isFirst = state.withLock { state in
      defer { state.flushesAtExit = true }
      return !state.flushesAtExit
    }
    guard isFirst else { return }
    // Errors are ignored: each was reported when the commit first failed.
    atexit {
      SuiteRegistry.shared.isExiting.store(true, ordering: .releasing)
      try? SuiteRegistry.shared.flush()
    }
  }
}
