import Synchronization

extension Defaults.Suite {
  /// The name of the domain with the user's values for every suite.
  public static let globalDomain = "NSGlobalDomain"

  /// The name of the volatile domain with the launch arguments.
  public static let argumentDomain = "NSArgumentDomain"

  /// The name of the volatile domain with the registered defaults.
  public static let registrationDomain = "NSRegistrationDomain"

  /// Returns the suite of a domain; nil when no suite can have the name.
  package static func core(ofDomain name: String) -> SuiteCore? {
    name == SuiteRegistry.shared.standardName
      ? standard.core : try? SuiteRegistry.shared.core(named: name)
  }

  /// Makes reads find the stored values of another suite where this one has none.
  ///
  /// The values are a layer between ``Defaults/Layer/host`` and ``Defaults/Layer/global`` of all
  /// handles of this suite. Writes do not change them. A name that no suite can have is ignored.
  public func addSuite(named suiteName: String) {
    guard let other = Self.core(ofDomain: suiteName), other !== core else { return }
    other.loadIfNeeded()
    core.loadIfNeeded()
    let subscription = Subscription()
    subscription.observe(other, key: nil) { [weak core] _, moment in
      if moment != .before { core?.refreshVolatileLayers() }
    }
    core.addedSuites.withLock { added in
      added.removeAll { $0.core === other }
      added.append(AddedSuite(core: other, observation: subscription))
    }
    core.refreshVolatileLayers()
  }

  /// Makes reads no longer find the values of a suite that was added.
  public func removeSuite(named suiteName: String) {
    guard let other = Self.core(ofDomain: suiteName) else { return }
    // The observation is released after the lock is left.
    let removed = core.addedSuites.withLock { added in
      defer { added.removeAll { $0.core === other } }
      return added.filter { $0.core === other }
    }
    if !removed.isEmpty { core.refreshVolatileLayers() }
  }
}
