#if Fleet

public import DefaultsCore
import FoundationEssentials
import SwiftProtobuf
import Synchronization

/// Keys of a fleet at one revision, as they are stored.
struct FleetState: Sendable {
  /// A value, and the revision that has stored it.
  struct Entry: Sendable {
    let value: Data
    let modRevision: Int64
  }

  /// By key in etcd, as in ``EtcdContents``.
  private(set) var entries: [[UInt8]: Entry] = [:]
  private var size = 0

  /// Sets a key, or removes it if the entry is nil, and returns the entry before.
  ///
  /// - Throws: an error if these are more keys than a process should hold.
  mutating func set(
    _ entry: Entry?,
    for key: [UInt8],
    at location: String
  ) throws(Defaults.StoreError) -> Entry? {
    let old = entries[key]
    entries[key] = entry
    size += (entry.map { key.count + $0.value.count } ?? 0)
    size -= (old.map { key.count + $0.value.count } ?? 0)
    guard entries.count <= EtcdLimits.fleetKeys, size <= EtcdLimits.fleetContents else {
      throw Defaults.StoreError(
        location: location,
        reason:
          "there are more than \(EtcdLimits.fleetKeys) keys or \(EtcdLimits.fleetContents) bytes; "
          + "name a suite",
        isTemporary: false
      )
    }
    return old
  }
}

extension EtcdFleet {
  /// Returns the revisions that can be read: from that of the last compaction to the present one.
  ///
  /// Blocks the thread. Without a compaction, the first one is 1, at which etcd had no keys.
  public func revisions() throws(Defaults.StoreError) -> ClosedRange<Int64> {
    try EtcdExecutor.shared.wait { [self] () async throws(Defaults.StoreError) in
      try await readableRevisions()
    }
  }

  /// Returns the keys with a prefix at a revision.
  func state(
    of prefix: Data,
    at revision: Int64
  ) async throws(Defaults.StoreError) -> FleetState {
    var state = FleetState()
    try await readPages(prefix, at: revision) { page throws(Defaults.StoreError) in
      for bytes in page.kvs {
        let keyValue = try EtcdContents.keyValue(bytes, at: connection.location)
        let entry = FleetState.Entry(value: keyValue.value, modRevision: keyValue.modRevision)
        _ = try state.set(entry, for: Array(keyValue.key), at: connection.location)
      }
    }
    return state
  }

  func readableRevisions() async throws(Defaults.StoreError) -> ClosedRange<Int64> {
    var request = EtcdRangeRequest.with {
      $0.key = FleetKey.prefix(name)
      $0.rangeEnd = FleetKey.end(of: FleetKey.prefix(name))
      $0.limit = 1
      $0.keysOnly = true
    }
    let latest = try await connection.send(.range, request, isRepeatable: true).header.revision
    request.revision = 1
    do throws(Defaults.StoreError) {
      _ = try await connection.send(.range, request, isRepeatable: true)
      return 1...max(1, latest)
    } catch {
      guard error.isOfCompaction else { throw error }
      let oldest = try await compactedRevision()
      return oldest...max(oldest, latest)
    }
  }

  /// Returns the revision of the last compaction, which a server names when a watch begins before it.
  private func compactedRevision() async throws(Defaults.StoreError) -> Int64 {
    let prefix = FleetKey.prefix(name)
    let request = EtcdWatchRequest.with {
      $0.create.key = prefix
      $0.create.rangeEnd = FleetKey.end(of: prefix)
      $0.create.startRevision = 1
    }
    let revision = Mutex<Int64>(0)
    try await connection.watch(request, isRepeatable: true) { response in
      guard try response.isOfCompaction() else { return true }
      revision.withLock { $0 = response.compactRevision }
      return false
    }
    let found = revision.withLock { $0 }
    guard found > 0 else {
      throw Defaults.StoreError(
        unexpectedResponseFrom: connection.location,
        "does not name the revision of the compaction"
      )
    }
    return found
  }
}

#endif
