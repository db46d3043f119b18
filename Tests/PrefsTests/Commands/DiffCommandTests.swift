import Foundation
import TestSupport
import Testing

/// What differs between a suite and something else.
struct DiffCommandTests {
  private let tool: Tool
  private static let suite = "org.example.diff"

  init() throws {
    tool = try Tool()
    for value in [["k", "1"], ["l", "-int", "2"]] { try tool.run(["write", Self.suite] + value) }
  }

  private func expectTable(_ arguments: [String], _ table: String) throws {
    let result = try tool.run(["diff"] + arguments)
    #expect(result.output == table)
    #expect(result.status == (table.isEmpty ? 0 : 1), "\(result.complaint)")
  }

  @Test func `only values that differ from their defaults are listed`() throws {
    try tool.run("write", Tool.suite, "quality", "0.5")
    try tool.run("write", Tool.suite, "showAllDayEvents", "true")
    try expectTable([Tool.suite], "key      now  default\nquality  0.5  0.8\n")
    try tool.run("delete", Tool.suite, "quality")
    try expectTable([Tool.suite], "")
  }

  @Test func `a suite that does not exist is no suite without differences`() throws {
    for arguments in [["org.example.dif"], [Self.suite, "--suite", "org.example.dif"]] {
      let result = try tool.run(["diff"] + arguments)
      #expect(result.status == 1)
      #expect(result.output == "")
      #expect(result.complaint.contains("Did you mean \"\(Self.suite)\"?"), "\(result)")
    }
  }

  @Test(arguments: ["--json", "--plist"])
  func `a suite equals its export until it is changed`(form: String) throws {
    let file = tool.home.path + "/export"
    try tool.run("export", form, Self.suite, file)
    try expectTable([Self.suite, file], "")
    try tool.run("write", Self.suite, "l", "-float", "2")
    try tool.run("write", Self.suite, "n", "x")
    try expectTable([Self.suite, file], "key  now  file\nl    2.0  2\nn    \"x\"  unset\n")
  }

  @Test func `values that differ in parts have a line for each part`() throws {
    try tool.run("write", Self.suite, "list", "-array", "a", "b")
    let file = tool.home.path + "/export"
    try tool.run("export", "--json", Self.suite, file)
    try tool.run("write", Self.suite, "list", "-array", "a", "x", "c")
    try expectTable(
      [Self.suite, file],
      """
      key      now  file
      list: 2  "x"  "b"
      list: 3  "c"  unset

      """
    )
    let changes = try tool.run("history", Self.suite, "list", "--limit", "1").output
    #expect(changes.contains("  list: 2 \"b\" → \"x\", added item 3: \"c\""), "\(changes)")
  }

  @Test func `two suites are compared`() throws {
    try tool.run("write", "org.example.other", "k", "1")
    try expectTable(
      [Self.suite, "--suite", "org.example.other"],
      "key  now  other\nl    2    unset\n"
    )
  }

  @Test func `the values of a time are those before later changes`() throws {
    let history = try tool.run("history", "--json", Self.suite).output
    let entries = try JSONSerialization.jsonObject(with: Data(history.utf8)) as? [[String: Any]]
    let time = try #require(entries?.first?["time"] as? String)
    try tool.run("write", Self.suite, "k", "3")
    try tool.run("write", Self.suite, "k", "4")
    try tool.run("delete", Self.suite, "l")
    try expectTable(
      [Self.suite, "--at", time],
      "key  now    then\nk    \"4\"    \"1\"\nl    unset  2\n"
    )
    let early = try tool.run("diff", Self.suite, "--at", "2001-01-01")
    #expect(early.output == "key  now  then\nk    \"4\"  unset\n")
    #expect(early.complaint.contains("begins later"))
  }

  @Test func `the JSON has both values`() throws {
    try tool.run("write", "org.example.other", "k", "-date", "2026-01-02")
    let result = try tool.run("diff", "--json", Self.suite, "--suite", "org.example.other")
    #expect(
      result.output.filter { !$0.isWhitespace }
        == #"[{"suite":"\#(Self.suite)","key":"k","old":"1","new":{"$date":"2026-01-02T00:00:00Z"}},"#
        + #"{"suite":"\#(Self.suite)","key":"l","old":2,"new":null}]"#
    )
  }

  @Test(arguments: [
    (["--at", "soon"], 2, "a time is expected"), (["--at", "2026-01-01", "file"], 2, "exclude"),
    (["/none"], 6, "could not be opened"), (["--suite", "a\u{1}b"], 2, "suite"),
  ])
  func `what cannot be compared is said`(
    arguments: [String],
    status: Int32,
    complaint: String
  ) throws {
    let result = try tool.run(["diff", Self.suite] + arguments)
    #expect(result.status == status)
    #expect(result.complaint.contains(complaint), "\(result.complaint)")
  }

  @Test func `what is not known of a time is said once for all suites`() throws {
    for suite in ["org.a", "org.b"] { try tool.run("write", suite, "k", "v") }
    let result = try tool.run("diff", "org.?", "--at", "2020-01-01 00:00")
    #expect(
      result.complaint
        == "prefs: The history begins later, and earlier changes are not known: org.a, org.b.\n"
    )
  }
}
