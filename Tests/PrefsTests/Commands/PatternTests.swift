import Foundation
import TestSupport
import Testing

/// Patterns in the place of suites and keys.
struct PatternTests {
  private let tool: Tool

  init() throws {
    tool = try Tool()
    for suite in ["org.example.a", "org.example.b", "net.other"] {
      for (key, value) in [("win.x", "1"), ("win.y", "2"), ("name", suite)] {
        try tool.run("write", suite, key, value)
      }
    }
  }

  private func compact(_ arguments: [String]) throws -> String {
    try tool.run(arguments).output.filter { !$0.isWhitespace }
  }

  @Test(
    .thorough,
    arguments: [
      (["org.example.a", "win.*"], #"{"win.x":"1","win.y":"2"}"#),
      (
        ["org.*", "win.?"],
        #"{"org.example.a":{"win.x":"1","win.y":"2"},"#
          + #""org.example.b":{"win.x":"1","win.y":"2"}}"#
      ),
      (["*.b"], #"{"org.example.b":{"name":"org.example.b","win.x":"1","win.y":"2"}}"#),
      (
        ["*", "name"],
        #"{"net.other":{"name":"net.other"},"org.example.a":"#
          + #"{"name":"org.example.a"},"org.example.b":{"name":"org.example.b"}}"#
      ),
    ]
  )
  func `a pattern reads all that match, grouped by suite`(
    arguments: [String],
    json: String
  ) throws {
    #expect(try compact(["read", "--json"] + arguments) == json)
    let plain = try tool.run(["read"] + arguments)
    #expect(plain.status == 0)
    #expect(plain.output.hasPrefix("{\n"))
  }

  @Test func `the editor lists the suites that match a pattern`() throws {
    let screen = try tool.run("edit", "org.*", "--render", "80x12").output
    #expect(screen.contains("Open a suite   2 of 2"), "\(screen)")
    #expect(screen.contains("org.example.b") && !screen.contains("net.other"), "\(screen)")
    // The search in all suites looks in these.
    let keys = "<Enter>/name<S-Tab>"
    let found = try tool.run("edit", "org.*", "--render", "80x12", "--keys", keys).output
    #expect(found.contains("org.example.b") && !found.contains("net.other"), "\(found)")
    #expect(try tool.run("edit", "nobody.*", "--render", "80x12").status == 1)
    #expect(try tool.run("edit", "org.*", "name", "--render", "80x12").status == 2)
  }

  @Test func `layers of a pattern are grouped as well`() throws {
    let json = try compact(["read", "--layers", "--json", "*.b", "win.x"])
    #expect(json.hasPrefix(#"[{"suite":"org.example.b","key":"win.x","layer":"user","#))
    let lines = try tool.run("read", "--layers", "org.example.?", "win.x").output
      .split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    #expect(
      lines.filter { !$0.hasPrefix("*") } == ["org.example.a", "win.x", "org.example.b", "win.x"]
    )
  }

  @Test(
    .thorough,
    arguments: Thorough.sample(
      [
        ["read", "com.*"], ["read", "org.*", "none*"], ["read", "net.other", "w*z"],
        ["read", "--layers", "org.*", "none"], ["export", "com.*"],
        ["export", "org.*", "-", "none"],
        ["delete", "com.*"], ["delete", "org.*", "none*"], ["delete", "net.other", "none*"],
        ["check", "com.*"], ["check", "*"], ["find", "x", "com.*"],
      ],
      every: 4
    )
  )
  func `a pattern that matches nothing ends with status 1`(arguments: [String]) throws {
    let before = try compact(["read", "--json"])
    let result = try tool.run(arguments)
    #expect(result.status == 1)
    #expect(result.output == "")
    #expect(result.complaint.hasPrefix("prefs: "))
    #expect(try compact(["read", "--json"]) == before)
  }

  @Test func `a name that exists is no pattern`() throws {
    try tool.run("write", #"org.\*"#, #"k\?"#, "literal")
    try tool.run("write", "org.*", "k1", "other")
    #expect(try tool.run("read", "org.*", "k?").output == "literal\n")
    #expect(try tool.run("delete", "org.*", "k?").output == "")
    #expect(try compact(["read", "--json", "org.*"]) == #"{"k1":"other"}"#)
    #expect(try compact(["export", "--json", #"org.\*"#]) == #"{"k1":"other"}"#)
    #expect(try tool.run("delete", "org.*").status == 0)
    try FileManager.default.removeItem(at: tool.home.appendingPathComponent("org.*.plist"))
    #expect(try compact(["read", "--json", "org.*", "name"]).contains("org.example.b"))
  }

  @Test func `a deletion by pattern is one change of each suite and says how many`() throws {
    let dry = try tool.run("delete", "--dry-run", "org.example.?", "win.*")
    #expect(
      dry.output == """
        org.example.a
        key    now  then   result
        win.x  "1"  unset  removed
        win.y  "2"  unset  removed
        org.example.b
        key    now  then   result
        win.x  "1"  unset  removed
        win.y  "2"  unset  removed

        """
    )
    #expect(try tool.run("read", "org.example.a", "win.x").status == 0)
    let result = try tool.run("delete", "org.example.?", "win.*", "name")
    #expect(result.output == "org.example.a: 3 values removed\norg.example.b: 3 values removed\n")
    #expect(try compact(["read", "--json"]).hasPrefix(#"{"net.other":{"name":"#))
    #expect(try tool.run("undo", "org.example.a").output.split(separator: "\n").count == 3)
    #expect(try tool.run("undo", "org.example.b").status == 0)
    #expect(
      try compact(["read", "--json", "org.*", "win.y"]).contains(#""org.example.b":{"win.y""#)
    )
  }

  @Test(arguments: ["--json", "--plist"])
  func `an export of several suites has each under its name`(form: String) throws {
    let file = tool.home.path + "/out"
    #expect(try tool.run("export", form, "org.*", file, "win.x").status == 0)
    let script = """
      import json, plistlib, sys
      data = open(sys.argv[1], "rb").read()
      values = json.loads(data) if data[:1] == b"{" else plistlib.loads(data)
      print(json.dumps(values, sort_keys=True))
      """
    #expect(
      try Program.run(["python3", "-c", script, file]).output
        == #"{"org.example.a": {"win.x": "1"}, "org.example.b": {"win.x": "1"}}"# + "\n"
    )
  }

  @Test func `a check of several suites passes over those without a schema`() throws {
    let schema =
      #"{"x-format": 1, "x-suite": "org.example.a", "properties": {"win.x": {"type": "boolean"}}}"#
    try tool.publish(schema, forSuite: "org.example.a")
    let result = try tool.run("check", "org.*", "win.*", "--json")
    #expect(result.status == 3)
    let json = result.output.filter { !$0.isWhitespace }
    #expect(json.hasPrefix(#"[{"suite":"org.example.a","key":"win.x","severity":"error","#))
    #expect(!json.contains("org.example.b"))
    #expect(try tool.run("check", "org.example.a", "name").status == 0)
  }

  @Test func `a key is renamed in all suites that store it`() throws {
    try tool.run("delete", "org.example.b", "win.x")
    let plan = try tool.run("rename", "--dry-run", "*", "win.x", "win.z")
    #expect(plan.status == 0 && !plan.output.contains("org.example.b"), "\(plan)")
    let result = try tool.run("rename", "*", "win.x", "win.z")
    #expect(
      result.output == "net.other: win.x is win.z now\norg.example.a: win.x is win.z now\n",
      "\(result)"
    )
    #expect(try tool.run("read", "org.example.a", "win.z").output == "1\n")
    #expect(try tool.run("read", "*", "win.x").status == 1)
    #expect(try tool.run("undo", "*").status == 0)
    #expect(try tool.run("read", "net.other", "win.x").output == "1\n")
    for new in ["win.x", "other"] {
      let result = try tool.run("rename", "org.example.a", "win.x", new)
      #expect(result.status == 0 && result.output == "", "\(result)")
    }
    #expect(try tool.run("undo", "org.example.a").status == 0)
    for (keys, status) in [(["none", "n"], Int32(1)), (["win.*", "n"], 2), (["win.x", "n*"], 2)] {
      #expect(try tool.run(["rename", "org.*"] + keys).status == status, "\(keys)")
    }
  }

  @Test func `a rename that is refused leaves the suite as it is, with --skip-refused too`() throws
  {
    for suite in ["org.a", "org.b"] { try tool.runOnImage("write", suite, "old", "value") }
    try tool.runOnImage("lock", "org.a", "new", "locked")
    let result = try tool.runOnImage("rename", "--skip-refused", "org.*", "old", "new")
    #expect(result.status == 4 && result.output == "org.b: old is new now\n", "\(result)")
    #expect(result.complaint.contains("org.a was left out: new: locked by"), "\(result)")
    #expect(try tool.runOnImage("read", "org.a", "old").output == "value\n")
    #expect(try tool.runOnImage("read", "org.b", "new").output == "value\n")
  }

  @Test func `a pattern names schemas and snapshots`() throws {
    for suite in ["org.example.a", "net.other"] {
      try tool.publish(
        Tool.schema(#""name": {"type": "string"}"#, forSuite: suite),
        forSuite: suite
      )
    }
    let list = try tool.run("schema", "show", "org.*")
    #expect(list.output.hasPrefix("org.example.a  ") && !list.output.contains("net."), "\(list)")
    let records = try tool.run("schema", "show", "--json", "*.a").output
    #expect(records.hasPrefix("[") && records.contains(#""org.example.a""#), "\(records)")
    let check = try tool.run("schema", "check", "*.other", "org.example.a")
    #expect(check.status == 0 && check.complaint.split(separator: "\n").count == 2, "\(check)")
    for command in [["show"], ["check"]] {
      #expect(try tool.run(["schema"] + command + ["com.*"]).status == 1)
    }
    for name in ["a1", "a2", "b"] { try tool.run("snapshot", "save", name, "net.other") }
    let state = tool.home.appendingPathExtension("state").path
    try Data("x".utf8).write(to: URL(fileURLWithPath: "\(state)/prefs/snapshots/a1.json"))
    // One that is damaged does not keep the others from being listed.
    let some = try tool.run("snapshot", "list")
    #expect(some.status == 6 && some.output.contains("a2") && some.output.contains("b"), "\(some)")
    #expect(try tool.run("snapshot", "delete", "a?").status == 0)
    #expect(try tool.run("snapshot", "list").output.hasPrefix("b "))
    #expect(try tool.run("snapshot", "delete", "a*").status == 1)
  }

  @Test func `a search takes patterns of words and suites`() throws {
    func found(_ suite: String, _ key: String, _ value: String) -> String {
      #"[{"suite":"\#(suite)","key":"\#(key)","layer":"user","value":"\#(value)"}]"#
    }
    #expect(
      try compact(["find", "--json", "W?N.x", "*.b"]) == found("org.example.b", "win.x", "1")
    )
    #expect(
      try compact(["find", "--json", "win.y", "net.other"]) == found("net.other", "win.y", "2")
    )
    #expect(try tool.run("find", "w?x").status == 1)
  }

  @Test func `secrets are neither found nor shown unless asked for`() throws {
    try tool.run("write", "net.other", "apiToken", "hidden-word")
    let hidden = try tool.run("find", "hidden-word")
    #expect(hidden.status == 1)
    #expect(hidden.complaint == "prefs: No suite, key, title or value contains \"hidden-word\".\n")
    let named = try tool.run("find", "token")
    #expect(!named.output.contains("hidden-word"))
    #expect(named.complaint.contains("net.other: 1 secret left out"))
    #expect(named.complaint.contains("No other suite, key, title or value contains \"token\"."))
    #expect(try tool.run("find", "--secrets", "HIDDEN-*").output.contains("hidden-word"))
    try tool.run("snapshot", "save", "full", "--secrets")
    let shown = try tool.run("snapshot", "show", "full", "net.*")
    #expect(!shown.output.contains("hidden-word"))
    #expect(shown.complaint.contains("1 secret left out"))
    #expect(try tool.run("snapshot", "show", "full", "--secrets").output.contains("hidden-word"))
  }
}
