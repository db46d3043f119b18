import Foundation
import TestSupport
import Testing

/// The settings of the editor itself, in real terminals.
@Suite struct SettingsJourneys {
  /// Returns whether a heading has the colour of the theme that is used at first, cyan.
  private func hasColors(_ session: TmuxSession) throws -> Bool {
    try session.styledScreen().contains("36m")
  }

  @Test func `a theme is chosen in the settings, and the way back is one key`() throws {
    let tool = try Tool()
    // The tests may run where NO_COLOR is set.
    let session = try tool.demo("--color", "always")
    #expect(try waitUntil { try hasColors(session) })
    try session.type(",")
    try session.wait(for: "Backspace goes back to org.example.sketchbook")
    try session.sendKeys("Enter")
    try session.wait(for: "( ) Monochrome")
    try session.sendKeys("End", "Enter")
    try session.wait(for: "Saved Theme = Monochrome")
    #expect(try waitUntil { try !hasColors(session) })
    #expect(try tool.run("read", "prefs", "theme").output == "mono\n")
    try session.sendKeys("BSpace")
    try session.wait(for: "Sketchbook  org.example.sketchbook")
    #expect(try !hasColors(session))
    // From the settings, s leads to the suite as well, although it is the only one.
    try session.type(",")
    try session.wait(for: "Settings of the editor  prefs")
    try session.type("s")
    try session.wait(for: "Open a suite   1 of 1")
    try session.sendKeys("Enter")
    try session.wait(for: "Sketchbook  org.example.sketchbook")
    try session.type("u")
    try session.wait(for: "Undone in prefs: theme = unset")
    #expect(try waitUntil { try hasColors(session) })
  }

  @Test func `a change by the tool or another editor is seen by every editor at once`() throws {
    let tool = try Tool()
    let first = try tool.demo("--color", "always")
    let second = try tool.demo("--color", "always")
    let chosen = try tool.demo("--color", "always", "--theme", "auto")
    for session in [first, second] { #expect(try waitUntil { try hasColors(session) }) }
    try tool.run("write", "prefs", "theme", "mono")
    for session in [first, second] { #expect(try waitUntil { try !hasColors(session) }) }
    #expect(try hasColors(chosen), "the option wins")
    try tool.run("write", "prefs", "bindings", "-dict-add", "quit", "Q F10")
    for session in [first, second] { try session.wait(for: "Q quit") }
    #expect(try first.reportsMouse && second.reportsMouse)
    try first.type("M")
    try first.wait(for: "Mouse off: the terminal selects text")
    for session in [first, second] { #expect(try waitUntil { try !session.reportsMouse }) }
    try second.type("M")
    for session in [first, second] { #expect(try waitUntil { try session.reportsMouse }) }
    try tool.run("delete-all", "prefs")
    try first.wait(for: "q quit")
  }

  @Test(.thorough) func `the mouse stays off in the next session, unless an option wins`() throws {
    let tool = try Tool()
    let session = try tool.demo()
    #expect(try waitUntil { try session.reportsMouse })
    try session.type("\u{1B}[<0;5;5M\u{1B}[<0;20;5m")
    try session.wait(for: "Hold Shift to select text in the terminal   M turns the mouse off")
    try session.type("M")
    try session.wait(for: "Mouse off")
    #expect(try waitUntil { try !session.reportsMouse })
    try session.type("q")
    try session.waitForExit()
    #expect(try tool.run("read", "prefs", "mouse").output == "0\n")
    #expect(try !tool.demo().reportsMouse)
    let chosen = try tool.demo("--mouse")
    #expect(try waitUntil { try chosen.reportsMouse })
  }

  @Test func `settings that cannot be used are named, and the editor works`() throws {
    let tool = try Tool()
    // The tool refuses to store them, so another program does.
    let refused = try tool.run("write", "prefs", "theme", "purple")
    #expect(refused.status == 3)
    #expect(refused.complaint.contains("\"purple\""))
    #expect(try tool.run("write", "prefs", "bindings", "-dict", "reset", "u").status == 3)
    let text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <plist version="1.0"><dict>
      <key>bindings</key><dict>
      <key>reset</key><string>W</string><key>list.undo</key><string>W</string>
      <key>quit</key><string>Q</string></dict>
      </dict></plist>
      """
    try Data(text.utf8).write(to: tool.home.appendingPathComponent("prefs.plist"))
    let session = try tool.demo()
    try session.wait(for: "! \"W\" is bound to \"reset\", and \"W\" to \"undo\", in list.")
    try session.type("!")
    try session.wait(for: "Not used: \"list.undo\", \"reset\".")
    try session.sendKeys("Escape")
    try session.wait(for: "Q quit")
    let keys = try tool.run("demo", "--list-keys")
    #expect(keys.status == 0)
    #expect(keys.complaint.contains("Not used: \"list.undo\", \"reset\"."))
    let quit = keys.output.split(separator: "\n").first { $0.contains(" quit ") }
    #expect(quit?.contains("Q ^C") == true, "\(quit ?? "")")
    try session.type("Q")
    #expect(try session.waitForExit() == 0)
  }
}
