#if Fleet

import Defaults
import DefaultsEtcd
import Testing

extension EtcdServers {
  /// Returns a store with a connection of its own.
  func store(
    fleet: String = "fleet",
    suite: String = "org.example.Sketchbook",
    scope: EtcdScope = .init(.all, .system),
    timeout: Duration = .seconds(5)
  ) throws -> EtcdStore {
    var cluster = cluster
    cluster.timeout = timeout
    return EtcdStore(suite: suite, in: try EtcdFleet(fleet, on: cluster), scope: scope)
  }
}

extension EtcdStore {
  /// Adds one to two numbers in one commit, and returns the first one.
  ///
  /// It is tried again while others change the numbers.
  func increment(
    _ key: Defaults.KeyName,
    and other: Defaults.KeyName
  ) throws(Defaults.StoreError) -> Int {
    var values = try load(unlike: nil)?.values ?? [:]
    while true {
      let expected = [key: values[key], other: values[other]]
      let edits = expected.mapValues { value -> Defaults.StoredValue? in
        guard case .integer(let number)? = value else { return .integer(1) }
        return .integer(number + 1)
      }
      do throws(Defaults.StoreError) {
        let commit = try commit(edits, expecting: expected)
        guard case .integer(let number)? = edits[key] ?? nil else { return 0 }
        #expect(commit.replaced == expected.compactMapValues { $0 })
        return Int(number)
      } catch {
        guard case .outdated = error.cause else { throw error }
        values = try load(unlike: nil)?.values ?? [:]
      }
    }
  }
}

#endif
