#if Fleet

public import DefaultsCore
public import DefaultsSchema
import FoundationEssentials
import SwiftProtobuf

/// A value that a fleet has for a machine, in one of the scopes that the machine is in.
public struct FleetValue: Sendable {
  /// The name of the key.
  public var key: Defaults.KeyName
  /// The scope.
  public var scope: EtcdScope
  /// The value.
  public var value: Defaults.StoredValue
  /// Whether it is the one that the machine uses.
  public var isInUse: Bool
  /// Why the machine refuses it, as a phrase without a full stop; nil if it does not.
  public var refusal: String?
  /// The reason for the lock; nil for none, or for a value that can be overridden.
  public var reason: String?
}

extension EtcdFleet {
  /// Returns the schema of a suite in etcd; nil if there is none that can be used.
  ///
  /// Blocks the thread.
  public func schema(of suite: String) throws(Defaults.StoreError) -> Schema? {
    let request = EtcdRangeRequest.with { $0.key = FleetKey.schema(name, suite: suite) }
    let response: EtcdRangeResponse = try connection.call(.range, request, isRepeatable: true)
    guard let bytes = response.kvs.first else { return nil }
    let document = try EtcdContents.keyValue(bytes, at: connection.location).value
    guard case .usable(let schema) = FleetSchema(document, suite: suite) else { return nil }
    return schema
  }

  /// Returns the values of a suite for a machine, sorted by key, those with precedence first.
  ///
  /// Blocks the thread. Values are checked with the schema in etcd, and refused if the machine has reported that
  /// it refuses them.
  public func values(
    of suite: String,
    for status: FleetStatus
  ) throws(Defaults.StoreError) -> [FleetValue] {
    let name = Defaults.KeyName(suite)
    let reasons = FleetMirror.reasons(name)
    let contents = try EtcdExecutor.shared.wait { [self] () async throws(Defaults.StoreError) in
      var contents = FleetContents(
        fleet: self.name,
        machines: status.member.machines,
        location: connection.location
      )
      for suite in [name, reasons] {
        let prefix = contents.prefix + Data("\(EtcdName.encode(suite.string))/".utf8)
        try await readPages(prefix) { page throws(Defaults.StoreError) in try contents.add(page) }
      }
      return contents
    }
    let stored = contents.suites[name] ?? FleetSuite()
    let rules = FleetRules(stored.schema?.schema)
    var used: Set<Defaults.KeyName> = []
    var values: [FleetValue] = []
    for part in [EtcdScope.Part.managed, .system] {
      for scope in status.member.machines.map({ EtcdScope($0, part) }) {
        for (key, value) in stored.values(in: scope) {
          let reported = status.refusals.first {
            Defaults.KeyName($0.suite) == name && Defaults.KeyName($0.key) == key
              && $0.scope == scope.path
          }
          let refusal = rules.refusal(of: value.stored, for: key) ?? reported?.reason
          let reason = contents.suites[reasons]?.values(in: scope)[key]?.stored
          values.append(
            FleetValue(
              key: key,
              scope: scope,
              value: value.stored,
              isInUse: refusal == nil && used.insert(key).inserted,
              refusal: refusal,
              reason: part == .system
                ? nil : reason.flatMap { LockReason.text($0, for: value.stored) }
            )
          )
        }
      }
    }
    // The order of the scopes stays.
    return values.enumerated().sorted { ($0.element.key, $0.offset) < ($1.element.key, $1.offset) }
      .map(\.element)
  }
}

#endif
