import Dispatch
import Synchronization

@testable import Defaults
@testable import DefaultsCore

/// A store whose contents others may edit and whose commits fail or wait on request.
final class ScriptedStore: Defaults.Store {
  private struct State {
    var values: [Defaults.KeyName: StoredValue]
    var version: UInt64 = 0
    var commitErrors: [Defaults.StoreError] = []
    var loadError: Defaults.StoreError?
    var refusedKey: Defaults.KeyName?
    var sizeLimit = Int.max
    var setAside: Defaults.StoreCommit.SetAside?
    var commits: [[Defaults.KeyName: StoredValue?]] = []
    var attempts = 0
    var loads = 0
    var watchers: [@Sendable () -> Void] = []
    var tellsBasis = false
  }

  final class Watch: Defaults.StoreWatch {
    var isPolling: Bool { true }
    func cancel() {}
  }

  static let noSpace = Defaults.StoreError(
    location: "scripted",
    cause: .system(operation: "write", errorNumber: 28),
  )

  private let state: Mutex<State>
  private let gate = DispatchSemaphore(value: 0)
  private let isGated: Bool

  /// Creates a store; a gated one starts no commit before `open()` lets one through.
  init(_ values: [Defaults.KeyName: StoredValue] = [:], isGated: Bool = false) {
    state = Mutex(State(values: values))
    self.isGated = isGated
  }

  var location: String { "scripted" }
  var values: [Defaults.KeyName: StoredValue] { state.withLock { $0.values } }
  var commits: [[Defaults.KeyName: StoredValue?]] { state.withLock { $0.commits } }
  var attempts: Int { state.withLock { $0.attempts } }
  var loads: Int { state.withLock { $0.loads } }

  /// Edits the contents as another process would, and tells the watchers unless told not to.
  func edit(_ edits: [Defaults.KeyName: StoredValue?], silently isSilent: Bool = false) {
    let watchers = state.withLock { state in
      state.version += 1
      for (key, value) in edits { state.values[key] = value }
      return isSilent ? [] : state.watchers
    }
    for watcher in watchers { watcher() }
  }

  /// Edits the contents as another process would, but nobody notices.
  func editUnnoticed(_ edits: [Defaults.KeyName: StoredValue?]) {
    state.withLock { state in
      state.version += 1
      for (key, value) in edits { state.values[key] = value }
    }
  }

  /// Makes commits tell the version they were applied to.
  func tellBasis() {
    state.withLock { $0.tellsBasis = true }
  }

  func fail(times: Int, with error: Defaults.StoreError = noSpace) {
    state.withLock { $0.commitErrors = Array(repeating: error, count: times) }
  }

  func failLoads(with error: Defaults.StoreError?) {
    state.withLock { $0.loadError = error }
  }

  func refuse(_ key: Defaults.KeyName?) {
    state.withLock { $0.refusedKey = key }
  }

  /// Refuses commits of texts with more than a number of bytes together.
  func limitCommits(to size: Int) {
    state.withLock { $0.sizeLimit = size }
  }

  func setAsideNext(_ record: Defaults.StoreCommit.SetAside) {
    state.withLock { $0.setAside = record }
  }

  func open(commits count: Int = 1) {
    for _ in 0..<count { gate.signal() }
  }

  func load(
    unlike known: Defaults.StoreVersion?
  ) throws(Defaults.StoreError) -> Defaults.StoreSnapshot? {
    try state.withLock { state throws(Defaults.StoreError) in
      state.loads += 1
      if let error = state.loadError { throw error }
      let version = Defaults.StoreVersion(words: [state.version])
      return version == known
        ? nil : Defaults.StoreSnapshot(values: state.values, version: version)
    }
  }

  func commit(
    _ edits: [Defaults.KeyName: StoredValue?],
    expecting expected: [Defaults.KeyName: StoredValue?]
  ) throws(Defaults.StoreError) -> Defaults.StoreCommit {
    if isGated { gate.wait() }
    return try state.withLock { state throws(Defaults.StoreError) in
      state.attempts += 1
      try Defaults.StoreError.check(expected, for: location) { state.values[$0] }
      if !state.commitErrors.isEmpty { throw state.commitErrors.removeFirst() }
      if let key = state.refusedKey, edits.keys.contains(key) {
        throw Defaults.StoreError(
          location: "scripted",
          cause: .unsupportedValue(key: key, reason: "on request"),
        )
      }
      let size = edits.values.reduce(0) { size, edit in
        if case .string(let text)? = edit { size + text.utf8.count } else { size }
      }
      if size > state.sizeLimit {
        throw Defaults.StoreError(
          location: "scripted",
          cause: .commitTooLarge(bytes: size, limit: state.sizeLimit)
        )
      }
      state.commits.append(edits)
      let previousVersion = Defaults.StoreVersion(words: [state.version])
      state.version += 1
      for (key, value) in edits { state.values[key] = value }
      defer { state.setAside = nil }
      return Defaults.StoreCommit(
        snapshot: Defaults.StoreSnapshot(
          values: state.values,
          version: Defaults.StoreVersion(words: [state.version]),
        ),
        previousVersion: state.tellsBasis ? previousVersion : nil,
        setAside: state.setAside,
      )
    }
  }

  func watch(
    _ report: @escaping @Sendable (Defaults.StoreEvent) -> Void
  ) -> (any Defaults.StoreWatch)? {
    state.withLock { $0.watchers.append { report(.changed) } }
    return Watch()
  }
}
