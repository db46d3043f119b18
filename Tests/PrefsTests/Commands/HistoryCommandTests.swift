import Foundation
import Glibc
import TestSupport
import Testing

struct HistoryCommandTests {
  private let tool: Tool

  init() throws {
    tool = try Tool()
  }

  /// The history without dates, users and processes.
  private func history(_ arguments: String...) throws -> [String] {
    try tool.run(["history", Tool.suite] + arguments).output.split(separator: "\n").map { line in
      guard !line.hasPrefix(" ") else { return String(line) }
      let words = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
      return words.dropFirst(5).filter { !$0.hasPrefix("[") && !$0.isEmpty }.joined(separator: " ")
    }
  }

  @Test func `times are shown in the time zone of the user, and in UTC in JSON`() throws {
    try tool.run("write", Tool.suite, "quality", "0.5")
    let zone = ["TZ": "<+0530>-5:30"]
    let command = [tool.program, "history", Tool.suite]
    let local = try Program.run(command, environment: tool.environment.merging(zone) { $1 })
    #expect(local.output.contains(" +05:30  "))
    let plain = ["TZ": "UTC"]
    let utc = try Program.run(command, environment: tool.environment.merging(plain) { $1 })
    #expect(utc.output.contains(" UTC  "))
    let json = try Program.run(
      command + ["--json"],
      environment: tool.environment.merging(zone) { $1 }
    )
    #expect(json.output.contains("Z\""))
  }

  @Test func `a history that has forgotten changes says so, unless newer ones are asked for`()
    throws
  {
    try tool.run("write", "app", "x", "1")
    let journal = tool.state.appendingPathComponent("prefs/app.history")
    let lines = try String(contentsOf: journal, encoding: .utf8).split(separator: "\n")
    let number = try #require(try #/"id": "(\d+)-/#.firstMatch(in: lines[1])?.1)
    let first = try #require(Int(number))
    let all = [lines[0]] + (0..<520).map { lines[1].replacing(number, with: "\(first + $0)") }
    try Data((all.joined(separator: "\n") + "\n").utf8).write(to: journal)
    let result = try tool.run("history", "app")
    #expect(result.output.split(separator: "\n").count == 1000)
    #expect(
      result.complaint.hasPrefix(
        "prefs: Of the changes of app only the latest 500 are remembered, since "
      )
    )
    #expect(try tool.run("history", "app", "--limit", "3").complaint == "")
    try tool.run("write", "app", "x", "2")
    #expect(try tool.run("history", "app", "--since", "1 hour ago").complaint.contains("500"))
  }

  @Test func `changes are listed and taken back, the latest first`() throws {
    try tool.run("write", Tool.suite, "quality", "0.5")
    try tool.run("write", Tool.suite, "author", "Ada é")
    try tool.run("delete", Tool.suite, "quality")
    #expect(
      try history().filter { $0.hasPrefix(" ") } == [
        "  quality: 0.5 → unset", "  author: unset → \"Ada é\"", "  quality: unset → 0.5",
      ]
    )
    let undo = try tool.run("undo", Tool.suite)
    #expect(undo.output == "quality: unset → 0.5\n")
    #expect(undo.status == 0)
    #expect(try tool.json("quality") == "0.5")
    #expect(try tool.run("undo", Tool.suite).output == "author: \"Ada é\" → unset\n")
    #expect(try tool.plistlib() == #"{"quality": 0.5}"#)
    #expect(try tool.run("undo", Tool.suite).status == 0)
    let end = try tool.run("undo", Tool.suite)
    #expect(end.status == 1)
    #expect(end.complaint == "prefs: There is nothing to undo.\n")
    #expect(try history("--limit", "1") == ["prefs undo (undo)", "  quality: 0.5 → unset"])
    #expect(try history("author").filter { $0.hasPrefix(" ") }.count == 2)
  }

  @Test func `the editor shows the changes of all suites, and goes to those of others`() throws {
    try tool.run("write", "org.example.other", "size", "-int", "3")
    try tool.run("write", Tool.suite, "quality", "0.5")
    let keys = ["C<S-Tab>", "C<S-Tab><S-Tab>", "C<S-Tab><End><Enter>"]
    let screens = try keys.map {
      try tool.run("edit", Tool.suite, "--render", "120x24", "--keys", $0).output
    }
    #expect(
      screens[0].contains("History of all suites") && screens[0].contains("org.example.other")
    )
    #expect(screens[0].contains("unset → 3") && screens[0].contains("unset → 0.5"))
    #expect(!screens[1].contains("unset → 3") && screens[1].contains("unset → 0.5"))
    #expect(screens[2].hasPrefix(" org.example.other") && screens[2].contains(">* size"))
  }

  @Test func `the history is JSON for programs`() throws {
    try tool.run("write", Tool.suite, "quality", "0.5")
    let result = try tool.run("history", Tool.suite, "--json")
    let object = try JSONSerialization.jsonObject(with: Data(result.output.utf8))
    let entry = try #require((object as? [[String: Any]])?.first)
    #expect(entry["program"] as? String == "prefs write")
    #expect(entry["undone"] as? Bool == false)
    #expect(entry["key"] as? String == "quality")
    #expect(entry["old"] is NSNull)
    #expect(entry["new"] as? Double == 0.5)
  }

  @Test func `a dry run shows what an undo would change, and changes nothing`() throws {
    _ = try tool.run("write", Tool.suite, "quality", "0.25")
    let plan = try tool.run("undo", "--dry-run", Tool.suite)
    #expect(plan.output == "quality: 0.25 → unset\n" && plan.status == 0)
    #expect(try tool.run("read", Tool.suite, "quality").output == "0.25\n")
    #expect(try tool.run("undo", Tool.suite).output == plan.output)
    #expect(try tool.run("redo", "--dry-run", Tool.suite).output == "quality: unset → 0.25\n")
    #expect(try tool.run("undo", "--dry-run", Tool.suite).status == 1)
    _ = try tool.run("redo", Tool.suite)
    // A program that keeps no history has changed the key since.
    let values = try PropertyListSerialization.data(
      fromPropertyList: ["quality": 0.75],
      format: .xml,
      options: 0
    )
    try values.write(to: tool.file)
    #expect(try tool.run("undo", "--dry-run", Tool.suite).status == 5)
    #expect(try tool.run("undo", "--dry-run", "--force", Tool.suite).status == 0)
    #expect(try tool.run("read", Tool.suite, "quality").output == "0.75\n")
  }

  @Test func `an undo and a redo print JSON for programs`() throws {
    try tool.run("write", Tool.suite, "when", "-date", "2026-01-02")
    let date = #"{"$date":"2026-01-02T00:00:00Z"}"#
    for (command, old, new) in [("undo", date, "null"), ("redo", "null", date)] {
      let json = try tool.run(command, Tool.suite, "--json").output.filter { !$0.isWhitespace }
      #expect(
        json == #"[{"suite":"\#(Tool.suite)","key":"when","old":\#(old),"new":\#(new)}]"#
      )
    }
    let end = try tool.run("redo", Tool.suite, "--json")
    #expect(end.status == 1)
    #expect(end.output == "[]\n")
  }

  @Test func `a change by a program without a history is a conflict`() throws {
    try tool.run("write", Tool.suite, "quality", "0.5")
    let content = "<plist version='1.0'><dict><key>quality</key><real>0.75</real></dict></plist>"
    try Data(content.utf8).write(to: tool.file)
    let refused = try tool.run("undo", Tool.suite)
    #expect(refused.status == 5)
    #expect(refused.complaint.contains("\"quality\" was changed again"))
    #expect(try tool.json("quality") == "0.75")
    #expect(try tool.run("undo", "--force", Tool.suite).status == 0)
    #expect(try tool.json("quality") == nil)
  }

  @Test func `nothing remembered is said`() throws {
    let result = try tool.run("history", "org.example.none")
    #expect(try tool.run("history", "--json", "org.example.none").output == "[]\n")
    #expect(result.status == 1)
    #expect(result.complaint == "prefs: No change of org.example.none is remembered.\n")
    #expect(try tool.run("history").complaint == "prefs: No change is remembered.\n")
    #expect(try tool.run("find", "x").complaint.hasPrefix("prefs: No suite, key, title or value"))
    #expect(try tool.run("history", Tool.suite, "--limit", "0").status == 2)
  }

  @Test func `what the editor changes survives it being killed, and can be undone`() throws {
    let session = try tool.demo()
    try session.sendKeys("Space")
    try session.wait(for: "Saved Show all-day events = off")
    try session.killProgram()
    #expect(try session.waitForExit() == 128 + SIGKILL)
    session.end()
    #expect(try tool.json("showAllDayEvents") == "false")
    #expect(try history().first == "prefs edit")
    #expect(try tool.run("undo", Tool.suite).output == "showAllDayEvents: false → unset\n")
  }
}
