import EditorCore
import Glibc
import Terminal

extension PreferencesEditor {
  /// The environment variables that decide how the editor uses a terminal.
  private static let variables = [
    "TERM", "COLORTERM", "NO_COLOR", "LC_ALL", "LC_CTYPE", "LANG", "ESCDELAY", "TERMINFO",
    "XDG_CONFIG_HOME", "XDG_STATE_HOME",
  ]

  /// Opens the log of the options, if they have one, and writes the program and its environment.
  ///
  /// The error is ``RunError/unusableLog(reason:)``.
  func openLog() throws(RunError) -> SessionLog? {
    guard let path = options.log else { return nil }
    let file: LogFile
    do throws(Reason) {
      file = try LogFile(path)
    } catch {
      throw .unusableLog(reason: error.text)
    }
    let start = ContinuousClock.now
    let log = SessionLog(
      append: { text throws(Reason) in try file.append(text) },
      uptime: { start.duration(to: .now) }
    )
    let program = CommandLine.arguments.first?.split(separator: "/").last ?? ""
    log.write("start: \(program) \(options.build), process \(getpid()), user \(geteuid())")
    let environment = Self.variables.compactMap { name in
      getenv(name).map { "\(name)=\(String(cString: $0))" }
    }
    log.write("environment: \(environment.joined(separator: " "))")
    return log
  }
}

extension SessionLog {
  /// Writes the capabilities of a screen.
  func describe(_ screen: some TerminalScreen) {
    let size = "\(screen.size.columns)x\(screen.size.rows)"
    let form = screen.textForm == .ascii ? "ASCII" : "Unicode"
    let clipboard = screen.hasClipboard ? "a" : "no"
    write("screen: \(size), \(screen.colorCount) colours, \(form), \(clipboard) clipboard")
  }
}
