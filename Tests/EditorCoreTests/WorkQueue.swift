import Synchronization

/// Work that is performed when the test says so, in order, as on a slow disk.
final class WorkQueue: Sendable {
  private let work = Mutex<[@Sendable () -> Void]>([])

  var isEmpty: Bool { work.withLock(\.isEmpty) }

  var count: Int { work.withLock { $0.count } }

  func add(_ closure: @escaping @Sendable () -> Void) {
    work.withLock { $0.append(closure) }
  }

  /// Performs what was added so far.
  func release() {
    let closures = work.withLock { work in
      defer { work = [] }
      return work
    }
    for closure in closures { closure() }
  }
}
