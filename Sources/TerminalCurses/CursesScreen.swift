import CNcurses
import CTerminal
import Glibc
public import Terminal

/// The terminal of the standard streams as a screen.
///
///     let screen = try CursesScreen()
///     defer { screen.close() }
///     var frame = Frame(size: screen.size)
///     frame.write("Press any key", row: 0, column: 0)
///     screen.present(frame)
///     _ = screen.nextEvent(waiting: true)
///
/// While it is open the signals WINCH, TSTP, CONT, TERM, HUP and INT come as events, what is
/// written to the standard error stream appears after it was closed, and a crash or `exit`
/// restores the terminal first. One screen can be open in a process at a time. Children that are
/// started meanwhile, other than in ``yieldTerminal(to:)``, inherit the blocked signals.
public final class CursesScreen: Screen {
  /// The present size in cells.
  public private(set) var size: Size

  private let session: TerminalSession
  private let wakeup: Waker
  private var input: CursesInput
  private var cells: CursesCells
  private var pending: ArraySlice<Event> = []
  private var shown: Frame?
  private var isCursorVisible = true
  private var isClosed = false
  /// Whether the terminal went away; then nothing more is drawn.
  private var isGone = false

  /// Milliseconds without input after which a paste counts as complete though its end is missing.
  private static let pasteSilence: Int32 = 500

  /// Takes the terminal and shows an empty screen.
  ///
  /// - Throws: ``TerminalError``; the terminal is then as it was.
  public init(options: Options = Options()) throws(TerminalError) {
    wakeup = try Waker()
    session = try TerminalSession(usesMouse: options.mouse)
    input = CursesInput(session: session)
    cells = CursesCells(
      style: CursesStyle(usesColor: options.wantsColor),
      isASCII: options.ascii || !TerminalSession.isUTF8
    )
    size = session.size
    resize_term(Int32(size.rows), Int32(size.columns))
    hideCursor()
  }

  deinit {
    close()
  }

  /// Gives the terminal back as it was found; further calls do nothing.
  public func close() {
    guard !isClosed else { return }
    isClosed = true
    session.end()
  }

  /// Makes a waiting screen return `Event.wake`; callable from any thread, also after it was closed.
  public var waker: @Sendable () -> Void {
    { [wakeup] in wakeup.ring() }
  }

  /// Shows the frame; only what differs from the last one is sent.
  public func present(_ frame: Frame) {
    guard !isClosed, !isGone else { return }
    for row in 0..<size.rows {
      let new = row < frame.rows.count ? frame.rows[row] : []
      if let shown, shown.size == frame.size, row < shown.rows.count, shown.rows[row] == new {
        continue
      }
      let cells = cells.cells(of: new, columns: size.columns)
      cncurses_put(Int32(row), 0, cells, Int32(cells.count))
    }
    if frame.cursor.isVisible != isCursorVisible {
      isCursorVisible = frame.cursor.isVisible
      curs_set(isCursorVisible ? 1 : 0)
    }
    cncurses_update(
      Int32(min(max(0, frame.cursor.row), size.rows - 1)),
      Int32(min(max(0, frame.cursor.column), size.columns - 1))
    )
    shown = frame
  }

  /// Paints everything again at the next frame.
  public func invalidate() {
    guard !isClosed else { return }
    cncurses_repaint()
    shown = nil
  }

  /// Stops the program as the shell's job control expects, and returns when it continues.
  public func suspend() {
    guard !isClosed, !isGone else { return }
    session.leave()
    session.signals.stopJob()
    session.enter()
    adoptSize()
    takeSignals(hasTerminal: true)
  }

  /// Gives the terminal to a closure, for another full-screen program, and takes it back after.
  ///
  /// Meanwhile signals act as they did before the screen was opened, except that the keyboard's
  /// interrupt and quit are left to the other program.
  public func yieldTerminal<Result>(to body: () throws -> Result) rethrows -> Result {
    guard !isClosed, !isGone else { return try body() }
    session.leave()
    session.signals.open()
    defer {
      // The closure may have closed the screen.
      if !isClosed {
        session.signals.close()
        session.enter()
        adoptSize()
      }
    }
    return try session.signals.withoutKeyboardSignals(body)
  }

  private func hideCursor() {
    isCursorVisible = false
    curs_set(0)
  }

  /// Fits curses to the terminal's size, tells it if it is another one, and paints everything.
  private func adoptSize() {
    let size = session.size
    if size != self.size { queueResize(size) }
    self.size = size
    resize_term(Int32(size.rows), Int32(size.columns))
    // NB: some terminals shift their rows when they are resized, which curses cannot know.
    invalidate()
  }

  /// Leaves only the last of several resizes that nobody has seen yet.
  private func queueResize(_ size: Size) {
    pending.removeAll { if case .resize = $0 { true } else { false } }
    pending.append(.resize(size))
  }
}

extension CursesScreen {
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

  /// Looks at all sources of events once; answers whether one of them has brought some.
  private func collectEvents(waiting: Bool) -> Bool {
    var sources = [session.input, session.signals.descriptor, wakeup.descriptor].map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    let timeout: Int32 = !waiting ? 0 : input.isPasting ? Self.pasteSilence : -1
    let count = poll(&sources, nfds_t(sources.count), timeout)
    if count == 0, waiting, let event = input.endPaste() { pending.append(event) }
    guard count > 0 else { return !pending.isEmpty }

    if sources[1].revents != 0 { takeSignals(hasTerminal: false) }
    if sources[2].revents != 0, wakeup.reset() { pending.append(.wake) }
    let gone = Int16(POLLHUP | POLLERR | POLLNVAL)
    if sources[0].revents & gone != 0 {
      isGone = true
    } else if sources[0].revents != 0 {
      isGone = !input.read(into: &pending)
    }
    return !pending.isEmpty
  }

  /// Makes events of the signals that have arrived.
  ///
  /// - Parameter hasTerminal: whether the terminal was taken again just now.
  private func takeSignals(hasTerminal: Bool) {
    var isResized = false
    var isContinued = false
    while let signal = session.signals.next() {
      switch signal {
      case SIGWINCH: isResized = true
      case SIGCONT: isContinued = true
      // What stops the program is up to the editor, which has drafts to look after.
      case SIGTSTP: pending.append(.key(.control("z")))
      default: pending.append(.terminate(.signal(signal)))
      }
    }
    if isContinued {
      if !hasTerminal {
        session.retake()
        adoptSize()
      }
      pending.append(.resume)
    } else if isResized {
      adoptSize()
      queueResize(size)
    }
  }
}
