import Defaults
import Synchronization

/// A store with two faults: it keeps its keys in strings, which merges those that are canonically
/// equivalent, and every commit makes a new version.
final class MergingStore: Defaults.Store {
  private struct State {
    var values: [String: Defaults.StoredValue] = [:]
    var commits: UInt8 = 0
  }

  let location = "a broken store"
  private let state = Mutex(State())

  func load(
    unlike known: Defaults.StoreVersion?
  ) throws(Defaults.StoreError) -> Defaults.StoreSnapshot? {
    let snapshot = state.withLock { Self.snapshot(of: $0) }
    return snapshot.version == known ? nil : snapshot
  }

  func commit(
    _ edits: [Defaults.KeyName: Defaults.StoredValue?]
  ) throws(Defaults.StoreError) -> Defaults.StoreCommit {
    state.withLock { state in
      for (key, value) in edits { state.values[key.string] = value }
      state.commits &+= 1
      return Defaults.StoreCommit(snapshot: Self.snapshot(of: state))
    }
  }

  func watch(
    _ report: @escaping @Sendable (Defaults.StoreEvent) -> Void
  ) -> (any Defaults.StoreWatch)? {
    nil
  }

  private static func snapshot(of state: State) -> Defaults.StoreSnapshot {
    Defaults.StoreSnapshot(
      values: Dictionary(
        uniqueKeysWithValues: state.values.map { (Defaults.KeyName($0.key), $0.value) }
      ),
      version: Defaults.StoreVersion(bytes: [state.commits])
    )
  }
}
