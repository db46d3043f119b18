import Glibc
import Terminal

/// Tells the second of two quick presses from the first.
struct ClickCounter {
  /// Nanoseconds within which the second press must follow.
  private static let longestPause: UInt64 = 400_000_000

  private var last: (event: MouseEvent, time: UInt64)?

  /// Returns the event, as a double click if it is a press soon after another in the same cell.
  mutating func counted(_ event: MouseEvent) -> MouseEvent {
    counted(event, at: Self.now)
  }

  /// Returns the event of a moment in nanoseconds, as a double click where it is one.
  mutating func counted(_ event: MouseEvent, at time: UInt64) -> MouseEvent {
    guard event.action == .press else { return event }
    if let last, last.event == event, time - last.time < Self.longestPause {
      self.last = nil
      return MouseEvent(.doubleClick, row: event.row, column: event.column)
    }
    last = (event, time)
    return event
  }

  private static var now: UInt64 {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    return UInt64(now.tv_sec) * 1_000_000_000 + UInt64(now.tv_nsec)
  }
}
