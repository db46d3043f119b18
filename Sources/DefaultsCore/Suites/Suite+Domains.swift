// The domains of Foundation's `UserDefaults`. A persistent domain is the stored values of the suite of
// that name; a volatile domain exists only in this process.
extension Defaults.Suite {
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
    let values = storedValues(of: domain) { .refusedWrite(.refused(key: $0, reason: $1)) }
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
}
