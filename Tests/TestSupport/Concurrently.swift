import Dispatch
import Foundation

/// Runs closures at the same time, each on a thread of its own, whatever the number of cores.
public enum Concurrently {
  /// Calls a closure on several threads and returns when all have returned.
  ///
  /// - Parameters:
  ///   - threads: the number of threads.
  ///   - body: takes the number of its thread, 0-based.
  public static func run(threads: Int, _ body: @escaping @Sendable (Int) -> Void) {
    let group = DispatchGroup()
    for number in 0..<threads {
      group.enter()
      Thread.detachNewThread {
        body(number)
        group.leave()
      }
    }
    group.wait()
  }
}
