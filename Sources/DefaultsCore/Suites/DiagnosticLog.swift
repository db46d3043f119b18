import DequeModule
import Synchronization

/// The diagnostics of one suite: delivers them to listeners, and keeps them until there is one.
///
/// Listeners are called on a queue, one diagnostic at a time and in order. They are not called on
/// the thread where the problem occurred, because that thread may be reading a key. If there is no
/// listener, diagnostics are also passed to the handler of the process, which by default writes
/// them to standard error.
package final class DiagnosticLog: Sendable {
  /// A closure that receives diagnostics.
  typealias Listener = @Sendable (Defaults.Diagnostic) -> Void

  /// The number of diagnostics that are kept for the first listener; older ones are dropped.
  static let capacity = 100

  private struct State {
    var listeners: [(id: UInt64, listener: Listener)] = []
    var lastID: UInt64 = 0
    var unheard: Deque<Defaults.Diagnostic> = []
    /// The sequence number of the stored value that was reported as unreadable, by key.
    var unreadable: [Defaults.KeyName: UInt64] = [:]
    /// The topics of the diagnostics that were reported once.
    var reported: Set<String> = []
  }

  private let suiteName: String
  private let queue: SerialQueue
  private let state = Mutex(State())

  /// Creates the log of a suite, whose listeners are called on a queue.
  init(suiteName: String, queue: SerialQueue) {
    self.suiteName = suiteName
    self.queue = queue
  }

  /// Delivers a diagnostic to the listeners, or keeps it for the first listener.
  package func report(_ kind: Defaults.Diagnostic.Kind) {
    let diagnostic = Defaults.Diagnostic(suiteName: suiteName, kind: kind)
    let hasListeners = state.withLock { state in
      if state.listeners.isEmpty {
        // More have waited for a listener that has gone.
        while state.unheard.count >= Self.capacity { state.unheard.removeFirst() }
      }
      state.unheard.append(diagnostic)
      return !state.listeners.isEmpty
    }
    if hasListeners {
      scheduleDelivery()
    } else {
      SuiteRegistry.shared.diagnosticHandler.report(diagnostic, on: queue)
    }
  }

  /// Delivers a diagnostic, unless one with its topic was delivered before by this function.
  func reportOnce(_ kind: Defaults.Diagnostic.Kind) {
    let isNew = state.withLock { $0.reported.insert(kind.topic).inserted }
    if isNew { report(kind) }
  }

  /// Reports a stored value that a key's type cannot read, once per stored value.
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

  /// Adds a listener, which first receives the diagnostics that no listener has received.
  ///
  /// Returns an identifier for ``remove(_:)``.
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
    // The listener is released outside the lock, because a deinitializer may run code of the app.
    _ = state.withLock { state in
      state.listeners.firstIndex { $0.id == id }.map { state.listeners.remove(at: $0) }
    }
  }

  /// Removes and returns the diagnostics that no listener has received.
  func takeUnheard() -> [Defaults.Diagnostic] {
    state.withLock { state in
      defer { state.unheard = [] }
      // An array that is made from an empty deque writes to the empty array's shared storage.
      return state.unheard.isEmpty ? [] : Array(state.unheard)
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
