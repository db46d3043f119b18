import Foundation
import TestSupport
import Testing

/// Files with the values of several suites: an export, a declaration and a snapshot, whichever command reads
/// them.
struct SuiteFileTests {
  private let tool: Tool

  init() throws {
    tool = try Tool()
    try tool.run("write", "org.a", "x", "-int", "1")
    try tool.run("write", "org.b", "y", "-bool", "yes")
  }

  private func file(_ content: String) throws -> String {
    let path = tool.home.appendingPathComponent("file")
    try Data(content.utf8).write(to: path)
    return path.path
  }

  /// Writes the two suites into a file of each form.
  private func files() throws -> [String] {
    let export = tool.home.appendingPathComponent("export.json").path
    let propertyList = tool.home.appendingPathComponent("export.txt").path
    try tool.run("export", "--json", "org.*", export)
    try tool.run("export", "org.*", propertyList)
    try tool.run("snapshot", "save", "now", "org.*")
    let state = tool.state.appendingPathComponent("prefs/snapshots/now.json")
    let declaration = try file(
      #"{"suites": {"org.a": {"values": {"x": 1}}, "org.b": {"values": {"y": true}, "absent": ["z"]}}}"#
    )
    return [export, propertyList, state.path, declaration]
  }

  private func stored(_ suite: String) throws -> String {
    try tool.run("read", "--json", suite).output.filter { !$0.isWhitespace }
  }

  @Test func `every form is applied, and imported for all suites and for one`() throws {
    for file in try files() {
      for arguments in [["apply", file], ["import", "org.*", file], ["import", "org.b", file]] {
        try tool.run("write", "org.a", "x", "-int", "2")
        try tool.run("delete", "org.b")
        let result = try tool.run(arguments)
        #expect(result.status == 0, "\(arguments): \(result)")
        let isOne = arguments[1] == "org.b"
        #expect(try stored("org.a") == "{\"x\":\(isOne ? 2 : 1)}", "\(arguments)")
        #expect(try stored("org.b") == #"{"y":true}"#, "\(arguments)")
      }
    }
  }

  @Test func `an absent key of a declaration, and null in an export, remove the value`() throws {
    let declaration = try file(#"{"suites": {"org.a": {"absent": ["x"]}}}"#)
    #expect(try tool.run("import", "*", declaration).status == 0)
    #expect(try stored("org.a") == "{}")
    let export = try file(#"{"org.b": {"y": null, "z": 3}}"#)
    #expect(try tool.run("apply", export).status == 0)
    #expect(try stored("org.b") == #"{"z":3}"#)
  }

  @Test func `an import for cron prints nothing of what it has done`() throws {
    let file = try file(#"{"org.a": {"x": 7}, "org.b": {"y": false}}"#)
    #expect(try tool.run("import", "*", file, "--dry-run").output.contains("7"))
    let result = try tool.run("import", "--quiet", "*", file)
    #expect(result.output + result.complaint == "")
    #expect(try stored("org.a") == #"{"x":7}"#)
  }

  @Test func `a text that the app reads as a number is imported and restored`() throws {
    try tool.run("write", "org.a", "x", "-string", "4")
    try tool.run("snapshot", "save", "then", "org.a")
    try tool.publish(
      Tool.schema(#""x": {"type": "integer", "maximum": 5}"#, forSuite: "org.a"),
      forSuite: "org.a"
    )
    // What is stored already stays as it is.
    let same = try tool.run("snapshot", "restore", "then")
    #expect(same.status == 0, "\(same)")
    #expect(try stored("org.a") == #"{"x":"4"}"#)
    try tool.run("write", "org.a", "x", "-int", "1")
    let restored = try tool.run("snapshot", "restore", "then")
    #expect(restored.status == 0, "\(restored)")
    #expect(try stored("org.a") == #"{"x":4}"#)
    #expect(try tool.run("import", "org.a", try file(#"{"x": "3"}"#)).status == 0)
    #expect(try stored("org.a") == #"{"x":3}"#)
    #expect(try tool.run("import", "org.a", try file(#"{"x": "6"}"#)).status == 3)
  }

  @Test func `a declaration with locks is not imported as values`() throws {
    let file = try file(
      #"{"suites": {"org.a": {"values": {"x": 5}, "locks": {"k": {"value": 1}}}}}"#
    )
    for suite in ["*", "org.a"] {
      let result = try tool.run("import", suite, file)
      #expect(result.status == 3)
      #expect(result.complaint.contains("declares suites: prefs apply reads it."), "\(result)")
    }
    #expect(try stored("org.a") == #"{"x":1}"#)
  }

  @Test(arguments: [
    #"{"org.a": {"values": {"x": 5}}}"#, #"{"suits": {"org.a": {"values": {"x": 5}}}}"#,
    #"{"suites": {"org.a": {"value": {"x": 5}}}}"#, #"{"org.a": {"x": 5}, "org.b": 1}"#,
    #"{"apps": {"org.a": {"values": {"x": 5}}}}"#,
    #"{"suites": {"org.a": {"locks": {"x": {"value": 5, "saved": 1}}}}}"#,
  ])
  func `a declaration with a mistyped name is not taken for an export`(content: String) throws {
    let result = try tool.run("apply", try file(content))
    #expect(result.status == 3)
    #expect(result.complaint.contains("is unknown; known are"), "\(result)")
    #expect(try stored("org.a") == #"{"x":1}"#)
  }
}
