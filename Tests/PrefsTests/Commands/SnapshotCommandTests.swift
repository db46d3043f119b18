import Foundation
import TestSupport
import Testing

/// Named states of suites.
struct SnapshotCommandTests {
  private let tool: Tool

  init() throws {
    tool = try Tool()
    try tool.run("write", "org.example.a", "k", "-int", "1")
    try tool.run("write", "org.example.a", "apiToken", "old")
    try tool.run("write", "org.example.b", "when", "-date", "2026-01-02")
  }

  private func values(_ suite: String) throws -> String {
    try tool.run("read", "--secrets", suite, "--json").output.filter { !$0.isWhitespace }
  }

  @Test func `a restore gives back what was saved and is undone at once`() throws {
    #expect(try tool.run("snapshot", "save", "work").status == 0)
    try tool.run("write", "org.example.a", "k", "2")
    try tool.run("write", "org.example.a", "new", "3")
    try tool.run("write", "org.example.a", "apiToken", "new")
    try tool.run("delete", "org.example.b")
    let difference = try tool.run("snapshot", "diff", "work", "org.example.a")
    #expect(difference.status == 1)
    #expect(
      difference.output
        == "org.example.a\nkey  now  saved\nk    2    1\nnew  \"3\"  unset\n"
    )
    let dry = try tool.run("snapshot", "restore", "work", "--dry-run")
    #expect(dry.status == 0)
    #expect(dry.output.contains("new  \"3\"  unset  removed"))
    #expect(try values("org.example.b") == "{}")
    #expect(try tool.run("snapshot", "restore", "work").status == 0)
    #expect(try values("org.example.a") == #"{"apiToken":"new","k":1}"#)
    #expect(try values("org.example.b") == #"{"when":{"$date":"2026-01-02T00:00:00Z"}}"#)
    #expect(try tool.run("snapshot", "diff", "work").status == 0)
    #expect(try tool.run("undo", "org.example.a").status == 0)
    #expect(try values("org.example.a") == #"{"apiToken":"new","k":2,"new":"3"}"#)
  }

  @Test func `secrets are saved and restored only when asked for`() throws {
    let plain = try tool.run("snapshot", "save", "plain")
    #expect(plain.complaint.contains("org.example.a: 1 secret left out"))
    #expect(!(try tool.run("snapshot", "show", "plain", "--json").output.contains("apiToken")))
    try tool.run("snapshot", "save", "full", "--secrets")
    try tool.run("write", "org.example.a", "apiToken", "new")
    try tool.run("snapshot", "restore", "full")
    #expect(try values("org.example.a") == #"{"apiToken":"old","k":1}"#)
  }

  @Test func `a refused value keeps its suite as it is, and not the others`() throws {
    try tool.run("snapshot", "save", "work")
    let file = try #require(tool.environment["XDG_STATE_HOME"]) + "/prefs/snapshots/work.json"
    let text = try String(contentsOfFile: file, encoding: .utf8)
    #expect(
      try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int == 0o600
    )
    let values = "{\"includesSecrets\": false, \"values\": {\"quality\": 7}}"
    let bad = text.replacing(
      "\"suites\" : {",
      with: "\"suites\" : {\"\(Tool.suite)\": \(values),"
    )
    try Data(bad.utf8).write(to: URL(fileURLWithPath: file))
    try tool.run("write", "org.example.a", "k", "2")
    let result = try tool.run("snapshot", "restore", "work")
    #expect(result.status == 3)
    #expect(result.complaint.contains("quality: 7 is above the maximum 1"))
    #expect(try tool.run("read", "org.example.a", "k").output == "1\n")
    #expect(result.output == "org.example.a: 1 value changed\n")
  }

  @Test func `an emptied suite is in no snapshot of a pattern`() throws {
    for suite in ["org.example.a", "org.example.b"] { try tool.run("write", suite, "k", "1") }
    try tool.run("delete", "org.example.b")
    for (name, suites) in [("all", []), ("some", ["org.*"])] {
      #expect(try tool.run(["snapshot", "save", name] + suites).status == 0)
      #expect(try tool.run("snapshot", "show", name).output.contains("org.example.b") == false)
    }
  }

  @Test func `a suite that does not exist is not saved`() throws {
    let result = try tool.run("snapshot", "save", "work", "org.example.aa")
    #expect(result.status == 1)
    #expect(result.complaint.contains("org.example.aa stores nothing. Did you mean"))
    #expect(try tool.run("snapshot", "list").output == "")
  }

  @Test func `snapshots are listed and deleted`() throws {
    try tool.run("snapshot", "save", "one", "org.example.a")
    try tool.run("snapshot", "save", "two")
    let list = try tool.run("snapshot", "list").output
    #expect(list.hasPrefix("one  20") && list.contains("UTC  org.example.a\ntwo  20"))
    #expect(try tool.run("snapshot", "delete", "one").status == 0)
    let json = try tool.run("snapshot", "list", "--json").output
    let objects = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [[String: Any]]
    #expect(objects?.compactMap { $0["name"] as? String } == ["two"])
  }

  @Test(
    arguments: Thorough.sample(
      [
        (["restore", "none"], 1, "There is no snapshot"), (["delete", "none"], 1, "no snapshot"),
        (["show", "none"], 1, "no snapshot"), (["diff", "none"], 1, "no snapshot"),
        (["save", "../up"], 2, "cannot be the name"), (["save", "work"], 5, "--force"),
        (["show", "work", "org.example.c"], 1, "does not have the suite"), (["save"], 2, "name"),
        (["save", "other", "./org.example.a"], 2, "cannot be the name of a suite"),
      ],
      every: 4
    )
  )
  func `what cannot be done is said`(
    arguments: [String],
    status: Int32,
    complaint: String
  ) throws {
    try tool.run("snapshot", "save", "work", "org.example.a")
    let result = try tool.run(["snapshot"] + arguments)
    #expect(result.status == status)
    #expect(result.complaint.contains(complaint), "\(result.complaint)")
  }

  @Test func `a damaged snapshot is named`() throws {
    try tool.run("snapshot", "save", "work")
    let file = try #require(tool.environment["XDG_STATE_HOME"]) + "/prefs/snapshots/work.json"
    try Data("{\"saved\": 1}".utf8).write(to: URL(fileURLWithPath: file))
    let result = try tool.run("snapshot", "restore", "work")
    #expect(result.status == 6)
    #expect(result.complaint.contains("work.json cannot be used: the file is not a snapshot"))
  }
}
