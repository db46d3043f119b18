import Glibc
import Terminal

/// A detector of double clicks and drags among mouse presses.
struct ClickCounter {
  /// The longest time between the two presses, in nanoseconds.
  private static let longestPause: UInt64 = 400_000_000

  private var last: (event: MouseEvent, time: UInt64)?
  /// The last press that was not followed by a release.
  private var pressed: MouseEvent?

  /// Returns the event, as a double click if it soon follows a press in the same cell.
  mutating func counted(_ event: MouseEvent) -> MouseEvent {
    counted(event, at: Self.now)
  }

  /// Returns the event at a time in nanoseconds, as a double click if it is one.
  mutating func counted(_ event: MouseEvent, at time: UInt64) -> MouseEvent {
    guard event.action == .press else { return event }
    pressed = event
    if let last, last.event == event, time - last.time < Self.longestPause {
      self.last = nil
      return MouseEvent(.doubleClick, row: event.row, column: event.column)
    }
    last = (event, time)
    return event
  }

  /// Returns whether the button, which was released in a cell, was pressed in another one.
  mutating func isDrag(toRow row: Int, column: Int) -> Bool {
    defer { pressed = nil }
    return pressed.map { $0.row != row || $0.column != column } ?? false
  }

  private static var now: UInt64 {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    return UInt64(now.tv_sec) * 1_000_000_000 + UInt64(now.tv_nsec)
  }
}
