import Foundation
import TestSupport
import Testing

/// Export and import with the real tool.
struct TransferTests {
  private let tool: Tool
  private static let suite = "org.example.transfer"

  init() throws {
    tool = try Tool()
  }

  private func shell(_ script: String, _ tool: Tool? = nil) throws -> Program.Result {
    let tool = tool ?? self.tool
    return try Program.run(
      ["bash", "-c", "p=\(tool.program); s=\(Self.suite); d=\(tool.home.path); " + script],
      environment: tool.environment
    )
  }

  private func write(_ values: [[String]]) throws {
    for value in values { try tool.run(["write", Self.suite] + value) }
  }

  @Test func `input that another program has made not to wait is waited for`() throws {
    let script = """
      import os, subprocess, sys, time
      source, end = os.pipe()
      os.set_blocking(source, False)
      tool = subprocess.Popen([sys.argv[1], "import", sys.argv[2], "-"], stdin=source)
      time.sleep(0.3)
      os.write(end, b'{"k": 1}')
      os.close(end)
      sys.exit(tool.wait())
      """
    let result = try Program.run(
      ["python3", "-c", script, tool.program, Self.suite],
      environment: tool.environment
    )
    #expect(result.status == 0 && result.complaint == "", "\(result.complaint)")
    #expect(try tool.run("read", Self.suite, "k").output == "1\n")
  }

  private static let everyType = [
    ["bool", "-bool", "true"], ["int", "-int", "-9223372036854775808"], ["real", "-float", "0.1"],
    ["inf", "-float", "inf"], ["nan", "-float", "nan"], ["text", "tab\tand é"],
    ["when", "-date", "2026-03-14 09:26:53.25"], ["bytes", "-data", "00ff"],
    ["list", "-array", "a", "-int", "1", "-bool", "no"], ["dict", "-dict", "$date", "soon"],
    ["$key", "x"], ["empty", "-array"],
  ]

  @Test(.thorough, arguments: ["", "--json", "--plist"])
  func `what is exported, imported in an empty home and exported again is the same`(
    form: String
  ) throws {
    try write(Self.everyType)
    let first = try shell("$p export $s - \(form)")
    #expect(first.status == 0, "\(first.complaint)")
    let other = try Tool()
    let path = tool.home.path + "/first"
    try Data(first.output.utf8).write(to: URL(fileURLWithPath: path))
    #expect(try other.run("import", Self.suite, path).status == 0)
    #expect(try shell("$p export $s - \(form)", other).output == first.output)
    #expect(try shell("$p export $s $d/file \(form) && cat $d/file").output == first.output)
  }

  @Test(arguments: ["--json", "--plist"])
  func `locks are exported with their reasons, and get them back`(form: String) throws {
    for (suite, key, reason) in [
      ("org.a", "k", "first"), ("org.a", "l", ""), ("org.b", "k", "second"),
    ] {
      try tool.runOnImage("lock", suite, key, "1", "--reason", reason)
    }
    let file = tool.home.path + "/locks"
    #expect(try tool.runOnImage("export", "--managed", form, "org.*", file).status == 0)
    let one = try tool.runOnImage("export", "--managed", "--json", "org.a").output
    #expect(one.filter { !$0.isWhitespace } == #"{"$reasons":{"k":"first"},"k":"1","l":"1"}"#)
    let before = try tool.runOnImage("locks").output
    try tool.runOnImage("unlock", "org.*", "*")
    let result = try tool.runOnImage("import", "--managed", "org.*", file)
    #expect(result.output == "org.a: 2 values changed\norg.b: 1 value changed\n", "\(result)")
    #expect(try tool.runOnImage("locks").output == before)
    let again = try tool.runOnImage("import", "--managed", "--dry-run", "--json", "org.*", file)
    #expect(again.output.components(separatedBy: #""result" : "same""#).count == 4, "\(again)")
    let compared = try tool.runOnImage("diff", "--managed", "org.*", file)
    #expect(compared.status == 0, "\(compared)")
  }

  @Test func `a user's key that is called as the reasons of locks are is a key like any other`()
    throws
  {
    try write([["k", "v"], ["$reasons", "-dict", "k", "text"]])
    let other = tool.home.path + "/other"
    let export = try shell("$p export $s $d/file && $p diff $s $d/file")
    #expect(export.status == 0, "\(export)")
    for command in [
      "import $s $d/file", "copy $s --from-config-home $d --to-config-home $d/copied",
    ] {
      let result = try shell("$p --config-home \(other) \(command)")
      #expect(result.status == 0, "\(result)")
      #expect(result.complaint.contains("is taken for a key") == command.hasPrefix("import"))
    }
    for home in [other, tool.home.path + "/copied"] {
      let read = try tool.run("--config-home", home, "read", Self.suite, "$reasons")
      #expect(read.output.contains("k = text"), "\(read)")
    }
  }

  @Test func `with --all the values in use are exported, and imported as stored ones`() throws {
    try write([["level", "-int", "5"]])
    let schema = tool.home.path + "/app.schema.json"
    let text = Tool.schema(
      """
      "level": {"type": "integer", "default": 1}, "name": {"type": "string", "default": "x"},
      "free": {"type": "string"}
      """,
      forSuite: Self.suite
    )
    try Data(text.utf8).write(to: URL(fileURLWithPath: schema))
    let all = try shell("$p export $s - --json --all --schema \(schema)")
    #expect(all.output == "{\n  \"level\" : 5,\n  \"name\" : \"x\"\n}\n")
    #expect(
      try shell("$p export $s - --json --schema \(schema)").output == "{\n  \"level\" : 5\n}\n"
    )
    #expect(
      try shell("$p export $s - name --json --all --schema \(schema)").output
        == "{\n  \"name\" : \"x\"\n}\n"
    )
  }

  @Test func `a new file is for the user alone`() throws {
    try write([["k", "v"]])
    try tool.run("export", Self.suite, tool.home.path + "/file")
    let attributes = try FileManager.default.attributesOfItem(atPath: tool.home.path + "/file")
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }

  @Test(arguments: [
    ([], "k, l", 1), (["*"], "k, l", 1), (["l"], "l", 0), (["apiToken"], "apiToken", 0),
    (["api*"], "", 1), (["--secrets"], "apiToken, k, l", 0), (["?"], "k, l", 0), (["none"], "", 0),
  ])
  func `patterns choose keys, and secrets are left out and counted`(
    arguments: [String],
    keys: String,
    omitted: Int
  ) throws {
    try write([["k", "1"], ["l", "2"], ["apiToken", "3"]])
    let options = arguments.filter { $0.hasPrefix("--") }
    let patterns = arguments.filter { !$0.hasPrefix("--") }
    let result = try tool.run(["export", "--json"] + options + [Self.suite, "-"] + patterns)
    #expect(result.status == (keys.isEmpty ? 1 : 0))
    #expect(result.complaint.contains("\(omitted) secret left out") == (omitted > 0))
    guard !keys.isEmpty else { return }
    let object = try JSONSerialization.jsonObject(with: Data(result.output.utf8))
    let names = (object as? [String: Any])?.keys.sorted().joined(separator: ", ")
    #expect(names == keys)
  }

  @Test func `an import merges, removes what is null, and is undone at once`() throws {
    try write([["k", "1"], ["l", "2"], ["m", "3"]])
    let script =
      #"echo '{"k": 5, "l": null, "n": {"$date": "2026-01-02T00:00:00Z"}}' | $p import $s -"#
    let result = try shell(script)
    #expect(result.status == 0)
    #expect(result.output == "\(Self.suite): 3 values changed\n")
    let stored = try tool.run("read", Self.suite, "--json").output.filter { !$0.isWhitespace }
    #expect(stored == #"{"k":5,"m":"3","n":{"$date":"2026-01-02T00:00:00Z"}}"#)
    #expect(try tool.run("undo", Self.suite).status == 0)
    let before = try tool.run("read", Self.suite, "--json").output.filter { !$0.isWhitespace }
    #expect(before == #"{"k":"1","l":"2","m":"3"}"#)
  }

  @Test func `a dry run shows each key and changes nothing`() throws {
    try write([["k", "1"], ["longer", "2"], ["same", "3"]])
    let script = #"echo '{"k": 5, "longer": null, "same": "3", "e\u001b": true}'"#
    let result = try shell(script + " | $p import $s - --dry-run")
    #expect(result.status == 0)
    #expect(
      result.output == """
        key      now    file   result
        e\\u{1B}  unset  true   new
        k        "1"    5      changed
        longer   "2"    unset  removed
        same     "3"    "3"    same

        """
    )
    let json = try shell(script + " | $p import $s - --dry-run --json").output
    let rows = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [[String: Any]]
    #expect(rows?.compactMap { $0["result"] as? String } == ["new", "changed", "removed", "same"])
    #expect(try tool.run("read", Self.suite, "k").output == "1\n")
    #expect(try tool.run("read", Self.suite, "longer").status == 0)
  }

  @Test func `a refused value keeps all others from being stored`() throws {
    let script = #"echo '{"author": "Ada", "quality": 7}' | $p import \#(Tool.suite) -"#
    let dry = try shell(script + " --dry-run")
    #expect(dry.status == 3)
    #expect(dry.output.contains("quality  unset  7      refused: 7 is above the maximum 1"))
    let result = try shell(script)
    #expect(result.status == 3)
    #expect(result.complaint.contains("quality: 7 is above the maximum 1"))
    #expect(try tool.json("author") == nil)
    #expect(try shell(script + " author").status == 0)
    #expect(try tool.json("author") == "\"Ada\"")
  }

  @Test(arguments: [
    ("echo '{\"k\" 5}' | $p import $s -", 3, "line 1, column 6"),
    ("echo '[1]' | $p import $s -", 3, "an object is expected"),
    ("echo '{\"k\": {\"$dat\": 1}}' | $p import $s -", 3, "the value of \"k\""),
    ("$p import $s $d/none", 6, "could not be opened"), ("$p import $s $d", 6, "is not a"),
    ("$p import $s", 2, "Missing expected argument"), ("$p import $s ''", 2, "a path is expected"),
    ("$p export $s", 1, "stores nothing to export"),
    ("$p export $s - --json --plist", 2, "exclude each other"),
    ("$p write $s k v; $p export $s $d/none/../file/x; $p export $s $d/$s.plist/x", 6, "plist"),
    ("$p import $s - <&-", 6, "Standard input could not be read"),
  ])
  func `what cannot be done is said`(script: String, status: Int32, complaint: String) throws {
    let result = try shell(script)
    #expect(result.status == status)
    #expect(result.complaint.contains(complaint), "\(result.complaint)")
    #expect(result.output == "")
  }

  @Test func `a number is stored in the form that the schema declares`() throws {
    let properties = #""ratio": {"type": "number"}, "count": {"type": "integer"}, "free": {}"#
    try tool.publish(Tool.schema(properties, forSuite: Self.suite), forSuite: Self.suite)
    let script = #"echo '{"ratio": 2, "count": 3.0, "free": 4}' | $p import $s -"#
    #expect(try shell(script).status == 0)
    let types = try ["ratio", "count", "free"].map {
      try tool.run("read-type", Self.suite, $0).output
    }
    #expect(types == ["Type is float\n", "Type is integer\n", "Type is integer\n"])
    #expect(try !shell(script + " --dry-run").output.contains("changed"))
  }

  @Test func `values of secrets are in no message`() throws {
    try write([["apiToken", "first"]])
    let script = #"echo '{"apiToken": "second"}' | $p import $s -"#
    let table = try shell(script + " --dry-run")
    #expect(table.output.contains("apiToken  (secret)  (secret)  changed"))
    let json = try shell(script + " --dry-run --json")
    #expect(!json.output.contains("second"))
    #expect(try shell(script).status == 0)
    #expect(try tool.run("read", Self.suite, "apiToken").output == "second\n")
  }

  /// Two suites, each with a value, a dictionary and a list.
  private func makeSuites() throws {
    for suite in ["org.example.one", "two"] {
      try tool.run("write", suite, "name", suite)
      try tool.run("write", suite, "box", "-dict", "a", "b")
    }
  }

  @Test(.thorough, arguments: ["--json", "--plist"], ["'*'", "'*e'", "'tw?'"])
  func `an export of several suites is not imported into another one`(
    form: String,
    pattern: String
  ) throws {
    try makeSuites()
    for call in ["import $s", "import --dry-run $s", "diff $s"] {
      let result = try shell("$p export \(form) \(pattern) $d/all && $p \(call) $d/all")
      #expect(result.status == 3, "\(call): \(result)")
      #expect(result.complaint.contains("several suites"), "\(call): \(result.complaint)")
      #expect(result.complaint.contains("two") || result.complaint.contains("org.example.one"))
    }
    #expect(try tool.run("read", Self.suite).status == 1)
  }

  @Test(arguments: ["--json", "--plist"])
  func `the suites of an export come back, all of them or those that are named`(
    form: String
  ) throws {
    try makeSuites()
    let other = try shell(
      """
      $p export \(form) '*' $d/all && $p delete '*' >$d/log && $p import two $d/all && $p read --json '*'
      """
    )
    #expect(other.output.contains(#""two""#) && !other.output.contains("org.example.one"))
    let plan = try shell("$p import --dry-run 'org.*' $d/all name")
    #expect(plan.output.hasPrefix("org.example.one\n"))
    #expect(!plan.output.contains("two") && !plan.output.contains("box"))
    #expect(try shell("$p import '*' $d/all >$d/log && $p diff '*' $d/all").output == "")
    #expect(try tool.run("read", "org.example.one", "name").output == "org.example.one\n")
    try tool.run("write", "two", "name", "x")
    let difference = try shell("$p diff '*' $d/all")
    #expect(difference.status == 1)
    #expect(difference.output == "two\nkey   now  file\nname  \"x\"  \"two\"\n")
    let none = try shell("$p import 'net.*' $d/all")
    #expect(none.status == 1)
    #expect(none.complaint.contains("It has org.example.one, two."), "\(none)")
    let single = try shell("$p export \(form) two $d/one && $p import 't*' $d/one")
    #expect(single.status == 3)
  }

  @Test func `a file may be the output of a command`() throws {
    let command = """
      $p import $s <(echo '{"n": 1}') && $p diff $s <(echo '{"n": 2}'); \
        $p apply <(echo '{"suites": {"$s": {"values": {"n": 3}}}}') >/dev/null && $p read $s n
      """
    let result = try Program.run(
      [
        "bash", "-c",
        command.replacing("$p", with: tool.program).replacing("$s", with: Self.suite),
      ],
      environment: tool.environment
    )
    #expect(result.output == "key  now  file\nn    1    2\n3\n", "\(result)")
  }

  @Test func `a secret that an export leaves out is no difference`() throws {
    let result = try shell(
      """
      $p write $s name x && $p write $s apiToken 1234567890abcdef && $p export $s $d/e && $p diff $s $d/e
      """
    )
    #expect(result.status == 0, "\(result)")
    #expect(result.output == "")
  }

  @Test(arguments: [
    #"{"suites": {"org.example.one": {"values": {"k": 1}}}}"#,
    #"{"$schema": "x", "suites": {"org.example.one": {"locks": {}}}}"#,
    #"{"saved": {"$date": "2026-01-01"}, "suites": {"a": {"includesSecrets": false, "values": {}}}}"#,
    #"{"org.example.app": {"k": 1}, "org.example.other": {"k": 2}}"#,
    #"{"NSGlobalDomain": {"k": 1}, "com.example.app": {"k": 2}}"#,
  ])
  func `a file of another command is not imported as values`(document: String) throws {
    let file = tool.home.appendingPathComponent("in.json")
    try Data(document.utf8).write(to: file)
    let result = try tool.run("import", Self.suite, file.path)
    #expect(result.status == 3, "\(result)")
    #expect(try tool.run("read", Self.suite).status == 1)
  }

  @Test func `dictionaries under other names are imported, and any if their keys are named`() throws
  {
    let file = tool.home.appendingPathComponent("in.json")
    let document = #"{"window": {"x": 1}, "fonts": {"body": "Serif"}, "suites": {"a": 1}}"#
    try Data(document.utf8).write(to: file)
    #expect(try tool.run("import", Self.suite, file.path).status == 0)
    try Data(#"{"org.example.app": {"k": 1}}"#.utf8).write(to: file)
    #expect(try tool.run("import", Self.suite, file.path).status == 3)
    #expect(try tool.run("import", Self.suite, file.path, "org.example.app").status == 0)
    // A suite that stores such keys already gets them as its own export has them.
    #expect(try tool.run("export", Self.suite, file.path, "org.*").status == 0)
    #expect(try tool.run("import", Self.suite, file.path).status == 0)
  }

  @Test func `a named key is imported from a file of several suites`() throws {
    let file = tool.home.appendingPathComponent("all.json").path
    for suite in ["org.example.a", "org.example.b"] {
      try tool.run("write", suite, "theme", "light")
      try tool.run("write", suite, "size", "3")
    }
    try tool.run("export", "org.example.?", file, "--json")
    try tool.run("write", "org.example.a", "theme", "dark")
    #expect(try tool.run("import", "org.example.a", file, "theme").status == 0)
    #expect(try tool.run("read", "org.example.a", "theme").output == "light\n")
    for suite in ["org.example.a", "org.example.?"] {
      let result = try tool.run("import", suite, file, "theem")
      #expect(result.status == 1)
      #expect(result.complaint.contains("does not have the key theem. Nothing was changed."))
    }
    let partly = try tool.run("import", "org.example.a", file, "size", "theem")
    #expect(partly.status == 1)
    #expect(partly.complaint.contains("does not have the key theem.\n"))
  }

  @Test(.thorough) func `many keys are imported in one change`() throws {
    let script = """
      python3 -c 'import json; print(json.dumps({f"key{n}": n for n in range(20000)}))' >$d/many
      $p import $s $d/many && $p export $s - --json | python3 -c 'import json,sys; print(len(json.load(sys.stdin)))'
      $p import $s $d/many --dry-run | grep -c same
      """
    let result = try shell(script)
    let reported = "\(Self.suite): 20000 values changed\n20000\n20000\n"
    #expect(result.output == reported, "\(result.complaint)")
    #expect(try tool.run("undo", Self.suite).status == 0)
    #expect(try tool.run("read", Self.suite).status == 1)
  }
}
