import Foundation
import TestSupport
import Testing

/// Schemas as files: shown, checked, converted, found and used.
@Suite struct SchemaCommandTests {
  private static let suite = "org.example.notes"

  private static func document(_ properties: String, _ more: String = "") -> String {
    """
    {
      "x-format": 1,
      "x-suite": "\(suite)",
      "title": "Notes",\(more)
      "properties": {
        \(properties)
      }
    }

    """
  }

  private static let good = document(
    """
    "size": {"type": "number", "minimum": 6, "maximum": 72, "default": 13, "x-unit": "pt"},
        "theme": {"enum": ["light", "dark"], "type": "string", "title": "Theme"},
        "old": {"type": "boolean", "deprecated": true, "deprecationMessage": "Gone."}
    """
  )

  /// Writes a file into the tool's directory.
  private func file(_ content: String, _ name: String, of tool: Tool) throws -> String {
    let url = tool.home.appendingPathComponent(name)
    try Data(content.utf8).write(to: url)
    return url.path
  }

  // MARK: - Checking

  @Test func `a good document has its keys counted`() throws {
    let tool = try Tool()
    let path = try file(Self.good, "\(Self.suite).schema.json", of: tool)
    let result = try tool.run("schema", "check", path)
    #expect(result.status == 0)
    #expect(result.output == "")
    #expect(result.complaint == "prefs: \(path): no problems; keys: 3 shown\n")
  }

  @Test func `all that is wrong is told with its line, and the rest stays usable`() throws {
    let tool = try Tool()
    let text = Self.document(
      """
      "a": {"type": "boolean", "default": 3},
          "b": {"type": "wat"},
          "c": {"type": "string", "patern": "x"},
          "d": {"type": "integer", "minimum": 5, "maximum": 1}
      """
    )
    let path = try file(text, "\(Self.suite).schema.json", of: tool)
    let result = try tool.run("schema", "check", path)
    #expect(result.status == 3)
    let lines = result.output.split(separator: "\n").map { $0.dropFirst(path.count) }
    #expect(lines.count == 4)
    #expect(lines[0].hasPrefix(":6:41: warning: /properties/a/default: "))
    #expect(lines[1].hasPrefix(":7:19: error: /properties/b/type: the type \"wat\" is not known"))
    #expect(lines[2].contains(":8:") && lines[2].contains("did you mean \"pattern\"?"))
    #expect(lines[3].contains(":9:") && lines[3].contains("warning"))
    #expect(
      result.complaint.hasSuffix("1 error and 3 warnings; keys: 3 shown, 1 shown as stored\n")
    )
  }

  @Test func `words that nobody knows are listed when asked for`() throws {
    let tool = try Tool()
    let text = Self.document("\"a\": {\"type\": \"boolean\", \"x-flavour\": 1}")
    let path = try file(text, "\(Self.suite).schema.json", of: tool)
    #expect(try tool.run("schema", "check", path).output == "")
    let verbose = try tool.run("schema", "check", "--verbose", path)
    #expect(verbose.status == 0)
    #expect(verbose.output.contains("x-flavour"))
  }

  @Test(arguments: [
    ("", "the document is empty"), ("{ nope", "this is not JSON"), ("[]", "the root must be"),
    ("a: 1\nb:\n  - c\n", "the format is not known"),
    ("{\"openapi\": 3}", "the format is not known"),
    ("<policyDefinitions revision=\"1.0\"/>", "the format is not known"),
    ("<plist version=\"1.0\"><dict/></plist>", "the format is not known"),
    ("<schemalist><schema id=\"a.b\">", "this is not XML"),
    (String(repeating: "[", count: 10_000), "nested more than 64 levels"),
    ("{\"x-format\": 2, \"x-suite\": \"a.b\", \"properties\": {}}", "a newer one is needed"),
    ("{\"x-format\": 1, \"x-suite\": \"../x\", \"properties\": {}}", "cannot be the name"),
    ("{\"x-format\": 1, \"x-suite\": \"a.b\"}", "\"properties\" is missing"),
    (
      "{\"x-format\": 1, \"x-suite\": \"a\", \"properties\": {\"k\": {\"$ref\": \"#/properties/k\"}}}",
      "leads back to itself"
    ),
  ])
  func `what is no schema is told with file, line and reason`(text: String, reason: String) throws {
    let tool = try Tool()
    let path = try file(text, "document", of: tool)
    let result = try tool.run("schema", "check", path)
    #expect(result.status == 3)
    let first = try #require(
      result.output.split(separator: "\n").first { $0.contains(": error: ") }
    )
    let place = try Regex(NSRegularExpression.escapedPattern(for: path) + ":[0-9]+:[0-9]+: error: ")
    #expect(first.prefixMatch(of: place) != nil, "\(first)")
    #expect(first.contains(reason), "\(first)")
  }

  @Test func `a document that is too large is refused unread`() throws {
    let tool = try Tool()
    let text = Self.document("\"a\": \"\(String(repeating: "x", count: 5 << 20))\"")
    let path = try file(text, "large.json", of: tool)
    let result = try tool.run("schema", "check", path)
    #expect(result.status == 3)
    #expect(result.output.contains("the limit is 4194304"))
  }

  @Test func `a file that is not there is no schema`() throws {
    let tool = try Tool()
    let result = try tool.run("schema", "check", "./missing.json")
    #expect(result.status == 6)
    #expect(result.complaint.contains("missing.json"))
  }

  @Test func `a file with the name of another suite is told, and used where a person names it`()
    throws
  {
    let tool = try Tool()
    let path = try file(Self.good, "other.schema.json", of: tool)
    let check = try tool.run("schema", "check", path)
    #expect(check.status == 3)
    #expect(check.complaint.hasSuffix("1 error; keys: 3 shown\n"))
    try tool.publish(Self.good, forSuite: "other")
    #expect(try tool.run("write", Self.suite, "size", "100").status == 0)
    #expect(try tool.run("write", "--schema", path, Self.suite, "size", "100").status == 3)
  }

  // MARK: - Converting

  @Test func `another format becomes a document that says the same`() throws {
    let tool = try Tool()
    let package = """
      {"name": "notes", "publisher": "example", "contributes": {"configuration": {
        "title": "Notes", "properties": {
          "notes.wrap": {"type": "boolean", "default": true, "description": "Wraps lines."},
          "notes.width": {"type": "integer", "minimum": 1, "default": 80},
          "notes.odd": {"type": "colour"}}}}}
      """
    let source = try file(package, "package.json", of: tool)
    let target = tool.home.appendingPathComponent("\(Self.suite).schema.json").path
    let result = try tool.run(
      "schema",
      "convert",
      source,
      target,
      "--suite",
      Self.suite
    )
    #expect(result.status == 0, "\(result.complaint)")
    #expect(result.complaint.contains("notes.odd"))
    let check = try tool.run("schema", "check", target)
    #expect(check.complaint.contains("keys: 2 shown, 1 shown as stored"), "\(check.complaint)")
    let shown = try tool.run("schema", "show", target).output
    #expect(shown.contains("Wraps lines."))
    #expect(shown.contains("Default     80"))
    // Written once more it is the same, byte for byte.
    let again = try tool.run("schema", "convert", target)
    #expect(again.output == (try String(contentsOfFile: target, encoding: .utf8)))
  }

  @Test func `the schema of the sample app is exported and checked without a flaw`() throws {
    let tool = try Tool()
    let target = tool.home.appendingPathComponent("\(Tool.suite).schema.json").path
    #expect(try tool.run("schema", "export", Tool.suite, "--output", target).status == 0)
    let check = try tool.run("schema", "check", target)
    #expect(check.status == 0)
    #expect(check.complaint.contains("no problems"))
    let none = try tool.run("schema", "export", "org.example.unknown")
    #expect(none.status == 1)
    #expect(none.complaint.contains("No schema describes org.example.unknown."))
  }

  // MARK: - Finding and using

  @Test func `a published schema decides about what is written`() throws {
    let tool = try Tool()
    let path = try tool.publish(Self.good, forSuite: Self.suite)
    #expect(try tool.run("schema", "show").output == "\(Self.suite)  revision 0  \(path)\n")
    let refused = try tool.run("write", Self.suite, "size", "100")
    #expect(refused.status == 3)
    #expect(refused.complaint.contains("72"))
    #expect(try tool.run("write", Self.suite, "size", "20").status == 0)
    #expect(try tool.run("read", Self.suite, "size", "--json").output == "20.0\n")
    #expect(try tool.run("read", "--all", "--json", Self.suite).output.contains("\"size\" : 20.0"))
  }

  @Test func `a schema that cannot be used never hides the suite`() throws {
    let tool = try Tool()
    try tool.publish("{ nope", forSuite: Self.suite)
    let write = try tool.run("write", Self.suite, "size", "100")
    #expect(write.status == 0)
    #expect(write.complaint.contains("prefs schema check"))
    // A stored value is read without the schema.
    let read = try tool.run("read", Self.suite, "size")
    #expect((read.output, read.complaint) == ("100\n", ""))
    let all = try tool.run("read", Self.suite)
    #expect(all.output.contains("size = 100"))
    #expect(all.complaint.contains("prefs schema check"))
    #expect(try tool.run("schema", "check").status == 3)
  }

  @Test func `everything that a suite stores is checked`() throws {
    let tool = try Tool()
    for (key, value) in [("size", ["-float", "100"]), ("theme", ["-string", "light"])] {
      try tool.run(["write", Self.suite, key] + value)
    }
    try tool.run("write", Self.suite, "old", "-bool", "true")
    try tool.run("write", Self.suite, "extra", "x")
    let none = try tool.run("check", Self.suite)
    #expect(none.status == 1)
    try tool.publish(Self.good, forSuite: Self.suite)
    let result = try tool.run("check", Self.suite)
    #expect(result.status == 3)
    let path = tool.home.appendingPathComponent("\(Self.suite).plist").path
    let lines = result.output.split(separator: "\n").map(String.init)
    #expect(lines.count == 3)
    #expect(lines[0] == "\(path): note: extra: the schema has no such key")
    #expect(lines[1].hasPrefix("\(path): note: old: the key is deprecated: Gone."))
    #expect(lines[2].hasPrefix("\(path): error: size: "))
    try tool.run("write", Self.suite, "size", "20")
    #expect(try tool.run("check", Self.suite).status == 0)
  }

  // MARK: - Limits

  @Test func `the limits on a document can be raised, and the message says how`() throws {
    let tool = try Tool()
    let keys = (0..<30).map { "\"key\($0)\": {\"type\": \"integer\"}" }.joined(separator: ", ")
    let path = try file(Self.document(keys), "\(Self.suite).schema.json", of: tool)
    let read = ["read", "--schema", path, Self.suite, "key1"]
    let write = ["write", "--schema", path, Self.suite, "key1", "5"]
    #expect(try tool.run(write).status == 0)
    let large = try tool.run(read + ["--schema-max-bytes", "100"])
    #expect(large.status == 3)
    #expect(large.complaint.hasSuffix("the limit is 100; --schema-max-bytes raises it\n"))
    let many = try tool.run("schema", "check", path, "--schema-max-keys", "29")
    #expect(many.status == 3)
    #expect(many.output.contains("there are 30 keys; the limit is 29; --schema-max-keys raises it"))
    let convert = ["schema", "convert", path, "--schema-max-keys"]
    #expect(try tool.run(convert + ["29"]).status == 3)
    #expect(try tool.run(convert + ["30"]).status == 0)
    #expect(try tool.run(read + ["--schema-max-bytes", "10000"]).output == "5\n")
    let none = try tool.run(read + ["--schema-max-keys", "0"])
    #expect(none.status == 2)
    #expect(none.complaint.contains("--schema-max-keys must be at least 1, but 0 was given."))
  }

  @Test func `a document larger than the usual limit is edited when the option allows it`() throws {
    let tool = try Tool()
    let about = String(repeating: "About this key. ", count: 20_000)
    let keys = (0..<16).map {
      "\"key\($0)\": {\"type\": \"integer\", \"description\": \"\(about)\"}"
    }
    let text = Self.document(keys.joined(separator: ", "))
    #expect(text.utf8.count > 4 * 1024 * 1024)
    let path = try file(text, "large.json", of: tool)
    let edit = ["edit", Self.suite, "--schema", path, "--render", "80x24"]
    let refused = try tool.run(edit)
    #expect(refused.status == 3)
    #expect(refused.complaint.contains("--schema-max-bytes raises it"))
    let shown = try tool.run(edit + ["--schema-max-bytes", "10000000"])
    #expect(shown.status == 0)
    #expect(shown.output.contains("16 keys"))
  }

  // MARK: - Showing

  @Test func `hidden and deprecated keys are counted, and shown when asked for`() throws {
    let tool = try Tool()
    let text = Self.document(
      """
      "shown": {"type": "integer"},
          "kept": {"type": "integer", "x-hidden": true},
          "old": {"type": "integer", "deprecated": true},
          "older": {"type": "integer", "x-hidden": true, "deprecationMessage": "Gone."}
      """
    )
    let path = try file(text, "shown.json", of: tool)
    let few = try tool.run("schema", "show", path)
    #expect(!["kept", "old"].contains(where: few.output.contains))
    let remark = "3 hidden or deprecated keys are not shown: --all shows them."
    #expect(few.complaint == "prefs: \(remark)\n")
    let all = try tool.run("schema", "show", "--all", path)
    let lines = all.output.split(separator: "\n").map { $0.drop { $0 == " " } }
    let shown = [
      "kept  Kept", "Type        Int", "Default     none", "Notes       hidden",
      "old  Old", "Type        Int", "Default     none", "Deprecated",
      "older  Older", "Type        Int", "Default     none", "Notes       hidden",
      "Deprecated  Gone.", "shown  Shown", "Type        Int", "Default     none",
    ]
    #expect(lines.suffix(shown.count).map(String.init) == shown)
    #expect(all.complaint == "")
  }

  // MARK: - Secrets

  @Test func `a secret member of a table is shown and handed on nowhere`() throws {
    let tool = try Tool()
    let members = #""host": {"type": "string"}, "pin": {"type": "string", "x-sensitive": true}"#
    let server = #""server": {"type": "object", "properties": {\#(members)}}"#
    try tool.publish(Self.document(server), forSuite: Self.suite)
    try tool.run("write", Self.suite, "server", #"{"host": "h.example", "pin": "4711"}"#)
    #expect(try tool.run("read", Self.suite, "server").output.contains("4711"))
    for keys in ["", "v", "<Enter>", "<Enter>j<Enter>", "L", "H"] {
      let shown = try tool.run("edit", Self.suite, "--render", "100x30", "--keys", keys)
      #expect(shown.status == 0, "\(shown.complaint)")
      #expect(!shown.output.contains("4711"), "\(keys)")
    }
    let edit = ["edit", Self.suite, "--render", "80x24", "--keys"]
    #expect(try tool.run(edit + ["v"]).output.contains("h.example"))
    #expect(try tool.run(edit + ["/4711"]).output.contains("No key matches"))
    for command in ["export", "history", "describe"] {
      let arguments = [command, Self.suite] + (command == "describe" ? ["server"] : [])
      #expect(try !tool.run(arguments).output.contains("4711"), "\(command)")
    }
  }

  @Test func `a directory that is no bundle is refused`() throws {
    let tool = try Tool()
    let result = try tool.run("read", Self.suite, "key1", "--schema", tool.home.path)
    #expect(result.status != 0)
    #expect(result.complaint.contains(tool.home.lastPathComponent))
  }

  @Test func `a value whose check is given up is refused with that reason`() throws {
    let tool = try Tool()
    // All three branches refer to the definition, so a wrong value in n arrays is checked 2^n times.
    let text = Self.document(
      "\"k\": {\"type\": \"array\", \"not\": {\"const\": [5]}, \"items\": {\"$ref\": \"#/$defs/a\"}}",
      """

        "$defs": {"a": {"anyOf": [
          {"type": "string"},
          {"type": "array", "items": {"$ref": "#/$defs/a"}},
          {"type": "array", "items": {"$ref": "#/$defs/a"}, "maxItems": 5}
        ]}},
      """
    )
    let path = try file(text, "\(Self.suite).schema.json", of: tool)
    let deep = String(repeating: "[", count: 24) + "1" + String(repeating: "]", count: 24)
    let result = try tool.run("write", "--schema", path, Self.suite, "k", deep)
    #expect(result.status == 3)
    #expect(result.complaint == "prefs: k: \(deep) is refused: its check takes too many steps.\n")
    #expect(try tool.run("write", "--schema", path, Self.suite, "k", "[1]").status == 3)
  }
}
