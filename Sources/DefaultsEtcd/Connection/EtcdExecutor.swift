#if Fleet

import DefaultsCore
import Dispatch
import Synchronization

/// Runs the tasks of all connections, on one thread that is not of Swift's cooperative pool.
///
/// A store is called synchronously, and its caller waits for the network. If that caller is itself a task,
/// it blocks a thread of the pool, and the pool may have only one: tasks in it that the caller waits for
/// would never run. Here they always do. The thread only sends and receives; values are parsed by the
/// threads that wait for them.
final class EtcdExecutor: TaskExecutor {
  static let shared = EtcdExecutor()

  private let queue = SerialQueue("defaults.etcd")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }

  /// Runs an operation, which must end by itself, and blocks the calling thread until it has.
  func wait<Success: Sendable>(
    for operation: @escaping @Sendable () async throws(Defaults.StoreError) -> Success
  ) throws(Defaults.StoreError) -> Success {
    let outcome = Outcome<Success>()
    Task(executorPreference: self) {
      do throws(Defaults.StoreError) {
        outcome.set(.success(try await operation()))
      } catch {
        outcome.set(.failure(error))
      }
    }
    return try outcome.wait().get()
  }
}

/// The result of a task, for which one thread waits.
private final class Outcome<Success: Sendable>: Sendable {
  private let result = Mutex<Result<Success, Defaults.StoreError>?>(nil)
  // The semaphores of libdispatch use none of its queues.
  private let isSet = DispatchSemaphore(value: 0)

  func set(_ newResult: Result<Success, Defaults.StoreError>) {
    result.withLock { $0 = newResult }
    isSet.signal()
  }

  func wait() -> Result<Success, Defaults.StoreError> {
    while true {
      if let result = result.withLock({ $0 }) { return result }
      isSet.wait()
    }
  }
}

#endif
