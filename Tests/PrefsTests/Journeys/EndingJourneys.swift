import Foundation
import TestSupport
import Testing

/// However the program ends, the terminal is as it was.
@Suite struct EndingJourneys {
  /// Runs the editor from a shell, so that the terminal outlives it.
  private func shell(_ tool: Tool) throws -> TmuxSession {
    let session = try TmuxSession(environment: tool.environment)
    try session.type("\(commandLine(tool)); echo status=$?\n")
    try session.wait(for: "Show all-day events")
    return session
  }

  /// Names the directory, so that a signal finds this program among others.
  private func commandLine(_ tool: Tool) -> String {
    "\(tool.program) demo --config-home \(tool.home.path)"
  }

  /// Expects a shell that echoes what is typed, on the normal screen.
  private func expectRestored(_ session: TmuxSession) throws {
    #expect(try !session.isAlternate)
    try session.type("stty -a | grep -o -e ' icanon' -e ' echo ' | tr '\\n' '.'; echo end\n")
    try session.wait(for: " icanon. echo .end")
  }

  @Test func `quitting leaves the terminal as it was`() throws {
    let session = try shell(Tool())
    try session.type("q")
    try session.wait(for: "status=0")
    try expectRestored(session)
  }

  @Test(.thorough, arguments: [("TERM", 143), ("HUP", 129), ("SEGV", 139), ("ABRT", 134)])
  func `a signal leaves the terminal as it was`(signal: String, status: Int) throws {
    let tool = try Tool()
    let session = try shell(tool)
    try Program.run(["pkill", "-\(signal)", "-f", "^\(commandLine(tool))"])
    try session.wait(for: "status=\(status)")
    try expectRestored(session)
  }

  /// Nothing can be done at the end of a killed process; the article names the commands for afterwards.
  @Test(.thorough) func `after SIGKILL two commands give the terminal back`() throws {
    let tool = try Tool()
    let session = try shell(tool)
    try Program.run(["pkill", "-KILL", "-f", "^\(commandLine(tool))"])
    try session.wait(for: "status=137")
    #expect(try session.isAlternate)
    #expect(try session.reportsMouse)
    try session.type("tput rmcup; reset\r")
    // reset takes about a second after the first command has given the screen back.
    #expect(try waitUntil { try !session.reportsMouse })
    try expectRestored(session)
  }

  @Test func `input that was not saved is offered after a signal`() throws {
    let tool = try Tool()
    let session = try shell(tool)
    try session.type("jj\n")
    try session.sendKeys("C-u")
    try session.type("half a name")
    try session.wait(for: "half a name")
    try Program.run(["pkill", "-TERM", "-f", "^\(commandLine(tool))"])
    try session.wait(for: "status=143")
    try session.type("clear; \(commandLine(tool))\n")
    try session.wait(for: "Your name")
    // The cursor is where it was, so the field opens at once.
    try session.type("\n")
    try session.wait(for: "F4 brings back what you typed: half a name")
    try session.sendKeys("F4")
    try session.wait(for: "\"half a name\" is not a number")
  }

  @Test(.thorough, arguments: 1...4)
  func `input is kept although SIGHUP comes more than once`(delay: Int) throws {
    let tool = try Tool()
    let command = [tool.program, "demo"]
    let environment = PseudoTerminal.environment(tool.environment)
    let terminal = try PseudoTerminal(command: command, environment: environment)
    try terminal.read(until: "Autosave interval")
    try terminal.send("jj\r\u{15}half a name")
    try terminal.readUntilSilent(for: 0.3)
    // The kernel sends it when a terminal is closed, and then the shell does.
    for _ in 0..<20 {
      terminal.signal(SIGHUP)
      usleep(UInt32(delay * 300))
    }
    #expect(try terminal.waitForExit() == .signalled(SIGHUP))
    let next = try PseudoTerminal(command: command, environment: environment)
    try next.read(until: "Autosave interval")
    try next.send("\r")
    try next.read(until: "brings back what you typed: half a name")
  }

  @Test func `a window that closes after the editor was left ends no save`() throws {
    let tool = try Tool()
    let command = [tool.program, "demo"]
    let environment = PseudoTerminal.environment(tool.environment)
    let terminal = try PseudoTerminal(command: command, environment: environment)
    try terminal.read(until: "Autosave interval")
    // The directory of the histories is made by the first change.
    try terminal.send(" ")
    try terminal.read(until: "Saved")
    let lock = "\(tool.environment["XDG_STATE_HOME"] ?? "")/prefs/.prefs.lock"
    let script = """
      import fcntl, sys, time
      file = open(sys.argv[1], "a")
      fcntl.lockf(file, fcntl.LOCK_EX)
      print("held", flush=True)
      time.sleep(1)
      """
    let holder = try tool.start("python3", "-c", script, lock)
    #expect(waitUntil { holder.output.contains("held") })
    try terminal.send("jj\r\u{15}half a name\u{1b}")
    try terminal.readUntilSilent(for: 0.2)
    try terminal.send("q")
    try terminal.readUntilSilent(for: 0.2)
    terminal.signal(SIGHUP)
    #expect(try terminal.waitForExit() == .signalled(SIGHUP))
    let next = try PseudoTerminal(command: command, environment: environment)
    try next.read(until: "Autosave interval")
    try next.send("\r")
    try next.read(until: "brings back what you typed: half a name")
  }

  @Test func `a terminal that goes away without a signal ends the program`() throws {
    let tool = try Tool()
    let terminal = try PseudoTerminal(
      command: ["sh", "-c", "trap '' HUP; setsid --wait \(commandLine(tool))"],
      environment: PseudoTerminal.environment(tool.environment)
    )
    try terminal.read(until: "Autosave interval")
    terminal.hangUp()
    // As a process that the hang-up ends, because nobody can have closed the editor.
    #expect(try terminal.waitForExit() == .exited(129))
  }

  @Test func `the program stops and goes on with the shell's job control`() throws {
    let session = try shell(Tool())
    try session.sendKeys("C-z")
    try session.wait(for: "Stopped")
    #expect(try !session.isAlternate)
    try session.type("fg\n")
    try session.wait(for: "Show all-day events")
    #expect(try session.isAlternate)
    try session.type("jj")
    try session.wait(for: " >  Autosave interval")
    try session.type("q")
    try session.wait(for: "status=")
    try expectRestored(session)
  }
}
