import Foundation
import TestSupport
import Testing

/// The editor with the mouse alone.
@Suite struct MouseJourneys {
  /// A button, as the terminal's reports number it.
  private enum Button: Int {
    case left = 0
    case right = 2
    case wheelDown = 65
  }

  /// Presses and releases a button over the first place where a text is on the screen.
  private func click(_ text: String, _ session: TmuxSession, _ button: Button = .left) throws {
    let lines = try session.screen().split(separator: "\n", omittingEmptySubsequences: false)
    let row = try #require(lines.firstIndex { $0.contains(text) })
    try click(text, lines[row], row, session, button)
  }

  /// Clicks a word of the last line that has any.
  private func clickHint(_ text: String, _ session: TmuxSession) throws {
    let lines = try session.screen().split(separator: "\n", omittingEmptySubsequences: false)
    let row = try #require(lines.lastIndex { !$0.isEmpty })
    try click(text, lines[row], row, session, .left)
  }

  private func click(
    _ text: String,
    _ line: Substring,
    _ row: Int,
    _ session: TmuxSession,
    _ button: Button
  ) throws {
    let start = try #require(line.range(of: text)).lowerBound
    let column = line.distance(from: line.startIndex, to: start)
    let place = "\(button.rawValue);\(column + 1);\(row + 1)"
    try session.type("\u{1B}[<\(place)M\u{1B}[<\(place)m")
  }

  @Test(.thorough)
  func `a switch is clicked, a choice is picked, a key is reset and all is undone`() throws {
    let tool = try Tool()
    let session = try tool.demo()
    try click("[x] on", session)
    try session.wait(for: "Saved Show all-day events = off")
    #expect(try tool.json("showAllDayEvents") == "false")

    try click("Theme", session)
    try session.wait(for: "appearance.theme")
    try clickHint("edit", session)
    try session.wait(for: "Enter choose")
    try click("( ) Dark", session)
    try session.wait(for: "> 3")
    try clickHint("Enter", session)
    try session.wait(for: "Saved Theme = Dark")
    #expect(try tool.json("appearance.theme") == "\"dark\"")

    try click("Show all-day", session, .right)
    try session.wait(for: "reset to the default")
    try click("reset to the default", session)
    try session.wait(for: "Reset Show all-day events to on (was off)")
    try clickHint("undo", session)
    try session.wait(for: "Undone")
    #expect(try tool.json("showAllDayEvents") == "false")
    try clickHint("quit", session)
    #expect(try session.waitForExit() == 0)
  }

  @Test(.thorough) func `help, a viewer and a number are used and left by clicks on the last line`()
    throws
  {
    let tool = try Tool()
    let session = try tool.demo()
    try clickHint("help", session)
    try session.wait(for: "Esc close")
    try clickHint("Esc", session)
    try session.wait { !$0.contains("Esc close") }
    try click("Autosave interval", session)
    try session.wait(for: "general.autosaveInterval")
    try clickHint("look", session)
    try session.wait(for: "Esc close")
    try clickHint("Esc", session)
    try session.wait { !$0.contains("Esc close") }
    try clickHint("edit", session)
    try session.wait(for: "+5")
    try clickHint("+5", session)
    try session.wait(for: "│ 35")
    try clickHint("save", session)
    try session.wait(for: "Saved Autosave interval = 35 s")
    #expect(try tool.json("general.autosaveInterval") == "35")
  }
}
