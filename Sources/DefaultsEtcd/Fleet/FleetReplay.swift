#if Fleet

import DefaultsCore
import FoundationEssentials
import SwiftProtobuf
import Synchronization

/// The changes of keys between two revisions, made from the events of a watch.
///
/// An event has no old value, so the keys are read at the first revision, and each event is applied to them. Nothing
/// in a watch says that all events up to the last revision have come, and a server sends a watch progress
/// notifications that can overtake events. So the keys are read at the last revision too: the replay is complete when
/// each key has the revision that it has there. Only values that were stored and removed again after all other
/// changes could still be missing then; the last event of a commit with an author is none of these, and a server
/// sends the events of up to a thousand revisions in one response, which is always received whole.
struct FleetReplay: Sendable {
  /// A change of a key.
  struct Change: Sendable {
    let key: [UInt8]
    let old: Data?
    let new: Data?
    let revision: Int64

    var size: Int { key.count + (old?.count ?? 0) + (new?.count ?? 0) }
  }

  /// The largest size of the changes that are kept, in bytes.
  private static let sizeLimit = EtcdLimits.fleetContents

  private let location: String
  private let limit: Int
  private let last: Int64
  private let end: FleetState
  private var state: FleetState
  /// The keys that have another revision than at the end.
  private var pending: Set<[UInt8]>
  private var size = 0
  /// The last changes, the oldest first.
  private(set) var changes: ArraySlice<Change> = []
  /// Whether older changes were left out because there are more than the limit.
  private(set) var isCut = false

  init(from state: FleetState, to end: FleetState, at last: Int64, limit: Int, location: String) {
    self.state = state
    self.end = end
    self.last = last
    self.limit = limit
    self.location = location
    pending = Set(state.entries.keys).union(end.entries.keys).filter {
      state.entries[$0]?.modRevision != end.entries[$0]?.modRevision
    }
  }

  /// Whether all changes are there.
  var isComplete: Bool { pending.isEmpty }

  /// Applies the events of a response up to the last revision.
  mutating func apply(_ response: EtcdWatchResponse) throws(Defaults.StoreError) {
    for bytes in response.events {
      let event: EtcdEvent
      do {
        event = try EtcdEvent(serializedBytes: bytes)
      } catch {
        throw Defaults.StoreError(
          unexpectedResponseFrom: location,
          "has an event that cannot be parsed"
        )
      }
      let revision = event.kv.modRevision
      guard revision <= last else {
        pending = []
        return
      }
      let key = Array(event.kv.key)
      let new = event.type == .delete ? nil : event.kv.value
      let entry = new.map { FleetState.Entry(value: $0, modRevision: revision) }
      let old = try state.set(entry, for: key, at: location)
      if entry?.modRevision == end.entries[key]?.modRevision {
        pending.remove(key)
      } else {
        pending.insert(key)
      }
      add(Change(key: key, old: old?.value, new: new, revision: revision))
    }
  }

  /// Adds a change, and removes the oldest ones that are too many.
  ///
  /// The order of the changes of one revision is arbitrary, so the limit does not divide a revision.
  private mutating func add(_ change: Change) {
    changes.append(change)
    size += change.size
    while let oldest = changes.first,
      size > Self.sizeLimit
        || changes.count > limit && changes[changes.endIndex - limit].revision != oldest.revision
    {
      changes.removeFirst()
      size -= oldest.size
      isCut = true
    }
  }
}

extension EtcdFleet {
  /// Returns the changes of keys with a prefix after the first of some revisions, up to the last one.
  ///
  /// Of more than a limit, only the latest are kept, with all of the oldest one's revision.
  func replay(
    _ prefix: Data,
    _ revisions: ClosedRange<Int64>,
    limit: Int
  ) async throws(Defaults.StoreError) -> FleetReplay {
    let (first, last) = (revisions.lowerBound, revisions.upperBound)
    let start = FleetReplay(
      from: try await state(of: prefix, at: first),
      to: try await state(of: prefix, at: last),
      at: last,
      limit: limit,
      location: connection.location
    )
    let replay = Mutex(start)
    let request = EtcdWatchRequest.with {
      $0.create.key = prefix
      $0.create.rangeEnd = FleetKey.end(of: prefix)
      $0.create.startRevision = first + 1
      $0.create.fragment = true
    }
    if !replay.withLock(\.isComplete) {
      try await connection.watch(request, isRepeatable: true) { response in
        guard try !response.isOfCompaction() else { return false }
        return try replay.withLock { replay in
          if response.created { replay = start }
          try replay.apply(response)
          return response.fragment || !replay.isComplete
        }
      }
    }
    return try replay.withLock { replay throws(Defaults.StoreError) in
      guard replay.isComplete else {
        throw Defaults.StoreError(
          location: connection.location,
          reason: "revisions were removed by a compaction while they were read",
          isTemporary: true
        )
      }
      return replay
    }
  }
}

#endif
