import Defaults
import Synchronization

/// A store in memory with chosen capabilities, whose connection can be lost and regained.
final class LimitedStore: Defaults.Store {
  private struct State {
    var values: [Defaults.KeyName: Defaults.StoredValue]
    var version: UInt64 = 0
    var isConnected = true
    var commits: [[Defaults.KeyName: Defaults.StoredValue?]] = []
    var loadCount = 0
    var reports: [@Sendable (Defaults.StoreEvent) -> Void] = []
  }

  private final class Watch: Defaults.StoreWatch {
    var isPolling: Bool { false }
    func cancel() {}
  }

  static let noConnection = Defaults.StoreError(
    location: "limited",
    reason: "the server does not answer",
    isTemporary: false
  )

  let capabilities: Defaults.StoreCapabilities
  private let state: Mutex<State>

  init(
    _ values: [Defaults.KeyName: Defaults.StoredValue] = [:],
    _ capabilities: Defaults.StoreCapabilities = .init()
  ) {
    self.capabilities = capabilities
    state = Mutex(State(values: values))
  }

  var location: String { "limited" }
  var values: [Defaults.KeyName: Defaults.StoredValue] { state.withLock { $0.values } }
  var commits: [[Defaults.KeyName: Defaults.StoredValue?]] { state.withLock { $0.commits } }
  var loadCount: Int { state.withLock { $0.loadCount } }
  var watchCount: Int { state.withLock { $0.reports.count } }

  /// Loses the connection: commits and loads fail until ``connect()`` is called.
  func disconnect() {
    let reports = state.withLock { state in
      state.isConnected = false
      return state.reports
    }
    for report in reports { report(.disconnected(Self.noConnection)) }
  }

  /// Regains the connection.
  func connect() {
    let reports = state.withLock { state in
      state.isConnected = true
      return state.reports
    }
    for report in reports { report(.connected) }
  }

  func load(
    unlike known: Defaults.StoreVersion?
  ) throws(Defaults.StoreError) -> Defaults.StoreSnapshot? {
    try state.withLock { state throws(Defaults.StoreError) in
      state.loadCount += 1
      guard state.isConnected else { throw Self.noConnection }
      let snapshot = Self.snapshot(state)
      return snapshot.version == known ? nil : snapshot
    }
  }

  func commit(
    _ edits: [Defaults.KeyName: Defaults.StoredValue?],
    expecting expected: [Defaults.KeyName: Defaults.StoredValue?]
  ) throws(Defaults.StoreError) -> Defaults.StoreCommit {
    try state.withLock { state throws(Defaults.StoreError) in
      guard state.isConnected else { throw Self.noConnection }
      try Defaults.StoreError.check(expected, for: location) { state.values[$0] }
      var replaced: [Defaults.KeyName: Defaults.StoredValue] = [:]
      for (key, value) in edits {
        replaced[key] = state.values[key]
        state.values[key] = value
      }
      state.commits.append(edits)
      state.version += 1
      return Defaults.StoreCommit(snapshot: Self.snapshot(state), replaced: replaced)
    }
  }

  func watch(
    _ report: @escaping @Sendable (Defaults.StoreEvent) -> Void
  ) -> (any Defaults.StoreWatch)? {
    state.withLock { $0.reports.append(report) }
    return Watch()
  }

  private static func snapshot(_ state: State) -> Defaults.StoreSnapshot {
    Defaults.StoreSnapshot(
      values: state.values,
      version: Defaults.StoreVersion(bytes: withUnsafeBytes(of: state.version, Array.init))
    )
  }
}
