import DefaultsCore
import Glibc

/// A check of the process's limits, for commands that need threads.
///
/// At its limits, libdispatch waits forever for a thread, or traps when it gets no descriptor.
enum ProcessLimits {
  /// How many descriptors the editor may need at the same time, with some to spare.
  private static let descriptors = 16

  /// Checks that a thread can be started and some descriptors can be opened.
  static func check() throws(Failure) {
    var thread = pthread_t()
    let result = pthread_create(&thread, nil, { _ in nil }, nil)
    guard result == 0 else {
      throw missing("No thread can be started", result, "processes (ulimit -u)")
    }
    pthread_join(thread, nil)

    var opened: [Int32] = []
    defer { for descriptor in opened { close(descriptor) } }
    while opened.count < descriptors {
      let descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else {
        throw missing("Too few files can be opened", errno, "open files (ulimit -n)")
      }
      opened.append(descriptor)
    }
  }

  private static func missing(_ what: String, _ errorNumber: Int32, _ limit: String) -> Failure {
    let reason = String(cString: strerror(errorNumber))
    return Failure(.inputOutputFailed, "\(what): \(reason). Raise the limit on \(limit).")
  }
}
