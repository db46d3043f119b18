#if Fleet

import DefaultsCore
import GRPCCore
import Synchronization

/// Reports that keys of a suite or a fleet have changed, and whether a server can be reached.
///
/// A report says only that something may have changed, and its receiver then reads the keys. So no event needs to be
/// kept, and a watch can begin at any revision: when it begins, a change is reported, and the load that
/// follows has all that happened before. Each later change is an event. It begins anew on the next server
/// when the connection is lost, and on the same one when a compaction removed events that it had not sent.
final class EtcdWatch: Defaults.StoreWatch {
  let isPolling = false
  private let task: Task<Void, Never>
  private let reports: Reports

  init(
    _ request: EtcdWatchRequest,
    on connection: EtcdConnection,
    _ report: @escaping @Sendable (Defaults.StoreEvent) -> Void
  ) {
    let reports = Reports(report)
    self.reports = reports
    task = Task(executorPreference: EtcdExecutor.shared) {
      await Self.watch(request, on: connection, reports)
    }
  }

  deinit {
    cancel()
  }

  func cancel() {
    reports.end()
    task.cancel()
  }

  private static func watch(
    _ request: EtcdWatchRequest,
    on connection: EtcdConnection,
    _ reports: Reports
  ) async {
    var backoff = Backoff()
    while !Task.isCancelled {
      do throws(Defaults.StoreError) {
        try await connection.watch(request, isRepeatable: false) { try receive($0, reports) }
        backoff.reset()
      } catch {
        if reports.failed(error) { backoff.reset() }
      }
      await backoff.wait()
    }
  }

  /// Receives a response, and returns whether more will come: none after a compaction.
  static func receive(_ response: EtcdWatchResponse, _ reports: Reports) throws -> Bool {
    guard try !response.isOfCompaction() else { return false }
    if response.created {
      reports.began()
    } else if !response.events.isEmpty {
      reports.changed()
    }
    return true
  }
}

extension EtcdWatchResponse {
  /// Returns whether the watch has ended because a compaction removed events that it had not sent.
  ///
  /// A server refuses a watch that is not permitted and one with an expired token in the same way, so both are
  /// thrown as a refused token: it is renewed once. The connection stays open, because other stores use it.
  func isOfCompaction() throws -> Bool {
    guard canceled else { return false }
    guard compactRevision == 0 else { return true }
    throw RPCError(code: .unauthenticated, message: "the watch was refused: \(cancelReason)")
  }
}

/// The reports of a watch, which are made on a thread that may use the store.
final class Reports: Sendable {
  private struct State {
    var report: (@Sendable (Defaults.StoreEvent) -> Void)?
    var isConnected = true
  }

  private let state: Mutex<State>
  private let queue = SerialQueue("defaults.watch")

  init(_ report: @escaping @Sendable (Defaults.StoreEvent) -> Void) {
    state = Mutex(State(report: report))
  }

  func changed() { send(.changed) }

  func began() {
    send(exchange(isConnected: true) ? .changed : .connected)
  }

  /// Reports the first of several failures, and returns whether it is the first.
  func failed(_ error: Defaults.StoreError) -> Bool {
    guard exchange(isConnected: false) else { return false }
    send(.disconnected(error))
    return true
  }

  func end() {
    // The closure is released outside of the lock, because a deinitializer may end the watch again.
    let report = state.withLock { $0.report.take() }
    withExtendedLifetime(report) {}
  }

  private func exchange(isConnected: Bool) -> Bool {
    state.withLock { state in
      defer { state.isConnected = isConnected }
      return state.isConnected
    }
  }

  private func send(_ event: Defaults.StoreEvent) {
    queue.async { self.state.withLock { $0.report }?(event) }
  }
}

#endif
