/// A screen in memory: it plays events that were given and keeps what was shown.
///
/// It needs no terminal and never waits, so a whole session runs at once:
///
///     let screen = RecordingScreen(
///       size: Size(columns: 80, rows: 24),
///       events: [.key(KeyPress(.down)), .key(.character("q"))]
///     )
///
/// A test in which other threads take part gives ``whenEmpty``, which may wait for them.
public final class RecordingScreen: Screen {
  /// The present size in cells; a resize event changes it.
  public private(set) var size: Size
  /// What is shown now.
  public private(set) var frame: Frame
  /// How many frames were presented.
  public private(set) var frameCount: Int = 0
  /// How often the program stopped itself.
  public private(set) var suspendCount: Int = 0
  /// How often the terminal was given away.
  public private(set) var yieldCount: Int = 0
  /// How often everything was asked to be painted again.
  public private(set) var invalidateCount: Int = 0

  /// Makes a waiting program go on; does nothing unless a test sets it.
  ///
  /// What it tells must come back as an event through ``whenEmpty``.
  public var waker: @Sendable () -> Void = {}

  /// Called by a program that waits when no event is left; the next event, or nil for a hang-up.
  ///
  /// It runs on the thread that owns the screen, and may wait for other threads by any means.
  public var whenEmpty: () -> Event?

  private var events: ArraySlice<Event>
  private var isGone = false

  /// Creates a screen that will return the events, then ask for more, at last hang up.
  public init(
    size: Size,
    events: [Event] = [],
    whenEmpty: @escaping () -> Event? = { nil }
  ) {
    self.size = size
    self.events = events[...]
    self.whenEmpty = whenEmpty
    frame = Frame(size: size)
  }

  /// Adds events after those that are left; for the thread that owns the screen.
  public func enqueue(_ events: Event...) {
    self.events.append(contentsOf: events)
  }

  /// Shows the frame.
  public func present(_ frame: Frame) {
    self.frame = frame
    frameCount += 1
  }

  /// Returns the next of the given events; after a hang-up nothing else comes.
  public func nextEvent(waiting: Bool) -> Event? {
    if isGone { return .terminate(.hangup) }
    var event = events.popFirst()
    if event == nil, waiting { event = whenEmpty() ?? .terminate(.hangup) }
    if case .resize(let size) = event { self.size = size }
    isGone = event == .terminate(.hangup)
    return event
  }

  /// Counts the call.
  public func suspend() {
    suspendCount += 1
  }

  /// Counts the call, then calls the closure.
  public func yieldTerminal<Result>(to body: () throws -> Result) rethrows -> Result {
    yieldCount += 1
    return try body()
  }

  /// Counts the call: a recording screen keeps whole frames.
  public func invalidate() {
    invalidateCount += 1
  }
}
