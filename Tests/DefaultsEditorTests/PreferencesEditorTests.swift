import Glibc
import TestSupport
import Testing

/// The screen of a program of somebody else.
@Suite struct PreferencesEditorTests {
  @Test func `the settings of the editor open in every program, and lead back`() throws {
    let probe = try Probe()
    let terminal = try probe.start("edit")
    try terminal.read(until: "Loud")
    try terminal.send(",")
    try terminal.read(until: "Settings of the editor")
    let start = terminal.output.count
    try terminal.send("\u{7F}")
    try terminal.read(until: "Loud", from: start)
    try terminal.send("q")
    #expect(try terminal.waitForExit() == .exited(0))
  }

  @Test func `closures get each new value, also from elsewhere, and do not delay the screen`()
    throws
  {
    let probe = try Probe()
    let terminal = try probe.start("edit")
    try terminal.read(until: "Loud")
    try terminal.send(" ")
    // The closure takes longer than the editor needs to enable the level.
    try terminal.read(until: "Saved Loud")
    let other = try probe.start("ask", "mode")
    try other.read(until: "]: ")
    try other.send("slow\n")
    #expect(try other.waitForExit() == .exited(0))
    try terminal.read(until: "elsewhere")
    try terminal.send("j+ q")
    #expect(try terminal.waitForExit() == .exited(0))
    #expect(terminal.isCooked)
    // Written after the screen was closed, when `run()` has returned.
    #expect(terminal.transcript.contains("changed to true"))
    #expect(terminal.transcript.contains("changed to 4"))
    #expect(!terminal.transcript.contains("changed to slow"))
  }

  @Test(
    .thorough,
    arguments: Thorough.sample([SIGTERM, SIGHUP, SIGINT], every: 3),
    ["", "j", "jjj  "]
  )
  func `a signal ends the program although the terminal takes no bytes`(
    signal: Int32,
    keys: String
  ) throws {
    let probe = try Probe()
    let terminal = try probe.start("edit")
    try terminal.read(until: "Loud")
    try terminal.readUntilSilent()
    terminal.stopOutput()
    try terminal.send(keys)
    terminal.signal(signal)
    #expect(try terminal.waitForExit() == .signalled(signal))
    #expect(terminal.isCooked)
  }
}
