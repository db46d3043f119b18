#if Fleet

import DefaultsCore
import FoundationEssentials
import SwiftProtobuf

/// The suites of a fleet at a revision of the cluster, of which only the scopes of some machines are kept.
///
/// All keys are read once, page by page at one revision. After that, the events of a watch are applied, which
/// begins with the revision after. So an agent costs the servers nothing while nothing changes, and a change as
/// much as it is large, however many suites the fleet has. If a compaction has removed the events that are
/// missing, or the cluster was restored from a copy, all keys are read again.
struct FleetContents: Sendable {
  /// The beginning of all keys.
  let prefix: Data
  private let location: String
  /// The paths of the scopes that are kept; nil for all.
  private let scopes: Set<String>?
  private(set) var revision: Int64 = 0
  private(set) var cluster: UInt64 = 0
  /// The suites by name.
  private(set) var suites: [Defaults.KeyName: FleetSuite] = [:]
  private var count = 0
  private var size = 0

  /// Creates contents of no suites.
  ///
  /// Without machines, the scopes of all are kept.
  init(fleet: String, machines: [EtcdScope.Machines]?, location: String) {
    prefix = FleetKey.prefix(fleet)
    self.location = location
    scopes = machines.map { machines in
      Set(machines.flatMap { one in EtcdScope.Part.allCases.map { EtcdScope(one, $0).path } })
    }
  }

  /// A request for the events after the revision; large responses come in parts.
  var watch: EtcdWatchRequest {
    .with {
      $0.create.key = prefix
      $0.create.rangeEnd = FleetKey.end(of: prefix)
      $0.create.startRevision = revision + 1
      $0.create.fragment = true
    }
  }

  // MARK: - Reading

  /// Adds a page of all keys; the first one sets the revision.
  mutating func add(_ response: EtcdRangeResponse) throws(Defaults.StoreError) {
    if revision == 0 {
      guard response.header.revision > 0, response.header.revision < .max else {
        throw unexpected("has no revision")
      }
      revision = response.header.revision
      cluster = response.header.clusterID
    }
    for bytes in response.kvs {
      let keyValue = try EtcdContents.keyValue(bytes, at: location)
      _ = try set(keyValue.key, keyValue.value)
    }
  }

  /// Applies the events of a response, and returns the suites that have changed.
  ///
  /// The revision is that of the last event: a response may be sent while later events are still missing.
  mutating func apply(
    _ response: EtcdWatchResponse
  ) throws(Defaults.StoreError) -> Set<Defaults.KeyName> {
    var changed: Set<Defaults.KeyName> = []
    for bytes in response.events {
      let event: EtcdEvent
      do {
        event = try EtcdEvent(serializedBytes: bytes)
      } catch {
        throw unexpected("has an event that cannot be parsed")
      }
      guard event.kv.modRevision > 0, event.kv.modRevision < .max else {
        throw unexpected("has an event without a revision")
      }
      let value = event.type == .delete ? nil : event.kv.value
      if let suite = try set(event.kv.key, value) { changed.insert(suite) }
      revision = max(revision, event.kv.modRevision)
    }
    return changed
  }

  /// Sets or removes a key, and returns the name of its suite; nil if it is none that is kept.
  private mutating func set(
    _ key: Data,
    _ value: Data?
  ) throws(Defaults.StoreError) -> Defaults.KeyName? {
    guard key.starts(with: prefix) else { throw unexpected("has a key of another kind") }
    guard let (name, kind) = FleetKey.parse(Data(key.dropFirst(prefix.count))) else { return nil }
    let size = key.count + (value?.count ?? 0)
    let old: Int?
    switch kind {
    case .schema:
      let schema = value.map {
        FleetSuite.SchemaText(schema: .init($0, suite: name.string), size: size)
      }
      old = suites[name, default: FleetSuite()].set(schema)?.size
    case .value(let scope, let key):
      guard scopes?.contains(scope.path) ?? true else { return nil }
      let value = value.map { FleetSuite.Value(stored: EtcdValue.decode($0), size: size) }
      old = suites[name, default: FleetSuite()].set(value, for: key, in: scope)?.size
    }
    if suites[name]?.isEmpty == true { suites[name] = nil }
    count += (value == nil ? 0 : 1) - (old == nil ? 0 : 1)
    self.size += (value == nil ? 0 : size) - (old ?? 0)
    guard count <= EtcdLimits.fleetKeys, self.size <= EtcdLimits.fleetContents else {
      throw Defaults.StoreError(location: location, reason: Self.sizeReason, isTemporary: true)
    }
    return name
  }

  private static let sizeReason =
    "the fleet has more than \(EtcdLimits.fleetKeys) keys or \(EtcdLimits.fleetContents) bytes "
    + "for this machine"

  /// Returns whether an error is that of contents which are too large.
  static func isOfSize(_ error: Defaults.StoreError) -> Bool {
    error.cause == .failed(reason: sizeReason, isTemporary: true)
  }

  private func unexpected(_ reason: String) -> Defaults.StoreError {
    Defaults.StoreError(unexpectedResponseFrom: location, reason)
  }
}

#endif
