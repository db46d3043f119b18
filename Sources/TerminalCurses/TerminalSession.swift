import CNcurses
import CTerminal
import Glibc
import Synchronization
import Terminal

/// The use of the terminal by a full-screen program, from setting its modes to restoring them.
///
/// The user must get the terminal back as it was on every way out, and before anything is printed:
///
/// - return or throw: ``end()`` restores it, which `deinit` calls as well;
/// - stop, or another program: ``leave()`` restores it and ``enter()`` sets the modes again;
/// - a signal that ends the program: ``SignalGate`` makes it an event, and the event loop returns;
/// - a crash or `exit`: the guard in CTerminal writes bytes that were prepared here.
///
/// When the terminal is taken, the guard is armed before paste and mouse are turned on, because a
/// crash in between would leave them on. When it is given back, the sequences and `endwin` come
/// first and only then is the guard disarmed, because a crash before that still needs it. Standard
/// error comes last, so that captured messages appear on the restored screen.
final class TerminalSession {
  /// The descriptor that key presses are read from.
  let input: Int32 = STDIN_FILENO
  /// The signals of the process, as a descriptor to read.
  let signals: SignalGate
  /// Whether the terminal shows UTF-8, according to the environment.
  let isUTF8: Bool

  private let output: Int32 = STDOUT_FILENO
  /// The descriptor for writing, which does not block if the terminal could be opened again.
  private let frames: Int32
  /// Whether a signal that ends the program has arrived.
  var isEnding = false
  /// Whether the terminal has taken no bytes for too long after such a signal.
  private var isAbandoned = false
  /// How long a terminal may take no bytes after such a signal, in milliseconds.
  private static let patience: Int32 = 1000
  private let errors = StandardErrorCapture()
  private let screen: OpaquePointer
  private var shellModes: termios
  /// Whether the terminal has a mouse, according to its type.
  private let hasMouse: Bool
  /// Whether the terminal is to report presses and the wheel, if it has a mouse.
  private var usesMouse: Bool
  private let build: String
  private var hasEnded = false

  /// Whether a session is open: curses has one state for the whole process.
  private static let isOpen = Mutex(false)

  /// Creates a session on the terminal of the standard streams and sets its modes.
  ///
  /// `usesMouse` says whether the terminal reports presses and the wheel at first. The build of the
  /// program is for the message after a crash. After an error the terminal has its former modes.
  init(usesMouse: Bool, build: String = "") throws(TerminalError) {
    guard
      Self.isOpen.withLock({ isOpen in
        defer { isOpen = true }
        return !isOpen
      })
    else { throw .alreadyOpen }
    var isComplete = false
    defer { if !isComplete { Self.isOpen.withLock { $0 = false } } }

    var modes = termios()
    guard isatty(input) == 1, isatty(output) == 1, tcgetattr(input, &modes) == 0 else {
      throw .notATerminal
    }
    let name = try TerminalType.description(for: Environment.value(of: "TERM"))
    let signals = try SignalGate()
    isUTF8 = LocaleEncoding.choose()
    let frames = Self.openForFrames(STDOUT_FILENO)
    defer { if !isComplete, frames != STDOUT_FILENO { Glibc.close(frames) } }
    self.frames = frames
    signals.close()
    // ``TerminalType`` has checked the description, so these fail only for lack of memory.
    guard let screen = signals.withoutCursesHandlers({ cncurses_open(name) }) else {
      signals.open()
      throw .unknownTerminalType(name)
    }
    self.signals = signals
    self.screen = screen
    shellModes = modes
    self.build = build
    hasMouse = cncurses_capability("kmous") != nil
    self.usesMouse = usesMouse
    isComplete = true
    raw()
    noecho()
    nonl()
    // Otherwise the buffer of `newterm` would be sent after the frames, or in pieces between them when it
    // is full.
    cncurses_flush()
    beginUse()
  }

  deinit {
    end()
  }

  /// The terminal's size; 80 by 24 where the terminal reports none.
  var size: Size {
    var size = winsize()
    guard ioctl(output, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
      return Size(columns: 80, rows: 24)
    }
    // A frame allocates every cell, and a wrong size could be 65535 by 65535.
    return Size(columns: min(Int(size.ws_col), 2000), rows: min(Int(size.ws_row), 1000))
  }

  /// Restores the terminal for a while: for the shell, or for another program.
  func leave() {
    let plain = Sequences.capabilities(["sgr0", "op", "cnorm", "rmkx"])
    let mouseOff = hasMouse && usesMouse ? Sequences.mouseOff : ""
    // Discard the bytes that the terminal has not taken yet.
    if isAbandoned { tcflush(output, TCOFLUSH) }
    write(Array((Sequences.pasteOff + mouseOff + plain).utf8))
    if isAbandoned {
      // `endwin` would wait for the terminal.
      write(Array(Sequences.capabilities(["rmcup"]).utf8))
    } else {
      endwin()
    }
    endUse()
  }

  /// Sets the modes again after the session was left; the next frame must repaint everything.
  func enter() {
    reset_prog_mode()
    // At the start of the session, `newterm` sends `smcup`.
    write(Array(Sequences.capabilities(["smcup"]).utf8))
    beginUse()
  }

  /// Restores the terminal for good; further calls do nothing.
  ///
  /// If `holdsSignals`, SIGTERM and SIGHUP stay blocked for now.
  func end(holdsSignals: Bool = false) {
    guard !hasEnded else { return }
    hasEnded = true
    leave()
    delscreen(screen)
    if frames != output { Glibc.close(frames) }
    signals.open(holdsSignals: holdsSignals)
    Self.isOpen.withLock { $0 = false }
  }

  /// Sets the modes again after other programs may have changed them.
  func reenter() {
    // In the background this stops the process, before it writes to the screen of another process.
    reset_prog_mode()
    leave()
    enter()
  }

  private func beginUse() {
    errors.begin()
    armGuard()
    // The terminal sends the key sequences of its description only after `smkx`.
    let plain = Sequences.capabilities(["smkx", "sgr0"])
    let mouseOn = hasMouse && usesMouse ? Sequences.mouseOn : ""
    write(Array((plain + Sequences.pasteOn + mouseOn).utf8))
  }

  /// Turns the reports of the mouse on or off, at once; must be called while the terminal is in use.
  func useMouse(_ isUsed: Bool) {
    guard isUsed != usesMouse else { return }
    usesMouse = isUsed
    guard hasMouse else { return }
    write(Array((isUsed ? Sequences.mouseOn : Sequences.mouseOff).utf8))
  }

  private func endUse() {
    cterminal_guard_disarm()
    tcsetattr(input, isAbandoned ? TCSANOW : TCSADRAIN, &shellModes)
    errors.end()
  }

  private func armGuard() {
    let bytes = Array(Sequences.restoring(hasMouse: hasMouse).utf8)
    bytes.withUnsafeBytes { bytes in
      var crashGuard = cterminal_guard()
      crashGuard.terminal = output
      crashGuard.bytes = bytes.baseAddress
      crashGuard.count = bytes.count
      crashGuard.modes = shellModes
      crashGuard.mask = signals.previousMask
      crashGuard.captured_errors = errors.captured
      crashGuard.errors = errors.original
      build.withCString { build in
        crashGuard.build = build
        // When it fails, for lack of memory for the signal stack, the program runs unguarded.
        _ = cterminal_guard_arm(&crashGuard)
      }
    }
  }

  /// Writes bytes to the terminal, past curses.
  ///
  /// A terminal that is stopped or hangs takes no bytes, and may never again. So this waits for the
  /// terminal and for signals together. After a signal that ends the program, a terminal that takes
  /// nothing for a second is given up: the rest of the bytes is dropped, and from then on nothing waits
  /// for it.
  func write(_ bytes: [UInt8]) {
    var bytes = bytes[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { Glibc.write(frames, $0.baseAddress, $0.count) }
      if count > 0 {
        bytes = bytes.dropFirst(count)
      } else if count < 0, errno == EAGAIN {
        guard waitForTerminal() else { return }
      } else if count < 0, errno != EINTR {
        // The terminal is gone, which the event loop detects by `poll`.
        return
      }
    }
  }

  /// Waits until the terminal takes bytes; returns false if the terminal is given up.
  private func waitForTerminal() -> Bool {
    while !isAbandoned {
      var sources = [
        pollfd(fd: frames, events: Int16(POLLOUT), revents: 0),
        pollfd(fd: signals.descriptor, events: Int16(POLLIN), revents: 0),
      ]
      let count = poll(&sources, nfds_t(sources.count), isEnding ? Self.patience : -1)
      if count > 0, sources[0].revents != 0 { return true }
      if count > 0, signals.keepsEndingSignal() { isEnding = true }
      if count == 0 { isAbandoned = true }
    }
    return false
  }

  /// Returns a descriptor of the terminal whose writes do not block.
  ///
  /// The terminal is opened once more, because a flag of the standard streams would affect all programs
  /// that share them. If it cannot be opened, the writes block.
  private static func openForFrames(_ output: Int32) -> Int32 {
    let flags = O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
    let opened = open("/proc/self/fd/\(output)", flags)
    return opened < 0 ? output : opened
  }
}
