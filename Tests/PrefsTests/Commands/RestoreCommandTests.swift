import Foundation
import TestSupport
import Testing

/// The histories of several suites, and going back to a time in them.
struct RestoreCommandTests {
  private let tool: Tool

  init() throws {
    tool = try Tool()
  }

  /// Writes values of two suites, changes them, and returns a time between both.
  private func change() throws -> String {
    for suite in ["org.a", "org.b"] { try tool.run("write", suite, "k", "-int", "1") }
    Thread.sleep(forTimeInterval: 0.01)
    let time = Date().ISO8601Format(.init(includingFractionalSeconds: true))
    Thread.sleep(forTimeInterval: 0.01)
    for suite in ["org.a", "org.b"] { try tool.run("write", suite, "k", "-int", "2") }
    try tool.run("write", "org.a", "new", "x")
    try tool.run("write", "net.c", "k", "3")
    return time
  }

  private func values(_ suite: String) throws -> String {
    try tool.run("read", "--json", suite).output.filter { !$0.isWhitespace }
  }

  @Test func `the suites of a pattern get the values that they had at a time`() throws {
    let time = try change()
    let plan = try tool.run("restore", "org.*", "--at", time, "--dry-run")
    #expect(
      plan.output == """
        org.a
        key  now  then   result
        k    2    1      changed
        new  "x"  unset  removed
        org.b
        key  now  then  result
        k    2    1     changed

        """
    )
    #expect(try values("org.b") == #"{"k":2}"#)
    let result = try tool.run("restore", "org.*", "--at", time)
    #expect(result.status == 0, "\(result.complaint)")
    #expect(try values("org.a") == #"{"k":1}"#)
    #expect(try values("org.b") == #"{"k":1}"#)
    #expect(try values("net.c") == #"{"k":"3"}"#)
    try tool.run("undo", "org.a")
    #expect(try values("org.a") == #"{"k":2,"new":"x"}"#)
    // A suite that has nothing to take back is not named.
    let again = try tool.run("restore", "org.*", "--at", time, "--dry-run")
    #expect(again.output.hasPrefix("org.a\n") && !again.output.contains("org.b"))
  }

  @Test func `keys are chosen by names and patterns`() throws {
    let time = try change()
    try tool.run("restore", "org.a", "n*", "--at", time)
    #expect(try values("org.a") == #"{"k":2}"#)
    try tool.run("restore", "org.a", "k", "--at", time)
    #expect(try values("org.a") == #"{"k":1}"#)
  }

  @Test func `a refused value keeps its suite as it is, and not the others`() throws {
    let time = try change()
    try tool.publish(
      Tool.schema(#""k": {"type": "integer", "minimum": 2}"#, forSuite: "org.b"),
      forSuite: "org.b"
    )
    let result = try tool.run("restore", "org.*", "--at", time)
    #expect(result.status == 3)
    #expect(result.complaint.contains("org.b was not changed"))
    #expect(try values("org.a") == #"{"k":1}"#)
  }

  @Test func `histories of several suites are one list, the latest change first`() throws {
    let time = try change()
    func headings(_ arguments: String...) throws -> [String] {
      try tool.run(["history"] + arguments).output.split(separator: "\n")
        .filter { !$0.hasPrefix(" ") }.compactMap { $0.split(separator: " ").last.map(String.init) }
    }
    #expect(try headings() == ["net.c", "org.a", "org.b", "org.a", "org.b", "org.a"])
    #expect(try headings("org.*", "--since", time) == ["org.a", "org.b", "org.a"])
    #expect(try headings("org.*", "--until", time) == ["org.b", "org.a"])
    #expect(try headings("*", "n*") == ["org.a"])
    #expect(try headings("--limit", "2") == ["net.c", "org.a"])
    #expect(try headings("--by", NSUserName(), "--since", "1 hour ago").count == 6)
    #expect(try tool.run("history", "--by", "nobody-else").status == 1)
    #expect(try tool.run("history", "--since", "yesterday", "--until", "yesterday").status == 1)
    let json = try tool.run("history", "org.b", "--json").output
    #expect(json.contains(#""suite" : "org.b""#))
  }

  @Test func `a suite whose file is gone is remembered`() throws {
    let time = try change()
    try FileManager.default.removeItem(at: tool.home.appendingPathComponent("org.b.plist"))
    #expect(try tool.run("history", "org.*").output.contains("org.b"))
    try tool.run("restore", "org.*", "--at", time)
    #expect(try values("org.b") == #"{"k":1}"#)
  }

  @Test(
    .thorough,
    arguments: [["read", "*"], ["export", "*"], ["check", "*"], ["delete", "org.*", "k"]]
  )
  func `a suite that cannot be read does not keep a command from the others`(
    command: [String]
  ) throws {
    _ = try change()
    for suite in ["org.a", "org.b"] {
      try tool.publish(Tool.schema(#""k": {"type": "integer"}"#, forSuite: suite), forSuite: suite)
    }
    try Data("broken".utf8).write(to: tool.home.appendingPathComponent("org.a.plist"))
    let result = try tool.run(command)
    #expect(result.status == 6)
    #expect(result.complaint.contains("org.a"))
    #expect(result.output.isEmpty == (command[0] == "check"))
    #expect(result.output.isEmpty || result.output.contains("org.b"))
  }
}
