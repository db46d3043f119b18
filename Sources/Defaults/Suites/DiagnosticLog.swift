import Dispatch
import Synchronization

/// Passes the diagnostics of one suite on, and keeps those that nobody has heard yet.
///
/// Listeners are called on a queue, one diagnostic at a time, in the order of the events: never
/// on the thread where the trouble was met, which may be in the middle of a read.
final class DiagnosticLog: Sendable {
  /// Takes a diagnostic.
  typealias Listener = @Sendable (Defaults.Diagnostic) -> Void

  /// How many diagnostics wait for the first listener; older ones make room.
  static let capacity = 100

  private struct State {
    var listeners: [(id: UInt64, listener: Listener)] = []
    var lastID: UInt64 = 0
    var unheard: [Defaults.Diagnostic] = []
    var unreadableTickets: [Defaults.KeyName: UInt64] = [:]
  }

  private let suiteName: String
  private let queue: DispatchQueue
  private let state = Mutex(State())

  /// Creates the log of a suite, whose listeners are called on a queue.
  init(suiteName: String, queue: DispatchQueue) {
    self.suiteName = suiteName
    self.queue = queue
  }

  /// Tells the listeners, or keeps the diagnostic for the first to come.
  func report(_ kind: Defaults.Diagnostic.Kind) {
    let diagnostic = Defaults.Diagnostic(suiteName: suiteName, kind: kind)
    state.withLock { state in
      if state.unheard.count == Self.capacity {
        state.unheard.removeFirst()
      }
      state.unheard.append(diagnostic)
    }
    scheduleDelivery()
  }

  /// Reports a stored value that a key cannot read, once per ticket, which tells this stored
  /// value from its predecessors.
  func reportUnreadable(
    _ stored: Defaults.StoredValue,
    forKey key: Defaults.KeyName,
    ticket: UInt64,
    type: Any.Type
  ) {
    let isNew = state.withLock { $0.unreadableTickets.updateValue(ticket, forKey: key) != ticket }
    guard isNew else { return }
    report(.unreadableValue(key: key, stored: stored, type: String(reflecting: type)))
  }

  /// Adds a listener, which first hears what nobody has heard.
  ///
  /// - Returns: what ``remove(_:)`` takes.
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

  /// Hands over what nobody has heard; no listener will hear it any more.
  func takeUnheard() -> [Defaults.Diagnostic] {
    state.withLock { state in
      defer { state.unheard = [] }
      return state.unheard
    }
  }

  private func scheduleDelivery() {
    queue.async { self.deliver() }
  }

  private func deliver() {
    let (diagnostics, listeners) = state.withLock { state in
      guard !state.listeners.isEmpty else { return ([Defaults.Diagnostic](), [Listener]()) }
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
