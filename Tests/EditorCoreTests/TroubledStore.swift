import Defaults
import Synchronization

/// A store in memory whose disk can be full, and whose content can be damaged.
final class TroubledStore: Defaults.Store {
  private struct State {
    var isFull = false
    var isDamaged = false
    /// Whether the values have been read, so that a commit keeps them.
    var isKnown = false
  }

  private static let path = "/home/ada/.config/org.example.notes.plist"

  private let store = Defaults.InMemoryStore(location: TroubledStore.path)
  private let state = Mutex(State())

  /// Whether every commit fails.
  var isFull: Bool {
    get { state.withLock { $0.isFull } }
    set { state.withLock { $0.isFull = newValue } }
  }

  /// Whether the content cannot be read; the next commit keeps it under another name and begins a new
  /// one, with the values that were read before.
  var isDamaged: Bool {
    get { state.withLock { $0.isDamaged } }
    set { state.withLock { $0.isDamaged = newValue } }
  }

  var location: String { store.location }
  var capabilities: Defaults.StoreCapabilities { store.capabilities }

  private var unreadable: Defaults.StoreError {
    Defaults.StoreError(
      location: location,
      reason: "this is not a property list (line 1, byte 0)",
      isTemporary: false
    )
  }

  func load(
    unlike known: Defaults.StoreVersion?
  ) throws(Defaults.StoreError) -> Defaults.StoreSnapshot? {
    if isDamaged { throw unreadable }
    state.withLock { $0.isKnown = true }
    return try store.load(unlike: known)
  }

  @discardableResult
  func commit(
    _ edits: [Defaults.KeyName: Defaults.StoredValue?]
  ) throws(Defaults.StoreError) -> Defaults.StoreCommit {
    if isFull {
      throw Defaults.StoreError(
        location: location,
        reason: "no space left on device",
        isTemporary: false
      )
    }
    guard isDamaged else { return try store.commit(edits) }
    let keepsValues = state.withLock(\.isKnown)
    if !keepsValues {
      let old = try store.load(unlike: nil)?.values ?? [:]
      try store.commit(old.mapValues { _ in nil })
    }
    var commit = try store.commit(edits)
    commit.setAside = .init(
      location: "\(location).corrupt-20260314T092653",
      reason: unreadable,
      keepsValues: keepsValues
    )
    isDamaged = false
    return commit
  }

  func watch(
    _ report: @escaping @Sendable (Defaults.StoreEvent) -> Void
  ) -> (any Defaults.StoreWatch)? {
    store.watch(report)
  }
}
