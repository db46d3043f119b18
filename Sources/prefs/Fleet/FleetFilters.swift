#if Fleet

import DefaultsEtcd

/// Which values of the suites of a fleet are not printed, by the schemas on this machine and those in etcd.
struct FleetFilters {
  let fleet: EtcdFleet
  private var filters: [String: KeyFilter] = [:]

  init(_ fleet: EtcdFleet) { self.fleet = fleet }

  /// Returns the filter of a suite.
  mutating func filter(of suite: String) throws -> KeyFilter {
    if let filter = filters[suite] { return filter }
    let filter = KeyFilter(schema: try KnownSchemas.named(suite), and: try fleet.schema(of: suite))
    filters[suite] = filter
    return filter
  }
}

#endif
