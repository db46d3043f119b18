import Glibc
import Terminal
import TerminalCurses

/// A small full-screen program for tests of the screen.
///
/// It shows its size, a list with a selected row, and the events that came in, the newest last.
/// Some letters do things:
///
///     q quit     f fatalError     s write through a null pointer     o overflow the stack
///     x exit(7)  e write to standard error   r close, write "between", open again
///     M mouse on or off   A ASCII on or off   C colours on or off
///     y give the terminal to a shell command   w wake from another thread   n open a second one
///
/// With `--own-signal` it has a handler for SIGUSR1.
@main
enum ScreenProbe {
  static func main() {
    let arguments = CommandLine.arguments
    if arguments.count == 4, arguments[1] == "--columns" {
      return ColumnProbe.run(input: arguments[2], output: arguments[3])
    }
    // An app may use a signal for something of its own.
    if arguments.contains("--own-signal") { signal(SIGUSR1) { _ in } }
    do {
      let screen = try CursesScreen(options: options)
      try SafeText.$form.withValue(screen.textForm) {
        var probe = Probe(screen: screen, options: options)
        let status = try probe.run()
        probe.screen.close()
        print("probe: ended with \(status)")
      }
    } catch {
      print("probe: \(error)")
      exit(6)
    }
  }

  private static var options: CursesScreen.Options {
    var options = CursesScreen.Options()
    options.settings.ascii = CommandLine.arguments.contains("--ascii")
    options.settings.mouse = !CommandLine.arguments.contains("--no-mouse")
    if CommandLine.arguments.contains("--no-color") { options.settings.color = .never }
    if CommandLine.arguments.contains("--color") { options.settings.color = .always }
    options.settings.asksBackground = CommandLine.arguments.contains("--background")
    options.build = "test 1"
    return options
  }
}

/// What the program shows and does.
private struct Probe {
  var screen: CursesScreen
  let options: CursesScreen.Options
  private var settings: ScreenSettings
  private var selection = 0
  private var log: [String] = []
  private static let rowCount = 8

  init(screen: CursesScreen, options: CursesScreen.Options) {
    self.screen = screen
    self.options = options
    settings = options.settings
  }

  mutating func run() throws(TerminalError) -> String {
    while true {
      screen.present(frame)
      guard let event = screen.nextEvent(waiting: true) else { continue }
      if let status = try take(event) { return status }
      while let event = screen.nextEvent(waiting: false) {
        if let status = try take(event) { return status }
      }
    }
  }

  private mutating func take(_ event: Event) throws(TerminalError) -> String? {
    switch event {
    case .key(let press):
      switch press.key {
      // Moves are not logged, so that only the selection changes.
      case .down where press.modifiers.isEmpty: selection = (selection + 1) % Self.rowCount
      case .up where press.modifiers.isEmpty:
        selection = (selection + Self.rowCount - 1) % Self.rowCount
      default: log.append("key \(press.name)")
      }
      return try act(on: press)
    case .paste(let text):
      log.append("paste \(text.count) \(text.prefix(12)) \(text.suffix(5))")
    case .resize(let size):
      log.append("resize \(size.columns)x\(size.rows)")
    case .mouse(let event):
      log.append("mouse \(event.action) \(event.row) \(event.column)")
    case .rightClick(let event):
      log.append("right \(event.row) \(event.column)")
    case .drag:
      log.append("drag")
    case .background(let background):
      log.append("background \(background)")
    case .wake:
      log.append("wake")
    case .resume:
      log.append("resume")
    case .terminate(let reason):
      return "\(reason)"
    }
    return nil
  }

  private mutating func act(on press: KeyPress) throws(TerminalError) -> String? {
    switch press {
    case .character("q"): return "quit"
    case .character("f"): fatalError("deliberate end")
    case .character("s"): UnsafeMutablePointer<Int>(bitPattern: 8)?.pointee = 1
    case .character("o"): log.append("\(overflow(1))")
    case .character("x"): exit(7)
    case .character("e"): writeError("a message\n")
    case .character("r"):
      screen.close()
      print("between")
      screen = try CursesScreen(options: options)
    case .character("y"):
      let status = screen.lendTerminal { system("printf 'other program\\n'; read answer") }
      log.append("yielded \(status)")
    case .character("n"):
      do throws(TerminalError) {
        _ = try CursesScreen()
      } catch {
        log.append("second \(error == .alreadyOpen)")
      }
    case .character("w"):
      let waker = screen.waker
      startThread {
        waker()
        waker()
      }
    case .character("M"): change(\.mouse)
    case .character("A"): change(\.ascii)
    case .character("C"):
      settings.color = settings.color == .never ? .always : .never
      screen.use(settings)
    case .control("z"): screen.suspend()
    case .control("l"): screen.invalidate()
    default: break
    }
    return nil
  }

  private mutating func change(_ setting: WritableKeyPath<ScreenSettings, Bool>) {
    settings[keyPath: setting].toggle()
    screen.use(settings)
  }

  private var frame: Frame {
    var frame = Frame(size: screen.size)
    let size = frame.size
    frame.box(
      Rect(row: 0, column: 0, columns: size.columns, rows: Self.rowCount + 2),
      title: "Probe \(size.columns)x\(size.rows)",
      style: Style(color: .cyan)
    )
    for row in 0..<Self.rowCount {
      let text: SafeText = "row \(row) é 日本 ▾•…→●✓"
      frame.write(text, row: row + 1, column: 2, columns: size.columns - 4)
    }
    frame.restyle(Rect(row: selection + 1, column: 1, columns: size.columns - 2, rows: 1)) {
      $0.isReversed = true
    }
    let room = max(0, size.rows - Self.rowCount - 2)
    for (index, line) in log.suffix(room).enumerated() {
      frame.write(SafeText(line), row: Self.rowCount + 2 + index, column: 0)
    }
    frame.cursor = Frame.Cursor(row: selection + 1, column: 2)
    return frame
  }
}

/// Recurses until the stack is used up.
private func overflow(_ number: Int) -> Int {
  withUnsafeTemporaryAllocation(of: Int.self, capacity: 512) { buffer in
    buffer[number % 512] = number
    return overflow(number + 1) + buffer[number % 512]
  }
}

private func writeError(_ text: String) {
  _ = text.withCString { write(STDERR_FILENO, $0, strlen($0)) }
}

/// Runs a closure on another thread.
private func startThread(_ body: @escaping @Sendable () -> Void) {
  final class Box: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }
  var thread = pthread_t()
  pthread_create(
    &thread,
    nil,
    { @Sendable argument in
      if let argument { Unmanaged<Box>.fromOpaque(argument).takeRetainedValue().body() }
      return nil
    },
    Unmanaged.passRetained(Box(body)).toOpaque()
  )
}

extension KeyPress {
  /// The key press as a test spells it, such as `ctrl+alt+up`.
  fileprivate var name: String {
    var name = ""
    if modifiers.contains(.control) { name += "ctrl+" }
    if modifiers.contains(.alt) { name += "alt+" }
    if modifiers.contains(.shift) { name += "shift+" }
    switch key {
    case .character(let character): name += "'\(character)'"
    case .function(let number): name += "f\(number)"
    default: name += "\(key)"
    }
    return name
  }
}
