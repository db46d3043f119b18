import CTerminal
import Glibc

/// An `eventfd` that any thread can write to, to wake the event loop.
///
/// The descriptor is closed only when the last reference to the waker is released. If the screen closed
/// it, a later call could write to another file with the same number.
final class Waker: Sendable {
  /// The descriptor of the `eventfd`, readable after a ring.
  let descriptor: Int32

  /// Creates a waker.
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
    // It fails only after 2⁶⁴ - 2 rings, and then the descriptor is readable already.
    _ = write(descriptor, &one, MemoryLayout.size(ofValue: one))
  }

  /// Makes the descriptor not readable again; returns whether it was readable.
  func reset() -> Bool {
    var count: UInt64 = 0
    return read(descriptor, &count, MemoryLayout.size(ofValue: count)) > 0
  }
}
