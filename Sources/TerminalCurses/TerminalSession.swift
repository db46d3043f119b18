import CNcurses
import CTerminal
import Glibc
import Synchronization
import Terminal

/// The terminal while a full-screen program has it: its modes, and the way back on every way out.
///
/// It is entered when it is created, can be left and entered again, and ends with ``end()``.
final class TerminalSession {
  /// The key code that curses gives for the start of a paste.
  static let pasteStart: Int32 = 2000
  /// The key code that curses gives for the end of a paste.
  static let pasteEnd: Int32 = 2001

  /// Where key presses come from.
  let input: Int32 = STDIN_FILENO
  /// The signals of the program, as something to read.
  let signals: SignalGate
  /// The window that curses reads keys for; a pad, because reading never redraws one.
  let keyWindow: UnsafeMutablePointer<WINDOW>
  /// How long curses waits for the rest of a sequence that began with Escape, in milliseconds.
  let escapeDelay: Int32 = Environment.escapeDelay

  private let output: Int32 = STDOUT_FILENO
  private let errors = StandardErrorCapture()
  private let screen: OpaquePointer
  private var shellModes: termios
  private let hasMouse: Bool
  private var hasEnded = false

  /// Curses has one state for the whole process.
  private static let isOpen = Mutex(false)

  /// Takes the terminal of the standard streams.
  ///
  /// - Throws: ``TerminalError``; the terminal is then as it was, and nothing was written to it.
  init(usesMouse: Bool) throws(TerminalError) {
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
    Self.chooseEncoding()
    signals.close()
    set_escdelay(escapeDelay)
    // Everything was looked up before, so these fail for lack of memory alone.
    guard let screen = signals.withoutCursesHandlers({ cncurses_open(name) }) else {
      signals.open()
      throw .unknownTerminalType(name)
    }
    guard let keyWindow = newpad(1, 1) else {
      endwin()
      tcsetattr(input, TCSADRAIN, &modes)
      signals.open()
      throw .system(call: "newpad", code: ENOMEM)
    }
    self.signals = signals
    self.screen = screen
    self.keyWindow = keyWindow
    shellModes = modes
    hasMouse = usesMouse && cncurses_capability("kmous") != nil
    isComplete = true
    raw()
    noecho()
    nonl()
    prepareInput()
    takeOver()
  }

  deinit {
    end()
  }

  /// Whether the locale's encoding can carry more than ASCII.
  static var isUTF8: Bool { String(cString: nl_langinfo(Int32(CODESET))) == "UTF-8" }

  /// The terminal's size; what reports none counts as 80 by 24.
  var size: Size {
    var size = winsize()
    guard ioctl(output, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
      return Size(columns: 80, rows: 24)
    }
    // A size that no terminal has must not cost its square in memory.
    return Size(columns: min(Int(size.ws_col), 2000), rows: min(Int(size.ws_row), 1000))
  }

  /// Gives the terminal back for a while: to the shell, or to another program.
  func leave() {
    write(Sequences.pasteOff + (hasMouse ? Sequences.mouseOff : ""))
    endwin()
    giveBack()
  }

  /// Takes the terminal again after ``leave()``; the next update paints everything.
  func enter() {
    reset_prog_mode()
    takeOver()
  }

  /// Gives the terminal back for good; further calls do nothing.
  func end() {
    guard !hasEnded else { return }
    hasEnded = true
    leave()
    delwin(keyWindow)
    delscreen(screen)
    signals.open()
    Self.isOpen.withLock { $0 = false }
  }

  /// Takes the terminal again after others may have changed every mode of it.
  func retake() {
    // In the background this stops the program before it writes into somebody else's screen.
    reset_prog_mode()
    leave()
    enter()
  }

  private func takeOver() {
    errors.begin()
    armGuard()
    // Curses would do so only at the first key, and arrows pressed before would be others.
    keypad(keyWindow, true)
    write(Sequences.pasteOn + (hasMouse ? Sequences.mouseOn : ""))
  }

  private func giveBack() {
    cterminal_guard_disarm()
    tcsetattr(input, TCSADRAIN, &shellModes)
    errors.end()
  }

  private func prepareInput() {
    keypad(keyWindow, true)
    nodelay(keyWindow, true)
    meta(keyWindow, true)
    // Frames are whole: curses must not stop half-way because a key waits.
    typeahead(-1)
    cncurses_ignore_mouse()
    define_key(Sequences.pasteStart, Self.pasteStart)
    define_key(Sequences.pasteEnd, Self.pasteEnd)
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
      crashGuard.errors = errors.real
      // Without memory for a signal stack the program goes on unguarded.
      _ = cterminal_guard_arm(&crashGuard)
    }
  }

  private func write(_ text: String) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { Glibc.write(output, $0.baseAddress, $0.count) }
      if count > 0 {
        bytes = bytes.dropFirst(count)
      } else if count < 0, errno != EINTR {
        // The terminal is gone, which the event loop will notice.
        return
      }
    }
  }

  /// Makes the C library count and write UTF-8, also where the locale is not set or not installed.
  ///
  /// Only the encoding is taken from the environment: number formats must stay as they are.
  private static func chooseEncoding() {
    setlocale(LC_CTYPE, "")
    if !isUTF8, setlocale(LC_CTYPE, "C.UTF-8") == nil { setlocale(LC_CTYPE, "") }
  }
}
