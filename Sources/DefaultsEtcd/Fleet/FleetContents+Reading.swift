#if Fleet

import DefaultsCore
import FoundationEssentials
import SwiftProtobuf

extension FleetContents {
  /// Reads all suites of a fleet for one machine.
  static func read(
    _ fleet: EtcdFleet,
    for member: FleetMember
  ) async throws(Defaults.StoreError) -> FleetContents {
    var contents = FleetContents(
      fleet: fleet.name,
      machines: member.machines,
      location: fleet.connection.location
    )
    try await fleet.readPages(contents.prefix) { page throws(Defaults.StoreError) in
      try contents.add(page)
    }
    return contents
  }
}

extension EtcdFleet {
  /// Reads all keys with a prefix at one revision, and calls a closure with each page.
  ///
  /// The prefix ends with a slash. Without a revision, it is the present one.
  func readPages(
    _ prefix: Data,
    at revision: Int64 = 0,
    keysOnly: Bool = false,
    _ receive: (EtcdRangeResponse) throws(Defaults.StoreError) -> Void
  ) async throws(Defaults.StoreError) {
    var request = EtcdRangeRequest.with {
      $0.key = prefix
      $0.rangeEnd = FleetKey.end(of: prefix)
      $0.limit = 1000
      $0.revision = revision
      $0.keysOnly = keysOnly
    }
    while true {
      let response: EtcdRangeResponse
      do throws(Defaults.StoreError) {
        response = try await connection.send(.range, request, isRepeatable: true)
      } catch {
        guard case .commitTooLarge = error.cause, request.limit > 1 else { throw error }
        request.limit /= 2
        continue
      }
      try receive(response)
      guard response.more else { return }
      let last = try response.kvs.last.map { bytes throws(Defaults.StoreError) in
        try EtcdContents.keyValue(bytes, at: connection.location).key + [0]
      }
      guard let last, request.key.lexicographicallyPrecedes(last),
        last.lexicographicallyPrecedes(request.rangeEnd)
      else {
        throw Defaults.StoreError(
          unexpectedResponseFrom: connection.location,
          "has no further keys"
        )
      }
      request.key = last
      if revision == 0 { request.revision = response.header.revision }
    }
  }
}

#endif
