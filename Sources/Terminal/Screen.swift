/// Where frames are shown and events come from.
///
/// One thread owns a screen. Only the closure in ``waker`` may be called from elsewhere.
public protocol Screen: AnyObject {
  /// The present size in cells.
  var size: Size { get }

  /// Shows the frame; only what differs from the last one is sent.
  ///
  /// A frame of another size than the screen is cut or surrounded by blanks.
  func present(_ frame: Frame)

  /// Waits for the next event.
  ///
  /// A terminal that went away gives `Event.terminate` at every call from then on.
  ///
  /// - Parameter waiting: when false, only what has already arrived is returned.
  /// - Returns: the event, or nil when `waiting` is false and nothing has arrived.
  func nextEvent(waiting: Bool) -> Event?

  /// Makes a waiting screen return `Event.wake`; callable from any thread.
  ///
  /// Several calls before the event is taken give one event.
  var waker: @Sendable () -> Void { get }

  /// Stops the program as the shell's job control expects, and returns when it continues.
  func suspend()

  /// Gives the terminal to a closure, for another full-screen program, and takes it back after.
  func yieldTerminal<Result>(to body: () throws -> Result) rethrows -> Result

  /// Paints everything again at the next frame.
  func invalidate()
}
