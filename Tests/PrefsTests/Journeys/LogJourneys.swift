import Foundation
import TestSupport
import Testing

/// `--log`: a file with what happened in the editor.
@Suite struct LogJourneys {
  private func path(_ tool: Tool) -> String { tool.home.appendingPathComponent("log").path }

  private func lines(_ tool: Tool) throws -> [String] {
    try String(contentsOfFile: path(tool), encoding: .utf8).split(separator: "\n").map(String.init)
  }

  @Test(.thorough)
  func `a session in a terminal leaves its key presses, changes, sizes and frames`() throws {
    let tool = try Tool()
    let session = try tool.terminal([tool.program, "demo", "--log", path(tool)])
    try session.wait(for: "General")
    try session.sendKeys("Space")
    try session.wait(for: "Saved Show all-day events = off")
    try tool.run("write", Tool.suite, "appearance.theme", "dark")
    try session.wait(for: "Theme: unset → Dark by prefs write (")
    try session.resize(columns: 60, rows: 20)
    try session.wait { $0.split(separator: "\n", omittingEmptySubsequences: false).count < 24 }
    try session.type("jjjj")
    try session.sendKeys("Enter", "C-u")
    try session.type("Zyx")
    try session.wait(for: "Zyx")
    try session.sendKeys("Enter")
    try session.wait(for: "Saved Your name")
    try session.type("q")
    #expect(try session.waitForExit() == 0)

    let lines = try lines(tool)
    let texts = lines.map { line in String(line.drop { $0 != " " }.dropFirst()) }
    let isTimed = lines.allSatisfy { line in
      line.prefixMatch(of: #/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z /#) != nil
    }
    #expect(isTimed)
    #expect(texts[0].hasPrefix("start: prefs "))
    #expect(texts[1].contains("TERM=tmux-256color"))
    #expect(texts[2].hasPrefix("screen: 80x24, "))
    #expect(texts.contains { $0.hasSuffix("read \(Tool.suite) in \(tool.file.path)") })
    #expect(texts.contains("key: Space in list, toggle"))
    #expect(texts.contains("showAllDayEvents of \(Tool.suite): saved"))
    #expect(texts.contains("changed elsewhere in \(Tool.suite): appearance.theme"))
    #expect(texts.contains("resize: 60x20"))
    #expect(texts.filter { $0 == "key: a character in text" }.count == 3)
    #expect(texts.contains { $0.wholeMatch(of: #/frame: \d+ rows, [1-9]\d* bytes, .*/#) != nil })
    #expect(texts.last == "end: every change is on disk")
    #expect(!texts.contains { $0.contains("Zyx") })
    let attributes = try FileManager.default.attributesOfItem(atPath: path(tool))
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }

  @Test func `the editor goes on when the log cannot grow any more`() throws {
    let tool = try Tool()
    let script = "ulimit -S -f 8; exec '\(tool.program)' demo --log '\(path(tool))'"
    let session = try tool.terminal(["bash", "-c", script])
    try session.wait(for: "General")
    // More than 8192 bytes. Many characters at once are a paste, but not a key that is held down.
    try session.type(String(repeating: "j", count: 200))
    try session.wait(for: "File too large.")
    try session.type("jq")
    #expect(try session.waitForExit() == 0)
    #expect(try lines(tool).count > 20)
  }
}
