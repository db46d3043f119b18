import Synchronization

// The domains of Foundation's `UserDefaults`. A persistent domain is the stored values of the suite of
// that name; a volatile domain exists only in this process.
extension Defaults.Suite {
  /// The name of the domain with the user's values for every suite.
  public static let globalDomain = "NSGlobalDomain"

  /// The name of the volatile domain with the launch arguments.
  public static let argumentDomain = "NSArgumentDomain"

  /// The name of the volatile domain with the registered defaults.
  public static let registrationDomain = "NSRegistrationDomain"

  /// Creates a handle of the suite with the name of the process, which equals ``standard``.
  public convenience init() {
    self.init(core: Defaults.Suite.standard.core)
  }

  // MARK: - Persistent domains

  /// Returns the stored values of a suite, without those of other layers.
  ///
  /// - Parameter domainName: the name of the suite.
  /// - Returns: nil when nothing is stored, or no suite can have the name.
  public func persistentDomain(forName domainName: String) -> [String: Any]? {
    let values = Self.core(ofDomain: domainName)?.values() ?? [:]
    var merged: [[Defaults.KeyName]] = []
    return values.isEmpty ? nil : values.propertyList(&merged)
  }

  /// Replaces all stored values of a suite in one write.
  ///
  /// A value that has no stored form, a locked key or a name that no suite can have makes the whole
  /// call change nothing; diagnostics report the reason.
  public func setPersistentDomain(_ domain: [String: Any], forName domainName: String) {
    guard let other = Self.core(ofDomain: domainName) else {
      return core.diagnostics.report(.invalidDomain(name: domainName))
    }
    var values = other.values().mapValues { _ in Defaults.StoredValue?.none }
    for (key, object) in domain {
      do {
        values[Defaults.KeyName(key)] = .some(try Defaults.StoredValue(propertyList: object))
      } catch {
        other.diagnostics.report(.refusedWrite(.refused(key: Defaults.KeyName(key), reason: error)))
        return
      }
    }
    do throws(Defaults.WriteError) {
      _ = try other.write(values)
    } catch {
      other.diagnostics.report(.refusedWrite(error))
    }
  }

  /// Removes all stored values of a suite, and calls the observers of the removed keys.
  public func removePersistentDomain(forName domainName: String) {
    Self.core(ofDomain: domainName).map { Defaults.Suite(core: $0).removeAll() }
  }

  /// Returns the suite of a domain; nil when no suite can have the name.
  private static func core(ofDomain name: String) -> SuiteCore? {
    name == SuiteRegistry.shared.standardName
      ? standard.core : try? SuiteRegistry.shared.core(named: name)
  }

  // MARK: - Volatile domains

  /// The names of the domains that exist only in this process.
  public var volatileDomainNames: [String] {
    [Self.argumentDomain, Self.registrationDomain] + SuiteRegistry.shared.volatileDomains.names
  }

  /// Returns the values of a volatile domain; empty when there is none of that name.
  public func volatileDomain(forName domainName: String) -> [String: Any] {
    var merged: [[Defaults.KeyName]] = []
    return switch domainName {
    case Self.argumentDomain: SuiteRegistry.shared.launchArguments.propertyList(&merged)
    case Self.registrationDomain: SuiteRegistry.shared.registered.all().propertyList(&merged)
    default: SuiteRegistry.shared.volatileDomains.values(ofDomain: domainName).propertyList(&merged)
    }
  }

  /// Replaces the values of a volatile domain.
  ///
  /// ``argumentDomain`` replaces the launch arguments of this process, for every suite that reads
  /// them. ``registrationDomain`` replaces the registered defaults; defaults of keys stay the values
  /// of the keys. The values of other domains are read only by ``volatileDomain(forName:)``.
  public func setVolatileDomain(_ domain: [String: Any], forName domainName: String) {
    var values: [Defaults.KeyName: Defaults.StoredValue] = [:]
    for (key, object) in domain {
      do {
        values[Defaults.KeyName(key)] = try Defaults.StoredValue(propertyList: object)
      } catch {
        core.diagnostics.report(.refusedWrite(.refused(key: Defaults.KeyName(key), reason: error)))
      }
    }
    let registry = SuiteRegistry.shared
    if domainName == Self.registrationDomain { return registry.registered.replaceAll(by: values) }
    registry.volatileDomains.set(values, forDomain: domainName)
    guard domainName == Self.argumentDomain else { return }
    for core in registry.allCores() where core.isLoaded { core.refreshVolatileLayers() }
  }

  /// Removes a volatile domain; without ``argumentDomain``, launch arguments set nothing.
  public func removeVolatileDomain(forName domainName: String) {
    setVolatileDomain([:], forName: domainName)
  }

  // MARK: - Added suites

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
