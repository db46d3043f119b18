import CTerminal
import Glibc

/// Something that any thread can ring and an event loop can wait for.
///
/// It owns its descriptor, so that a call after the screen was closed cannot reach a stranger's.
final class Waker: Sendable {
  /// Readable after a call.
  let descriptor: Int32

  /// Creates a waker.
  ///
  /// - Throws: ``TerminalError/system(call:code:)``.
  init() throws(TerminalError) {
    descriptor = cterminal_event_descriptor()
    if descriptor < 0 { throw .system(call: "eventfd", code: errno) }
  }

  deinit {
    close(descriptor)
  }

  /// Makes the descriptor readable.
  func ring() {
    var one: UInt64 = 1
    // It fails only when it has been rung 2⁶⁴ - 2 times, and then it is readable anyway.
    _ = write(descriptor, &one, MemoryLayout.size(ofValue: one))
  }

  /// Forgets all calls until now; answers whether there was one.
  func reset() -> Bool {
    var count: UInt64 = 0
    return read(descriptor, &count, MemoryLayout.size(ofValue: count)) > 0
  }
}
