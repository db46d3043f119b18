import Foundation
import TestSupport
import Testing

/// The search for a word in all suites.
struct FindCommandTests {
  private let tool: Tool

  init() throws {
    tool = try Tool()
  }

  @Test func `a search finds titles, defaults and the values of all layers`() throws {
    let properties =
      #""telemetry": {"type": "boolean", "title": "Send usage data", "default": true},"#
      + #""mode": {"type": "string", "description": "How usage is counted."}"#
    try tool.publish(Tool.schema(properties, forSuite: "org.s", title: "S"), forSuite: "org.s")
    #expect(
      try tool.run("find", "USAGE").output == """
        org.s: mode: unset  Mode
        org.s: telemetry: unset, default true  Send usage data

        """
    )
    try tool.run("write", "org.s", "telemetry", "false")
    let both = try tool.run("find", "usage").output
    #expect(
      both.hasPrefix("Found 1 key in domain 'org.s': {\n    telemetry = 0;\n}\norg.s: mode: ")
    )
    let json = try tool.run("find", "--json", "usage").output.filter { !$0.isWhitespace }
    #expect(
      json == #"[{"suite":"org.s","key":"mode","value":null},"#
        + #"{"suite":"org.s","key":"telemetry","layer":"user","value":false}]"#
    )
    #expect(try tool.runOnImage("lock", "org.l", "proxy", "locked-word").status == 0)
    #expect(try tool.runOnImage("write", "org.l", "other", "x").status == 0)
    #expect(
      try tool.runOnImage("find", "locked-").output
        == "org.l: proxy: \"locked-word\" (managed)\n"
    )
    #expect(try tool.runOnImage("write", "org.m", "proxy", "old-word").status == 0)
    #expect(try tool.runOnImage("write", "--system", "org.m", "proxy", "site-word").status == 0)
    #expect(try tool.runOnImage("lock", "org.m", "proxy", "locked-word").status == 0)
    for word in ["locked-", "old-", "site-"] {
      #expect(
        try tool.runOnImage("find", word, "org.m").output
          == "org.m: proxy: \"locked-word\" (managed), \"old-word\" (user), \"site-word\" (system)\n"
      )
    }
    let records = try tool.runOnImage("find", "--json", "site-", "org.m").output
    #expect(records.components(separatedBy: #""layer" : "#).count == 4, "\(records)")
    #expect(try tool.runOnImage("find", "--plist", "site-", "org.m").output.contains("old-word"))
  }

  @Test func `a suite that is named twice is searched once`() throws {
    try tool.run("write", "org.example.twice", "word", "1")
    let path = tool.home.appendingPathComponent("org.example.twice.plist").path
    let other = tool.home.appendingPathComponent("elsewhere").path
    try FileManager.default.createDirectory(atPath: other, withIntermediateDirectories: true)
    try FileManager.default.copyItem(atPath: path, toPath: other + "/org.example.twice.plist")
    let twice = try tool.run("find", "--plist", "word", "org.example.twice", path)
    #expect(twice.status == 0)
    #expect(twice.output.components(separatedBy: "<key>word</key>").count == 2)
    let copy = try tool.run("find", "--plist", "word", path, other + "/org.example.twice.plist")
    #expect(copy.status == 0)
    #expect(copy.output.components(separatedBy: "<key>word</key>").count == 3)
  }

  @Test func `suites that only an administrator has set are found and listed`() throws {
    #expect(try tool.runOnImage("lock", "org.only.locked", "proxy", "needle").status == 0)
    #expect(
      try tool.runOnImage("write", "--system", "org.only.shared", "proxy", "needle").status == 0
    )
    let found = try tool.runOnImage("find", "needle").output
    #expect(
      found == """
        org.only.locked: proxy: "needle" (managed)
        org.only.shared: proxy: "needle" (system)

        """
    )
    let screen = try tool.runOnImage("edit", "--render", "80x24").output
    #expect(screen.contains("org.only.locked") && screen.contains("org.only.shared"), "\(screen)")
  }
}
