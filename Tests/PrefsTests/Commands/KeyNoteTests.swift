import Foundation
import TestSupport
import Testing

/// Keys that get values although a schema does not have them, deprecates them or gives them to the app.
struct KeyNoteTests {
  private static let suite = "org.example.app"
  private let tool: Tool

  init() throws {
    tool = try Tool()
  }

  private static let properties = """
    "theme": {"type": "string"}, "net.proxyPort": {"type": "integer"},
    "old": {"type": "boolean", "deprecated": true, "deprecationMessage": "Use theme."},
    "state": {"type": "integer", "readOnly": true}, "red": {"type": "integer"}
    """

  private func publish(listsAll: Bool = false) throws {
    var document = Tool.schema(Self.properties, forSuite: Self.suite)
    if listsAll {
      document = document.replacing(
        #""title": "X""#,
        with: #""title": "X", "additionalProperties": false"#
      )
    }
    try tool.publish(document, forSuite: Self.suite)
  }

  private func file(_ content: String, _ name: String = "values.json") throws -> String {
    let path = tool.home.appendingPathComponent(name)
    try Data(content.utf8).write(to: path)
    return path.path
  }

  /// The commands that give the key a value.
  private func commands(_ key: String, _ value: String) throws -> [[String]] {
    let values = try file(#"{"\#(key)": \#(value)}"#)
    let declaration = try file(
      #"{"suites": {"\#(Self.suite)": {"values": {"\#(key)": \#(value)}}}}"#,
      "declaration.json"
    )
    return [
      ["write", Self.suite, key, value], ["import", Self.suite, values], ["apply", declaration],
    ]
  }

  @Test(
    .thorough,
    arguments: [
      ("theem", #""a""#, "theme"), ("net.proxyPor", "9", "net.proxyPort"), ("rde", "1", "red"),
      ("them", #""a""#, "theme"),
    ]
  )
  func `a misspelt key is stored with a note that names the nearest one`(
    key: String,
    value: String,
    near: String
  ) throws {
    try publish()
    for command in try commands(key, value).dropLast() {
      let result = try tool.run(command)
      #expect(result.status == 0)
      #expect(
        result.complaint
          == "prefs: \(Self.suite): \(key) was stored, but the schema has no such key; did you mean \"\(near)\"?\n"
      )
      #expect(try tool.run("read", Self.suite, key).status == 0)
      try tool.run("delete", Self.suite, key)
    }
  }

  @Test func `no note is printed for cron`() throws {
    try publish()
    #expect(try tool.run("write", Self.suite, "theem", "a").complaint != "")
    #expect(try tool.run("write", "--quiet", Self.suite, "theem", "b").complaint == "")
  }

  @Test func `a declaration with a misspelt key changes nothing, unless that is forced`() throws {
    try publish()
    let command = try #require(try commands("theem", #""a""#).last)
    let other = try file(
      #"{"suites": {"\#(Self.suite)": {"values": {"red": 2}, "locks": {"theem": {"value": "a"}}}}}"#,
      "locks.json"
    )
    for arguments in [command, ["apply", "--check"] + command.dropFirst(), ["apply", other]] {
      let result = try tool.run(arguments)
      #expect(result.status == 3, "\(result)")
      #expect(
        result.complaint.contains("theem: the schema has no such key (did you mean \"theme\"?)")
      )
      #expect(try tool.run("read", Self.suite, "theem").status == 1)
    }
    let forced = try tool.run(["apply", "--undeclared"] + command.dropFirst())
    #expect(forced.status == 0, "\(forced)")
    // A key with a value is no mistyped one.
    #expect(try tool.run(command).status == 0)
  }

  @Test func `a misspelt key is refused where the schema lists all keys, unless that is forced`()
    throws
  {
    try publish(listsAll: true)
    for command in try commands("theem", #""a""#) {
      let result = try tool.run(command)
      #expect(result.status == 3, "\(command)")
      #expect(result.complaint.contains("theme"), "\(result.complaint)")
      #expect(try tool.run("read", Self.suite, "theem").status == 1)
      let forced = try tool.run([command[0], "--force"] + command.dropFirst())
      #expect(forced.status == 0, "\(forced.complaint)")
      #expect(try tool.run("read", Self.suite, "theem").status == 0)
      #expect(try tool.run("delete", Self.suite, "theem").status == 0)
    }
  }

  @Test func `a note of a check says that nothing was stored`() throws {
    try publish()
    let apply = try #require(try commands("another", #""a""#).last)
    let result = try tool.run(apply + ["--check"])
    #expect(result.complaint.contains("another would be stored, but the schema has no such key"))
  }

  @Test func `a deprecated key is stored with a note`() throws {
    try publish()
    for command in try commands("old", "true") {
      let result = try tool.run(command)
      #expect(result.status == 0)
      #expect(result.complaint.contains("old was stored, but the key is deprecated: Use theme."))
      try tool.run("delete", Self.suite, "old")
    }
  }

  @Test func `a key of the app is written only if that is forced, and imported with a note`() throws
  {
    try publish()
    let refused = try tool.run("write", Self.suite, "state", "7")
    #expect(refused.status == 3)
    #expect(refused.complaint.contains("--force"))
    #expect(try tool.run("read", Self.suite, "state").status == 1)
    #expect(try tool.run("write", "--force", Self.suite, "state", "7").status == 0)
    for command in try commands("state", "8").dropFirst() {
      let result = try tool.run(command)
      #expect(result.status == 0)
      try tool.run("delete", Self.suite, "state")
    }
  }

  @Test func `nothing is said about known keys, and without a schema`() throws {
    for isPublished in [false, true] {
      if isPublished { try publish(listsAll: true) }
      for command in try commands("theme", #""a""#) {
        let result = try tool.run(command)
        #expect(result.status == 0)
        #expect(result.complaint == "", "\(command)")
      }
    }
  }

  @Test func `of many misspelt keys the nearest names are searched for the first twenty`() throws {
    let keys = (0..<30).map { "setting\($0 + 100)" }
    let declared = keys.map { #""\#($0)": {"type": "integer"}"# }.joined(separator: ", ")
    try tool.publish(Tool.schema(declared, forSuite: Self.suite), forSuite: Self.suite)
    let values = try file("{" + keys.map { #""\#($0)x": 1"# }.joined(separator: ",") + "}")
    let result = try tool.run("import", Self.suite, values)
    #expect(result.status == 0)
    let lines = result.complaint.split(separator: "\n")
    #expect(lines.count == 21)
    #expect(lines.last == "prefs: \(Self.suite): and 10 more.")
    let check = try tool.run("check", Self.suite).output.split(separator: "\n")
    #expect(check.count == 30)
    #expect(check.count { $0.contains("did you mean") } == 20)
  }

  @Test func `an empty name of a key is refused`() throws {
    let empty = try file(#"{"": 1}"#)
    let declaration = try file(#"{"suites": {"a": {"values": {"": 1}}}}"#, "declaration.json")
    #expect(try tool.run("write", Self.suite, "", "1").status == 2)
    #expect(try tool.runOnImage("lock", Self.suite, "", "1").status == 2)
    #expect(try tool.run("import", Self.suite, empty).status == 3)
    #expect(try tool.run("apply", declaration).status == 3)
    try tool.run("write", Self.suite, "a", "1")
    #expect(try tool.run("rename", Self.suite, "a", "").status == 2)
    #expect(try tool.run("read", Self.suite).output.contains("\"\"") == false)
  }

  @Test(arguments: [false, true])
  func `a lock of a misspelt key is refused, but for one that is forced or has a value`(
    listsAll: Bool
  ) throws {
    let directory = tool.home.path + ".data/prefs/schemas"
    try publish(listsAll: listsAll)
    let arguments = ["lock", "--schema-dir", directory, Self.suite, "theem", "a"]
    let refused = try tool.runOnImage(arguments)
    #expect(refused.status == 3)
    #expect(refused.complaint.contains("Did you mean \"theme\"? --force"))
    #expect(try tool.runOnImage("read", Self.suite, "theem").status == 1)
    let note = try tool.runOnImage(["lock", "--force"] + arguments.dropFirst())
    #expect(note.status == 0)
    #expect(
      note.complaint.hasSuffix(
        "theem was locked, but the schema has no such key; did you mean \"theme\"?\n"
      )
    )
    try tool.runOnImage("unlock", Self.suite, "theem")
    guard !listsAll else { return }
    try tool.runOnImage("write", Self.suite, "theem", "b")
    #expect(try tool.runOnImage(arguments).status == 0)
  }

  @Test func `locks, removals and undo print nothing with --quiet`() throws {
    let tool = try Tool()
    for suite in ["org.a", "org.b"] { try tool.runOnImage("write", suite, "key", "1") }
    for command in [
      ["lock", "org.*", "key"], ["unlock", "org.*", "key"], ["lock", "org.a", "key", "2"],
      ["unlock", "org.a", "key"], ["delete", "org.*", "key"],
    ] {
      let result = try tool.runOnImage([command[0], "--quiet"] + command[1...])
      #expect(result.output + result.complaint == "", "\(command)")
      #expect(result.status == 0, "\(command)")
    }
    for suite in ["org.a", "org.b"] { try tool.run("write", suite, "key", "1") }
    for command in [["delete", "org.*", "key"], ["undo", "org.*"], ["redo", "org.a"]] {
      let result = try tool.run([command[0], "--quiet"] + command[1...])
      #expect(result.output + result.complaint == "", "\(command)")
      #expect(result.status == 0, "\(command)")
    }
  }
}
