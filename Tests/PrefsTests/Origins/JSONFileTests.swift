import Foundation
import TestSupport
import Testing

/// Settings that other programs keep in JSON files, with every command.
struct JSONFileTests {
  private let tool: Tool
  private let directory: TemporaryDirectory

  init() throws {
    tool = try Tool()
    directory = try TemporaryDirectory()
  }

  private func write(_ text: String, to name: String) throws -> String {
    try directory.write(Array(text.utf8), to: name)
  }

  private func text(_ name: String) throws -> String {
    String(decoding: try directory.read(name), as: UTF8.self)
  }

  @Test func `a value is written with its JSON type, and the rest of the file stays`() throws {
    let path = try write(
      "{\n  // why\n  \"name\": \"x\", // short\n  \"port\": 80\n}\n",
      to: "a.json"
    )
    let suite = "jsonc:\(path)"
    #expect(try tool.run("write", suite, "port", "8080").status == 0)
    #expect(try tool.run("write", suite, "list", "[1, {\"deep\": null}]").status == 0)
    #expect(try tool.run("write", suite, "on", "true").status == 0)
    #expect(try tool.run("write", suite, "name", "two words").status == 0)
    #expect(try tool.run("write", suite, "code", "-string", "42").status == 0)
    #expect(
      try text("a.json") == """
        {
          // why
          "name": "two words", // short
          "port": 8080,
          "list": [
            1,
            {
              "deep": null
            }
          ],
          "on": true,
          "code": "42"
        }

        """
    )
    #expect(try tool.run("delete", suite, "list").status == 0)
    #expect(try tool.run("read", suite, "port").output == "8080\n")
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: directory.path) == ["a.json"]
    )
  }

  @Test func `undo brings the text back, unless the file was changed since`() throws {
    let old = "{\n  // about a\n  \"a\": 1.0, // one\n  \"b\": {\"x\": [1, 2]},\n  \"c\": 3\n}\n"
    let path = try directory.write(old.utf8, to: "c.json")
    let suite = "jsonc:\(path)"
    #expect(try tool.run("delete", suite, "a", "c").status == 0)
    #expect(try tool.run("write", suite, "b", "{\"y\": 1}").status == 0)
    #expect(try tool.run("undo", suite).status == 0)
    #expect(try tool.run("undo", suite).status == 0)
    #expect(try text("c.json") == old)
    #expect(try tool.run("delete", suite, "a").status == 0)
    let other = try text("c.json").replacing("3", with: "4")
    try directory.write(other.utf8, to: "c.json")
    #expect(try tool.run("undo", suite).status == 0)
    #expect(try text("c.json").contains("\"c\": 4,\n  \"a\": 1\n"))
  }

  @Test func `a text with a secret in it is not remembered`() throws {
    let old = "{\n  \"a\": 1, // https://ada:hunter2@example.org\n  \"b\": 2\n}\n"
    let path = try directory.write(old.utf8, to: "s.json")
    #expect(try tool.run("delete", "jsonc:\(path)", "a").status == 0)
    let journals = tool.home.appendingPathExtension("state").appendingPathComponent("prefs")
    let names = try FileManager.default.contentsOfDirectory(atPath: journals.path)
    #expect(!names.isEmpty)
    for name in names {
      let journal = try Data(contentsOf: journals.appendingPathComponent(name))
      #expect(!String(decoding: journal, as: UTF8.self).contains("hunter2"))
    }
    #expect(try tool.run("undo", "jsonc:\(path)").status == 0)
    #expect(try text("s.json").contains("\"a\": 1"))
  }

  @Test func `a change is remembered and undone`() throws {
    let path = try write("{\"a\":1,\"b\":2}", to: "a.json")
    let suite = "json:\(path)"
    try tool.run("write", suite, "a", "5")
    try tool.run("delete", suite, "b")
    #expect(try text("a.json") == "{\"a\":5}")
    #expect(try tool.run("history", suite).output.contains("  a: 1 → 5\n"))
    #expect(try tool.run("history", "*").output.contains("  \(suite)\n"))
    // Another spelling of the path is the same suite.
    #expect(try tool.run("undo", "json:\(directory.path)/./a.json").status == 0)
    #expect(try tool.run("undo", suite).status == 0)
    #expect(try text("a.json") == "{\"a\":1,\"b\":2}")
  }

  @Test(.thorough) func `a file that is not JSON is refused with its line, and stays`() throws {
    let content = "{\n  \"a\": 1, // not here\n}\n"
    let path = try write(content, to: "a.json")
    for arguments in [["read", "json:\(path)"], ["write", "json:\(path)", "a", "2"]] {
      let result = try tool.run(arguments)
      #expect(result.status == 6)
      #expect(result.complaint.contains("line 2, column 11"))
    }
    #expect(try text("a.json") == content)
    #expect(try tool.run("read", "jsonc:\(path)", "a").output == "1\n")
  }

  @Test func `an import that JSON cannot hold changes nothing`() throws {
    let path = try write("{\"b\":1,\"c\":2}", to: "a.json")
    for value in ["{\"$date\": \"2026-01-01T00:00:00Z\"}", "{\"$real\": \"inf\"}"] {
      let file = try write("{\"b\": null, \"d\": \(value)}", to: "import.json")
      for options in [[], ["--dry-run"]] {
        let result = try tool.run(["import", "json:\(path)", file] + options)
        #expect(result.status == 3, "\(result)")
        #expect(try text("a.json") == "{\"b\":1,\"c\":2}")
      }
    }
  }

  @Test func `a number that is only written otherwise is no difference, and stays`() throws {
    let content = "{\"l\": [1.0, 2.50, 1e3], \"n\": 14.0}"
    let path = try write(content, to: "a.json")
    let suite = "json:\(path)"
    try tool.run("write", suite, "l", "-array-add", "-int", "2")
    #expect(try text("a.json") == content.replacing("1e3]", with: "1e3, 2]"))
    let declaration = try write(
      "{\"suites\": {\"\(suite)\": {\"values\": {\"n\": 14, \"l\": [1, 2.5, 1000, 2.0]}}}}",
      to: "apply.json"
    )
    #expect(try tool.run("apply", "--check", declaration).status == 0)
    // A value that this number is not is refused, and not stored as text.
    let big = try tool.run("write", suite, "n", "123456789012345678901234567890")
    #expect(big.status == 3)
    #expect(big.complaint.contains("64 bits"))
  }

  @Test func `a file below another root is edited, and a link is followed as the shell does`()
    throws
  {
    let path = try write("{\"host\": 1}", to: "a.json")
    let image = directory.file("image")
    let inner = "\(image)\(directory.path)"
    try FileManager.default.createDirectory(atPath: inner, withIntermediateDirectories: true)
    try Data("{\"image\": 1}".utf8).write(to: URL(fileURLWithPath: "\(inner)/a.json"))
    #expect(try tool.run("write", "--root", image, "json:\(path)", "x", "1").status == 0)
    #expect(try text("a.json") == "{\"host\": 1}")
    #expect(try text("image\(directory.path)/a.json") == "{\"image\": 1, \"x\": 1}")
    #expect(try tool.run("undo", "--root", image, "json:\(path)").status == 0)
    // ln/.. is the directory above the one that the link leads to.
    try FileManager.default.createDirectory(
      atPath: directory.file("real/in"),
      withIntermediateDirectories: true
    )
    try FileManager.default.createSymbolicLink(
      atPath: directory.file("ln"),
      withDestinationPath: directory.file("real/in")
    )
    _ = try write("{}", to: "real/c.json")
    try tool.run("write", "json:\(directory.path)/ln/../c.json", "w", "1")
    #expect(try text("real/c.json").contains("\"w\": 1"))
  }

  @Test func `a file that is missing or empty is told`() throws {
    let missing = try tool.run("read", "json:\(directory.file("none.json"))")
    #expect(missing.status == 1)
    #expect(missing.complaint.contains("none.json\" does not exist."))
    let empty = try tool.run("read", "json:\(try write("{}", to: "a.json"))")
    #expect(empty.status == 1)
    #expect(empty.complaint.contains("a.json\" has no settings."))
  }

  @Test func `the file's own schema and one that is named are used`() throws {
    _ = try write(
      Tool.schema("\"port\": {\"type\": \"integer\", \"maximum\": 65535}", forSuite: "x"),
      to: "x.schema.json"
    )
    let path = try write("{\"$schema\": \"./x.schema.json\", \"port\": 80}", to: "a.json")
    let other = try write("{\"port\": 80}", to: "b.json")
    let named = ["--schema", directory.file("x.schema.json")]
    for arguments in [
      ["json:\(path)", "port", "70000"], named + ["json:\(other)", "port", "70000"],
    ] {
      let result = try tool.run(["write"] + arguments)
      #expect(result.status == 3, "\(result)")
      #expect(result.complaint.contains("65535"))
    }
    #expect(try tool.run("write", "json:\(other)", "port", "70000").status == 0)
    #expect(try tool.run(["check"] + named + ["json:\(other)"]).status == 3)
  }

  @Test func `values go to a suite and come back`() throws {
    let path = try write("{\"a\": 1, \"b\": [true, null]}", to: "a.json")
    let export = directory.file("export.json")
    try tool.run("export", "json:\(path)", export, "--json")
    let copy = "json:\(directory.file("copy.json"))"
    #expect(try tool.run("import", copy, export).status == 0)
    #expect(try tool.run("diff", copy, "--suite", "json:\(path)").status == 0)
    #expect(try text("copy.json") == "{\n  \"a\": 1,\n  \"b\": [\n    true,\n    null\n  ]\n}\n")
    // What JSON cannot hold is refused, and nothing is written.
    let dated = try tool.run("write", copy, "when", "-date", "2026-01-01T00:00:00Z")
    #expect(dated.status == 3)
    #expect(dated.complaint.contains("date"))
  }

  @Test func `a schema that the file names and that cannot be used is told`() throws {
    _ = try write("[1]", to: "s.json")
    let file = try write(#"{"$schema": "s.json#/x", "a": 1}"#, to: "named.json")
    let result = try tool.run("write", "json:\(file)", "a", "2")
    #expect(result.status == 0)
    #expect(result.complaint.contains("s.json"), "\(result.complaint)")
  }

  @Test func `null is valid where the schema allows it`() throws {
    let file = try write(#"{"a": null, "b": null}"#, to: "null.json")
    let schema = try write(
      #"{"properties": {"a": {"type": ["string", "null"]}, "b": {"type": "integer"}}}"#,
      to: "null.schema.json"
    )
    let result = try tool.run("check", "--schema", schema, "json:\(file)")
    #expect(result.status == 3)
    #expect(result.output.contains("error: b:") && !result.output.contains("error: a:"))
  }

  @Test func `declared values reach JSON files, and locks of them are refused`() throws {
    let path = try write("{\"a\": 1}", to: "a.json")
    let declaration = { (part: String) in
      try write("{\"suites\": {\"json:\(path)\": {\(part)}}}", to: "apply.json")
    }
    _ = try declaration("\"values\": {\"a\": 7, \"b\": [true]}")
    #expect(try tool.run("apply", directory.file("apply.json")).status == 0)
    #expect(try text("a.json") == "{\"a\": 7, \"b\": [true]}")
    _ = try declaration("\"locks\": {\"a\": {\"value\": 7}}")
    let refused = try tool.run("apply", directory.file("apply.json"))
    #expect(refused.status == 2)
    #expect(refused.complaint.contains("which knows no locks"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: tool.home.path) == [])
  }

  @Test(arguments: ["json:/tmp/prefs-none/a.json", "code:"])
  func `a file from elsewhere does not choose what it changes by a pattern`(suite: String) throws {
    let export = try write("{\"\(suite)\": {\"a\": 8}}", to: "all.json")
    let result = try tool.run("import", "*", export)
    #expect(result.status != 0)
    #expect(try FileManager.default.contentsOfDirectory(atPath: tool.home.path) == [])
  }

  @Test(arguments: [
    (["lock", "json:/tmp/x.json", "a", "1"], "which knows no locks"),
    (
      ["write", "--system", "json:/tmp/x.json", "a", "1"],
      "no other file for a host or for all users"
    ),
    (["read", "json:"], "The path of a file is expected after json:"),
    (["doctor", "json:/tmp/x.json"], "this command works on property lists only"),
    (["read", "code:"], "Visual Studio Code has kept no settings for this user"),
  ])
  func `what other programs do not have is refused`(arguments: [String], reason: String) throws {
    let result = try tool.run(arguments)
    #expect([1, 2].contains(result.status))
    #expect(result.complaint.contains(reason), "\(result.complaint)")
  }

  @Test func `an edit waits until the file can be parsed again`() throws {
    let broken = "{\n  \"on\": false\n  \"size\": 3\n}\n"
    let path = try write(broken.replacing("false\n", with: "false,\n"), to: "a.json")
    let session = try tool.terminal([tool.program, "edit", "json:\(path)", "on"])
    try session.wait(for: "[ ] off")
    _ = try write(broken, to: "a.json")
    try session.wait(for: "line 3, column 3")
    try session.sendKeys("Space")
    try session.wait(for: "Not on disk yet")
    #expect(try text("a.json") == broken)
    _ = try write("{\n  \"on\": false,\n  \"size\": 4\n}\n", to: "a.json")
    let expected = "{\n  \"on\": true,\n  \"size\": 4\n}\n"
    #expect(try waitUntil { try text("a.json") == expected })
    session.end()
  }

  @Test func `an editor shows what changes elsewhere, and edits the text in place`() throws {
    let path = try write("{\n\t\"on\": false, // yet\n\t\"size\": 3\n}\n", to: "a.json")
    let session = try tool.terminal([tool.program, "edit", "jsonc:\(path)", "on"])
    try session.wait(for: "[ ] off")
    try session.sendKeys("Space")
    try session.wait(for: "[x] on")
    // The value is in the file a moment after it is on the screen.
    #expect(
      try waitUntil { try text("a.json") == "{\n\t\"on\": true, // yet\n\t\"size\": 3\n}\n" }
    )
    _ = try write("{\n\t\"on\": true, // yet\n\t\"size\": 77\n}\n", to: "a.json")
    try session.wait(for: "77")
    try session.sendKeys("u")
    try session.wait(for: "[ ] off")
    #expect(
      try waitUntil { try text("a.json") == "{\n\t\"on\": false, // yet\n\t\"size\": 77\n}\n" }
    )
    try session.sendKeys("q")
    #expect(try session.waitForExit() == 0)
  }
}
