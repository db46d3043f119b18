/// A screen that shows frames and returns events.
///
/// One thread owns a screen and makes all calls. Only the closure of ``waker`` may be called on any
/// thread.
public protocol TerminalScreen: AnyObject {
  /// The current size in cells.
  var size: Size { get }

  /// The number of colours that the screen can show; 0 if it shows none, 2^24 with true colour.
  var colorCount: Int { get }

  /// The characters that the screen can show.
  var textForm: SafeText.Form { get }

  /// Changes how the terminal is used, at once.
  func use(_ settings: ScreenSettings)

  /// Shows a frame; sends only what differs from the previous one.
  ///
  /// A frame of another size than the screen's is cut or padded with blanks.
  ///
  /// - Returns: how much was sent.
  @discardableResult
  func present(_ frame: Frame) -> FrameCost

  /// Waits for the next event.
  ///
  /// When the terminal is gone and earlier events were returned, every call returns
  /// `Event.terminate`.
  ///
  /// - Parameter waiting: when false, only what has already arrived is returned.
  /// - Returns: the event, or nil when `waiting` is false and nothing has arrived.
  func nextEvent(waiting: Bool) -> Event?

  /// A closure that makes the screen return a wake event; it may be called on any thread.
  ///
  /// Calls made before that event is returned are merged into one event.
  var waker: @Sendable () -> Void { get }

  /// Stops the program as the shell's job control does, and returns when it is continued.
  func suspend()

  /// Lends the terminal to a closure, such as one that runs another full-screen program.
  func lendTerminal<Result>(to body: () throws -> Result) rethrows -> Result

  /// Whether the terminal has a clipboard for ``copy(_:)``, as far as that is known.
  var hasClipboard: Bool { get }

  /// Copies a text to the clipboard of the terminal, which may ignore it.
  func copy(_ text: String)

  /// Makes the next frame repaint every cell.
  func invalidate()
}

/// How much a screen sent to show a frame.
public struct FrameCost: Hashable, Sendable {
  /// The number of rows that differ from the previous frame.
  public var rows: Int
  /// The number of bytes; 0 for a screen that is not a terminal.
  public var bytes: Int

  /// Creates a cost.
  public init(rows: Int = 0, bytes: Int = 0) {
    self.rows = rows
    self.bytes = bytes
  }
}
