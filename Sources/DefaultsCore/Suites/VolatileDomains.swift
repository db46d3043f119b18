import Synchronization

/// The volatile domains that were set in this process, except the registered defaults.
final class VolatileDomains: Sendable {
  private let domains = Mutex<[String: [Defaults.KeyName: Defaults.StoredValue]]>([:])

  /// The values that replace the launch arguments; nil while none do.
  var arguments: [Defaults.KeyName: Defaults.StoredValue]? {
    domains.withLock { $0[Defaults.Suite.argumentDomain] }
  }

  /// The names of the domains besides those that always exist, sorted.
  var names: [String] {
    domains.withLock { domains in
      domains.keys.filter { $0 != Defaults.Suite.argumentDomain && domains[$0] != [:] }.sorted()
    }
  }

  /// Returns the values of a domain.
  func values(ofDomain name: String) -> [Defaults.KeyName: Defaults.StoredValue] {
    domains.withLock { $0[name] ?? [:] }
  }

  /// Replaces the values of a domain.
  func set(_ values: [Defaults.KeyName: Defaults.StoredValue], forDomain name: String) {
    domains.withLock { $0[name] = values }
  }
}
