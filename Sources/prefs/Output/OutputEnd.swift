import DefaultsCore
import Glibc
import Synchronization

/// The end of a command that prints until nobody reads: its reader is gone, or a write has failed.
///
/// Other threads print, so the thread that waits must learn of their failures, and it must notice a
/// reader that goes while nothing is printed. `poll` waits for both: a pipe whose other end is
/// closed, or a terminal that has hung up, is in an error state that is reported without being asked
/// for, and a failed write puts a byte into a pipe of this type.
final class OutputEnd: Sendable {
  private let failure = Mutex<Failure?>(nil)
  private let wakeUp: (readEnd: Int32, writeEnd: Int32)

  /// Creates the end, which needs a pipe.
  init() throws(Failure) {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw Failure("No pipe could be made", errorNumber: errno) }
    wakeUp = (ends[0], ends[1])
  }

  deinit {
    close(wakeUp.readEnd)
    close(wakeUp.writeEnd)
  }

  /// Prints something on any thread; the first failure ends the wait, and nothing is printed after
  /// it.
  func attempt(_ print: () throws(Failure) -> Void) {
    guard failure.withLock({ $0 == nil }) else { return }
    do throws(Failure) {
      try print()
    } catch {
      failure.withLock { $0 = $0 ?? error }
      var byte: UInt8 = 0
      write(wakeUp.writeEnd, &byte, 1)
    }
  }

  /// Waits until a write fails, and throws its failure; if the reader goes, the process ends.
  func wait() throws(Failure) -> Never {
    while true {
      var sources = [
        pollfd(fd: STDOUT_FILENO, events: 0, revents: 0),
        pollfd(fd: wakeUp.readEnd, events: Int16(POLLIN), revents: 0),
      ]
      guard poll(&sources, 2, -1) > 0 else { continue }
      if let failure = failure.withLock({ $0 }) { throw failure }
      if sources[0].revents & Int16(POLLERR | POLLHUP) != 0 { Output.endBySignal() }
    }
  }
}
