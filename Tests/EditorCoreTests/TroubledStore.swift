import Defaults
import Synchronization

/// A store in memory whose disk can be full, and whose content can be damaged.
final class TroubledStore: Defaults.Store {
  private struct State {
    var isFull = false
    var isDamaged = false
    /// Whether the values have been read, so that a commit keeps them.
    var isKnown = false
    var isQuiet = false
    /// The values that another program has stored, and nobody since; nil for a removed one.
    var others: [Defaults.KeyName: Defaults.StoredValue?] = [:]
    var overwritten: [Overwritten] = []
    var saved: [Saved] = []
  }

  /// A value that a commit of the suite has stored; nil for a removed one.
  struct Saved {
    var key: Defaults.KeyName
    var value: Defaults.StoredValue?
  }

  /// A value of another program that a commit has replaced.
  struct Overwritten {
    var key: Defaults.KeyName
    var value: Defaults.StoredValue?
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

  /// Whether changes are not reported, as between another program's commit and the event about it.
  var isQuiet: Bool {
    get { state.withLock { $0.isQuiet } }
    set { state.withLock { $0.isQuiet = newValue } }
  }

  /// Stores values as another program does.
  func commitElsewhere(
    _ edits: [Defaults.KeyName: Defaults.StoredValue?]
  ) throws(Defaults.StoreError) {
    let values = try store.load(unlike: nil)?.values ?? [:]
    try store.commit(edits)
    // What is there already is not the other program's.
    state.withLock { $0.others.merge(edits.filter { values[$0] != $1 }) { $1 } }
  }

  /// Returns the values of another program that were replaced since the last call.
  func takeOverwritten() -> [Overwritten] {
    state.withLock { state in
      defer { state.overwritten = [] }
      return state.overwritten
    }
  }

  /// Returns the values that the suite has stored since the last call.
  func takeSaved() -> [Saved] {
    state.withLock { state in
      defer { state.saved = [] }
      return state.saved
    }
  }

  /// Records what a commit has stored and replaced.
  private func noted(
    _ edits: [Defaults.KeyName: Defaults.StoredValue?],
    _ commit: Defaults.StoreCommit
  ) -> Defaults.StoreCommit {
    state.withLock { state in
      for (key, value) in edits {
        state.saved.append(Saved(key: key, value: value))
        guard let other = state.others.removeValue(forKey: key), other != value,
          commit.replaced[key] == other
        else { continue }
        state.overwritten.append(Overwritten(key: key, value: other))
      }
    }
    return commit
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

  /// Content that cannot be read is not compared, as in a file.
  @discardableResult
  func commit(
    _ edits: [Defaults.KeyName: Defaults.StoredValue?],
    expecting expected: [Defaults.KeyName: Defaults.StoredValue?]
  ) throws(Defaults.StoreError) -> Defaults.StoreCommit {
    if isFull {
      throw Defaults.StoreError(
        location: location,
        reason: "no space left on device",
        isTemporary: false
      )
    }
    guard isDamaged else {
      return noted(edits, try store.commit(edits, expecting: expected))
    }
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
    store.watch { [weak self] event in
      if self?.isQuiet == false { report(event) }
    }
  }
}
