/// A screen in memory that returns given events and records the frames presented.
///
/// It needs no terminal and by default never blocks, so a test can run a whole session at once:
///
///     let screen = RecordingScreen(
///       size: Size(columns: 80, rows: 24),
///       events: [.key(KeyPress(.down)), .key(.character("q"))]
///     )
///
/// A test with other threads sets ``whenEmpty`` to a closure that waits for them.
public final class RecordingScreen: TerminalScreen {
  /// The current size in cells; a resize event changes it.
  public private(set) var size: Size
  /// The frame presented last; empty at first.
  public private(set) var frame: Frame
  /// How many frames were presented.
  public private(set) var frameCount: Int = 0
  /// How many times the program suspended itself.
  public private(set) var suspendCount: Int = 0
  /// How many times the terminal was lent to a closure.
  public private(set) var yieldCount: Int = 0
  /// How many times a complete repaint was requested.
  public private(set) var invalidateCount: Int = 0

  /// The settings that were used last; nil if the program has never set them.
  public private(set) var settings: ScreenSettings?

  /// The texts that were copied to the clipboard.
  public private(set) var copiedTexts: [String] = []

  /// The number of colours that the program sees.
  public var colorCount: Int = 0

  /// The characters that the program may send.
  public var textForm: SafeText.Form = .unicode

  /// Whether the program sees a clipboard.
  public var hasClipboard: Bool = true

  /// Called to wake a waiting program; does nothing unless a test sets it.
  ///
  /// A test that sets it returns `Event.wake` from ``whenEmpty``.
  public var waker: @Sendable () -> Void = {}

  /// Called when the program waits and no event is left; returns the next one, or nil for a
  /// hang-up.
  ///
  /// It is called on the thread that owns the screen, and may block until other threads are done.
  public var whenEmpty: () -> Event?

  private var events: ArraySlice<Event>
  private var isGone = false

  /// Creates a screen that returns the events, then the events of the closure, and last a hang-up.
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

  /// Appends events; must be called on the thread that owns the screen.
  public func enqueue(_ events: Event...) {
    self.events.append(contentsOf: events)
  }

  /// Records the text.
  public func copy(_ text: String) {
    copiedTexts.append(text)
  }

  /// Records the settings.
  public func use(_ settings: ScreenSettings) {
    self.settings = settings
  }

  /// Records the frame and counts the call.
  @discardableResult
  public func present(_ frame: Frame) -> FrameCost {
    let old = frameCount > 0 ? self.frame.rows : []
    self.frame = frame
    frameCount += 1
    let rows = frame.rows.indices.count { $0 >= old.count || old[$0] != frame.rows[$0] }
    return FrameCost(rows: rows)
  }

  /// Returns the next event; after a hang-up, always another hang-up.
  public func nextEvent(waiting: Bool) -> Event? {
    if isGone { return .terminate(.hangup) }
    var event = events.popFirst()
    if event == nil, waiting { event = whenEmpty() ?? .terminate(.hangup) }
    if case .resize(let size) = event { self.size = size }
    isGone = event == .terminate(.hangup)
    // The closure may hold the program that holds the screen.
    if isGone { whenEmpty = { nil } }
    return event
  }

  /// Counts the call.
  public func suspend() {
    suspendCount += 1
  }

  /// Counts the call, then calls the closure.
  public func lendTerminal<Result>(to body: () throws -> Result) rethrows -> Result {
    yieldCount += 1
    return try body()
  }

  /// Counts the call; whole frames are recorded anyway.
  public func invalidate() {
    invalidateCount += 1
  }
}
