import CNcurses
import CTerminal
import Glibc
public import Terminal

/// A screen on the terminal of the standard streams.
///
///     let screen = try CursesScreen()
///     defer { screen.close() }
///     var frame = Frame(size: screen.size)
///     frame.write("Press any key", row: 0, column: 0)
///     screen.present(frame)
///     _ = screen.nextEvent(waiting: true)
///
/// While the screen is open:
///
/// - the signals WINCH, TSTP, CONT, TERM, HUP and INT are blocked and returned as events;
/// - text written to the standard error stream is kept, and written to the terminal after the
///   screen is closed;
/// - a crash or a call of `exit` restores the terminal first.
///
/// Only one screen can be open in a process. A child process started meanwhile inherits the blocked
/// signals, unless it is started inside ``lendTerminal(to:)``.
public final class CursesScreen: TerminalScreen {
  /// The current size in cells.
  public private(set) var size: Size

  private let session: TerminalSession
  private let wakeup: Waker
  /// The number of colours that the terminal can show; 0 without colours.
  public var colorCount: Int { encoder.terminal.colorCount }
  /// The characters that the terminal shows.
  public var textForm: SafeText.Form { cells.isASCII ? .ascii : .unicode }
  /// Whether the terminal has a clipboard for ``copy(_:)``, according to its type.
  public let hasClipboard: Bool
  private var input: TerminalInput
  private var cells: ScreenCells
  private var encoder: FrameEncoder
  private var settings: ScreenSettings
  private var pending: ArraySlice<Event> = []
  private var shown: Frame?
  private var isClosed = false
  /// Whether the terminal was asked for its background.
  private var hasAsked = false
  /// When the terminal was asked for its background; nil when it was not, or has answered.
  private var timeOfQuestion: ContinuousClock.Instant?
  /// Whether the terminal is gone; nothing is drawn then.
  private var isGone = false

  /// Milliseconds without input after which a paste is complete even without an end sequence.
  private static let pasteSilence: Int32 = 500

  /// Creates a screen, which sets the terminal's modes and is empty at first.
  ///
  /// - Throws: ``TerminalError``; the terminal then has its former modes.
  public init(options: Options = Options()) throws(TerminalError) {
    wakeup = try Waker()
    settings = options.settings
    session = try TerminalSession(usesMouse: settings.mouse, build: options.build)
    let name = Environment.value(of: "TERM")
    input = TerminalInput(
      descriptor: session.input,
      sequences: .ofTerminal,
      marksPastes: TerminalType.marksPastes(name)
    )
    hasClipboard = TerminalType.hasClipboard(
      name,
      hasCapability: cncurses_capability("Ms") != nil
    )
    (cells, encoder) = Self.output(settings, isUTF8: session.isUTF8)
    size = session.size
    resize_term(Int32(size.rows), Int32(size.columns))
    askBackground()
  }

  /// Returns what makes and writes the cells of the terminal.
  private static func output(
    _ settings: ScreenSettings,
    isUTF8: Bool
  ) -> (ScreenCells, FrameEncoder) {
    let terminal = TerminalCapabilities(usesColor: settings.wantsColor)
    let cells = ScreenCells(terminal: terminal, isASCII: settings.ascii || !isUTF8)
    return (cells, FrameEncoder(terminal: terminal))
  }

  deinit {
    close()
  }

  /// Restores the terminal; further calls do nothing.
  ///
  /// - Parameter holdsSignals: whether SIGTERM and SIGHUP stay blocked until ``releaseSignals()`` is called,
  ///   because there is something to write first.
  public func close(holdsSignals: Bool = false) {
    guard !isClosed else { return }
    if let asked = timeOfQuestion { discardAnswer(asked: asked) }
    isClosed = true
    session.end(holdsSignals: holdsSignals)
  }

  /// Ends what ``close(holdsSignals:)`` has begun.
  ///
  /// - Parameter discarding: whether signals that came meanwhile have no effect; otherwise they have it now.
  public func releaseSignals(discarding: Bool) {
    if isClosed { session.signals.releaseHeld(discarding: discarding) }
  }

  /// A closure that makes the screen return a wake event; any thread may call it, even after a
  /// close.
  public var waker: @Sendable () -> Void {
    { [wakeup] in wakeup.ring() }
  }

  /// Changes the mouse at once, and colours and characters with the next frame.
  public func use(_ settings: ScreenSettings) {
    guard !isClosed, !isGone, settings != self.settings else { return }
    let old = self.settings
    self.settings = settings
    session.useMouse(settings.mouse)
    if settings.color != old.color || settings.ascii != old.ascii {
      (cells, encoder) = Self.output(settings, isUTF8: session.isUTF8)
      shown = nil
    }
    askBackground()
  }

  /// Shows a frame; sends only what differs from the previous one.
  ///
  /// A terminal may be at the end of a slow line, so a frame is compared twice. Rows equal to those of
  /// the previous frame are skipped here, which saves their conversion; of the other rows, the encoder
  /// sends only the cells that look different. The whole frame is one write, so that the terminal does
  /// not show half of it.
  @discardableResult
  public func present(_ frame: Frame) -> FrameCost {
    guard !isClosed, !isGone else { return FrameCost() }
    let (cells, old, columns) = (cells, encoder.screen, size.columns)
    let shown = shown?.size == frame.size ? shown?.rows ?? [] : []
    let rows = (0..<size.rows).map { row in
      let new = row < frame.rows.count ? frame.rows[row] : []
      if row < shown.count, shown[row] == new, row < old.count, old[row].count == columns {
        return old[row]
      }
      return cells.cells(of: new, columns: columns)
    }
    var cursor = frame.cursor
    cursor.row = min(max(0, cursor.row), size.rows - 1)
    cursor.column = min(max(0, cursor.column), size.columns - 1)
    let changed = rows.indices.count { $0 >= old.count || old[$0] != rows[$0] }
    let bytes = encoder.encode(rows, cursor: cursor)
    session.write(bytes)
    self.shown = frame
    return FrameCost(rows: changed, bytes: bytes.count)
  }

  /// Copies a text to the clipboard of the terminal, with the control sequence OSC 52.
  ///
  /// Terminals without it ignore it, and many need a setting. tmux passes it on if its option
  /// `set-clipboard` is on.
  public func copy(_ text: String) {
    guard !isClosed, !isGone else { return }
    session.write(Array("\u{1B}]52;c;\(Base64Text.encode(text.utf8))\u{7}".utf8))
  }

  /// Makes the next frame repaint every cell.
  public func invalidate() {
    guard !isClosed else { return }
    encoder.invalidate()
    shown = nil
  }

  /// Stops the program as the shell's job control does, and returns when it is continued.
  public func suspend() {
    guard !isClosed, !isGone else { return }
    session.leave()
    session.signals.stopJob()
    session.enter()
    updateSize()
    queueSignalEvents(hasTerminal: true)
  }

  /// Lends the terminal to a closure, such as one that runs another full-screen program.
  ///
  /// While the closure runs, signals act as they did before the screen was opened. Only SIGINT and
  /// SIGQUIT are discarded: the keyboard sends them to this process as well as to the other
  /// program.
  public func lendTerminal<Result>(to body: () throws -> Result) rethrows -> Result {
    guard !isClosed, !isGone else { return try body() }
    session.leave()
    session.signals.open()
    defer {
      // The closure may have closed the screen.
      if !isClosed {
        session.signals.close()
        session.enter()
        updateSize()
      }
    }
    return try session.signals.withoutKeyboardSignals(body)
  }

  /// Reads the terminal's size, queues an event if it has changed, and makes the next frame repaint.
  private func updateSize() {
    let size = session.size
    if size != self.size { queueResize(size) }
    self.size = size
    resize_term(Int32(size.rows), Int32(size.columns))
    // NB: some terminals move rows when they are resized, and report nothing about it.
    invalidate()
  }

  /// Queues a resize event, and removes earlier ones that were not returned yet.
  private func queueResize(_ size: Size) {
    pending.removeAll { if case .resize = $0 { true } else { false } }
    pending.append(.resize(size))
  }
}

extension CursesScreen {
  /// Asks the terminal for the colour of its background if the settings request it and the terminal is
  /// known to respond; asks only once.
  ///
  /// The screen does not wait for the response: over a slow line it may follow the first key presses.
  private func askBackground() {
    guard settings.asksBackground, colorCount > 0, !hasAsked else { return }
    hasAsked = true
    guard BackgroundAnswer.isKnown(by: Environment.value(of: "TERM") ?? "") else { return }
    session.write(Array(Sequences.backgroundQuery.utf8))
    timeOfQuestion = .now
  }

  /// Waits a moment for a response that is on its way, because the shell would read it as typed text.
  private func discardAnswer(asked: ContinuousClock.Instant) {
    guard !isGone, asked.duration(to: .now) < .seconds(1) else { return }
    while timeOfQuestion != nil {
      var source = pollfd(fd: session.input, events: Int16(POLLIN), revents: 0)
      guard poll(&source, 1, 100) > 0, input.read(into: &pending) else { return }
      noteAnswer()
    }
  }

  private func noteAnswer() {
    if pending.contains(where: { if case .background = $0 { true } else { false } }) {
      timeOfQuestion = nil
    }
  }

  /// Waits for the next event.
  ///
  /// - Parameter waiting: when false, only what has already arrived is returned.
  /// - Returns: the event, or nil when `waiting` is false and nothing has arrived.
  public func nextEvent(waiting: Bool) -> Event? {
    while pending.isEmpty {
      if isClosed || isGone { return .terminate(.hangup) }
      if !collectEvents(waiting: waiting), !waiting { return nil }
    }
    return pending.popFirst()
  }

  /// Polls the input, the signals and the waker once; returns whether events are pending.
  private func collectEvents(waiting: Bool) -> Bool {
    var sources = [session.input, session.signals.descriptor, wakeup.descriptor].map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    let isWaiting = waiting && !session.signals.hasKept
    let timeout: Int32 = !isWaiting ? 0 : input.isPasting ? Self.pasteSilence : -1
    let count = poll(&sources, nfds_t(sources.count), timeout)
    if session.signals.hasKept { queueSignalEvents(hasTerminal: false) }
    if count == 0, isWaiting, let event = input.endPaste() { pending.append(event) }
    guard count > 0 else { return !pending.isEmpty }

    if sources[1].revents != 0 { queueSignalEvents(hasTerminal: false) }
    if sources[2].revents != 0, wakeup.reset() { pending.append(.wake) }
    let gone = Int16(POLLHUP | POLLERR | POLLNVAL)
    if sources[0].revents & gone != 0 {
      isGone = true
    } else if sources[0].revents != 0 {
      isGone = !input.read(into: &pending)
      noteAnswer()
    }
    return !pending.isEmpty
  }

  /// Queues events for the signals that have arrived.
  ///
  /// `hasTerminal` says whether the caller has just entered the session again.
  private func queueSignalEvents(hasTerminal: Bool) {
    var isResized = false
    var isContinued = false
    while let signal = session.signals.next() {
      switch signal {
      case SIGWINCH: isResized = true
      case SIGCONT: isContinued = true
      // The editor decides when to stop; it treats this as the key Ctrl-Z.
      case SIGTSTP: pending.append(.key(.control("z")))
      default:
        session.isEnding = true
        pending.append(.terminate(.signal(signal)))
      }
    }
    if isContinued {
      if !hasTerminal {
        session.reenter()
        updateSize()
      }
      pending.append(.resume)
    } else if isResized {
      updateSize()
      queueResize(size)
    }
  }
}
