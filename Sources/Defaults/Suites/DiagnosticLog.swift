import DequeModule
import Dispatch
import Synchronization

/// Passes the diagnostics of one suite on, and keeps those that no listener has received yet.
///
/// Listeners are called on a queue, one diagnostic at a time, in the order of the events: never
/// on the thread where the trouble occurred, which may be in the middle of a read. A suite without
/// listeners passes its diagnostics to the handler of the process as well, which writes them to
/// standard error unless a program says otherwise.
final class DiagnosticLog: Sendable {
  /// A closure that takes a diagnostic.
  typealias Listener = @Sendable (Defaults.Diagnostic) -> Void

  /// How many diagnostics are kept for the first listener; older ones are dropped.
  static let capacity = 100

  private struct State {
    var listeners: [(id: UInt64, listener: Listener)] = []
    var lastID: UInt64 = 0
    var unheard: Deque<Defaults.Diagnostic> = []
    /// The sequence number of the stored value that was reported as unreadable, by key.
    var unreadable: [Defaults.KeyName: UInt64] = [:]
  }

  private let suiteName: String
  private let queue: DispatchQueue
  private let state = Mutex(State())

  /// Creates the log of a suite, whose listeners are called on a queue.
  init(suiteName: String, queue: DispatchQueue) {
    self.suiteName = suiteName
    self.queue = queue
  }

  /// Passes a diagnostic to the listeners, or keeps it for the first to come.
  func report(_ kind: Defaults.Diagnostic.Kind) {
    let diagnostic = Defaults.Diagnostic(suiteName: suiteName, kind: kind)
    let hasListeners = state.withLock { state in
      if state.unheard.count == Self.capacity { state.unheard.removeFirst() }
      state.unheard.append(diagnostic)
      return !state.listeners.isEmpty
    }
    if hasListeners {
      scheduleDelivery()
    } else {
      SuiteRegistry.shared.diagnosticHandler.report(diagnostic, on: queue)
    }
  }

  /// Reports a stored value that a key cannot read, once for each stored value.
  func reportUnreadable(
    _ stored: Defaults.StoredValue,
    forKey key: Defaults.KeyName,
    sequence: UInt64,
    type: Any.Type
  ) {
    let isNew = state.withLock { $0.unreadable.updateValue(sequence, forKey: key) != sequence }
    guard isNew else { return }
    report(.unreadableValue(key: key, stored: stored, type: String(reflecting: type)))
  }

  /// Adds a listener, which first receives what no listener has received.
  ///
  /// - Returns: an identifier for ``remove(_:)``.
  func add(_ listener: @escaping Listener) -> UInt64 {
    let id = state.withLock { state in
      state.lastID += 1
      state.listeners.append((state.lastID, listener))
      return state.lastID
    }
    scheduleDelivery()
    return id
  }

  /// Removes a listener; doing so twice does nothing.
  func remove(_ id: UInt64) {
    // The listener is released after the lock is left: that may run code of its owner.
    _ = state.withLock { state in
      state.listeners.firstIndex { $0.id == id }.map { state.listeners.remove(at: $0) }
    }
  }

  /// Removes and returns what no listener has received.
  func takeUnheard() -> [Defaults.Diagnostic] {
    state.withLock { state in
      defer { state.unheard = [] }
      return Array(state.unheard)
    }
  }

  private func scheduleDelivery() {
    queue.async { self.deliver() }
  }

  private func deliver() {
    let (diagnostics, listeners) = state.withLock { state in
      guard !state.listeners.isEmpty else { return (Deque<Defaults.Diagnostic>(), [Listener]()) }
      defer { state.unheard = [] }
      return (state.unheard, state.listeners.map(\.listener))
    }
    for diagnostic in diagnostics {
      for listener in listeners {
        listener(diagnostic)
      }
    }
  }
}
