#if Fleet

import DefaultsCore
import DefaultsSchema

/// Which values of the suites of a fleet are not printed, by the schemas on this machine.
struct FleetFilters {
  private var filters: [String: KeyFilter] = [:]

  /// Returns the filter of a suite.
  mutating func filter(of suite: String) throws -> KeyFilter {
    if let filter = filters[suite] { return filter }
    let filter = KeyFilter(schema: try KnownSchemas.named(suite))
    filters[suite] = filter
    return filter
  }
}

#endif
