import Foundation
import TestSupport
import Testing

@Suite struct ReadWriteTests {
  @Test func `without a value in any layer there are no records`() throws {
    let tool = try Tool()
    let result = try tool.run("read", "org.example.none", "--layers", "--json")
    #expect(result.output == "[]\n" && result.status == 1)
    #expect(try tool.run("delete", "org.example.none", "--", "--json").output == "")
  }

  @Test func `a script gets a text of its own where a key has no value`() throws {
    let tool = try Tool()
    try tool.run("write", "org.example.set", "a", "1")
    for (arguments, text) in [(["a"], "1\n"), (["b"], "none\n")] {
      let result = try tool.run(["read", "org.example.set", "--default", "none"] + arguments)
      #expect(result.status == 0 && result.output == text)
    }
    #expect(try tool.run("read", "org.example.missing", "a", "--default", "x").output == "x\n")
    #expect(try tool.run("read", "org.example.set", "--default", "x").status == 2)
    #expect(try tool.run("read", "org.example.set", "b", "--json", "--default", "x").status == 2)
  }

  @Test(
    .thorough,
    arguments: [
      (["-bool", "YES"], "true"), (["--bool", "false"], "false"), (["-int", "-5"], "-5"),
      (["-integer", "9223372036854775807"], "9223372036854775807"), (["-float", "0.1"], "0.1"),
      (["-float", "1"], "1.0"), (["-string", "-5"], "\"-5\""), (["plain é 🦄"], "\"plain é 🦄\""),
      (["-date", "2026-03-14 09:26:53"], "{\n  \"$date\" : \"2026-03-14T09:26:53Z\"\n}"),
      (["-data", "00ff 10"], "{\n  \"$data\" : \"AP8Q\"\n}"),
      (["-float", "-inf"], "{\n  \"$real\" : \"-inf\"\n}"),
      (["-array-add", "a"], "[\n  \"a\"\n]"), (["-dict-add", "a", "b"], "{\n  \"a\" : \"b\"\n}"),
      (["-array", "a", "-int", "1", "-bool", "no"], "[\n  \"a\",\n  1,\n  false\n]"),
      (["-array"], "[]"),
      (["-dict", "a", "1", "b", "-float", "2"], "{\n  \"a\" : \"1\",\n  \"b\" : 2.0\n}"),
    ]
  )
  func `a typed value comes back as it was written`(arguments: [String], json: String) throws {
    let tool = try Tool()
    let write = try tool.run(["write", "org.example.x", "key"] + arguments)
    #expect(write.status == 0, "\(write.complaint)")
    #expect(try tool.run("read", "org.example.x", "key", "--json").output == json + "\n")
  }

  @Test func `a pattern that nothing matches is an empty document`() throws {
    let result = try Tool().run("read", "--json", "nosuch.*")
    #expect(result.output == "{}\n")
    #expect(result.status == 1)
  }

  @Test func `a suite that nothing is known of is stored, and a near name is suggested`() throws {
    let tool = try Tool()
    try tool.run("write", "org.example.lantern", "key", "1")
    let write = try tool.run("write", "org.example.lantren", "key", "1")
    #expect(write.status == 0)
    #expect(write.complaint.contains("Did you mean \"org.example.lantern\"?"))
    #expect(try tool.run("write", "org.example.lantren", "key", "2").complaint.isEmpty)
    #expect(try tool.run("write", "--quiet", "org.example.lanterm", "key", "2").complaint.isEmpty)
  }

  @Test(arguments: [
    (["-float", "0.5"], "0.25", "0.25"), (["-float", "0.5"], "1", "1.0"),
    (["-int", "3"], "4", "4"),
    (["-int", "3"], "0.5", "0.5"), (["-bool", "no"], "yes", "true"),
    (["-string", "3"], "4", "\"4\""),
    (["-float", "0.5"], "loud", "\"loud\""), (["-int", "3"], "'4'", "\"'4'\""),
    (["-int", "3"], "0042", "\"0042\""), (["-int", "3"], "0", "0"),
    (["-int", "3"], "99999999999999999999", "\"99999999999999999999\""),
  ])
  func `without a schema a text stays what the value was`(
    first: [String],
    text: String,
    json: String
  ) throws {
    let tool = try Tool()
    try tool.run(["write", "org.example.x", "key"] + first)
    #expect(try tool.run("write", "org.example.x", "key", text).status == 0)
    #expect(try tool.run("read", "org.example.x", "key", "--json").output == json + "\n")
    #expect(try tool.run("write", "org.example.x", "key", "-string", "1").status == 0)
    #expect(try tool.run("read", "org.example.x", "key", "--json").output == "\"1\"\n")
  }

  @Test func `without a schema a list or a dictionary stays one if the text is one in JSON`() throws
  {
    let tool = try Tool()
    try tool.run("write", "app", "list", "-array", "a", "b")
    try tool.run("write", "app", "names", "-dict", "a", "b")
    try tool.run("write", "app", "list", #"["x", 1]"#)
    try tool.run("write", "app", "names", #"{"c": true}"#)
    let list = try tool.run("read", "app", "list", "--json").output
    #expect(list.filter { !$0.isWhitespace } == #"["x",1]"#)
    let names = try tool.run("read", "app", "names", "--json").output
    #expect(names.filter { !$0.isWhitespace } == #"{"c":true}"#)
    for text in ["5", "{}", "a, b", "[1"] {
      try tool.run("write", "app", "list", "-array", "a")
      try tool.run("write", "app", "list", text)
      #expect(try tool.run("read", "app", "list", "--json").output == "\"\(text)\"\n")
    }
  }

  @Test(arguments: [
    ["-date", "0000-12-31 23:59:59"], ["-date", "10000-01-01"], ["-date", "-0044-03-15"],
    ["-date", "0001-01-01 00:30 +01:00"], ["-array", "-date", "10000-01-01T00:00:00Z"],
    ["-dict", "a", "-date", "0000-01-01"], ["-date", "2001-01-01 00:00:00 UTC + 1e+300s"],
  ])
  func `a date outside of the years that its text can hold is refused`(arguments: [String]) throws {
    let tool = try Tool()
    let write = try tool.run(["write", "org.example.x", "key"] + arguments)
    #expect(write.status == 3)
    #expect(write.complaint.contains("is not in the years 1 to 9999"))
    #expect(try tool.run("read", "org.example.x", "key").status == 1)
  }

  @Test func `a number that is too large is refused and not stored as the infinity`() throws {
    let tool = try Tool()
    let write = try tool.run("write", "org.example.x", "key", "-float", "1e999")
    #expect(write.status == 3)
    #expect(write.complaint.contains("1e999 is too large"))
  }

  @Test(arguments: ["0000-12-30T00:00:00Z", "10000-01-01T00:00:00Z", "0001-01-01T00:00:00Z"])
  func `a stored date of any year is kept and printed`(text: String) throws {
    let tool = try Tool()
    let home = try #require(tool.environment["XDG_CONFIG_HOME"])
    let document = """
      <?xml version="1.0" encoding="UTF-8"?>
      <plist version="1.0">
      <dict>
      \t<key>when</key>
      \t<date>\(text)</date>
      </dict>
      </plist>

      """
    let file = home + "/org.example.x.plist"
    try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
    try Data(document.utf8).write(to: URL(fileURLWithPath: file))
    #expect(
      try tool.run("read", "org.example.x", "when", "--json").output
        == "{\n  \"$date\" : \"\(text)\"\n}\n"
    )
    #expect(try tool.run("write", "org.example.x", "a", "1").status == 0)
    let stored = try String(contentsOfFile: file, encoding: .utf8)
    #expect(stored.contains("\t<key>when</key>\n\t<date>\(text)</date>\n"))
  }

  @Test func `a key with two dashes is written, and a type in its place is refused`() throws {
    let tool = try Tool()
    for type in ["-int", "--int", "-array", "-bool", "-dict-add"] {
      let refused = try tool.run("write", "org.example.x", "--", type, "5")
      #expect(refused.status == 2)
      #expect(refused.complaint.contains("is a type of value"))
    }
    #expect(try tool.run("read", "org.example.x").status == 1)
    #expect(try tool.run("write", "--", "org.example.x", "--", "-int", "5").status == 0)
    #expect(
      try tool.run("read", "--json", "org.example.x").output.filter { !$0.isWhitespace }
        == #"{"--":5}"#
    )
  }

  @Test func `a whole suite is printed as macOS prints it`() throws {
    let tool = try Tool()
    try tool.run("write", "org.example.x", "name", "Ada Lovelace")
    try tool.run("write", "org.example.x", "on", "-bool", "true")
    try tool.run("write", "org.example.x", "list", "-array", "a", "b c")
    let result = try tool.run("read", "org.example.x")
    #expect(
      result.output == """
        {
            list =     (
                a,
                "b c"
            );
            name = "Ada Lovelace";
            on = 1;
        }

        """
    )
  }

  @Test func `the schema decides about the type where none is given`() throws {
    let tool = try Tool()
    try tool.run("write", Tool.suite, "quality", "1")
    try tool.run("write", Tool.suite, "appearance.paper", "Lined")
    try tool.run("write", Tool.suite, "autosave.unknown", "1")
    #expect(
      try tool.plistlib()
        == "{\"appearance.paper\": 1, \"autosave.unknown\": \"1\", \"quality\": 1.0}"
    )
  }

  @Test func `defaults are printed when asked for`() throws {
    let tool = try Tool()
    #expect(try tool.run("read", Tool.suite, "--json").output == "{}\n")
    let all = try tool.run("read", Tool.suite, "--json", "--all").output
    #expect(all.contains("\"quality\" : 0.8"))
    #expect(try tool.run("read", Tool.suite, "quality", "--all").output == "0.8\n")
  }

  @Test func `deleting removes keys and suites`() throws {
    let tool = try Tool()
    for key in ["a", "b", "c"] { try tool.run("write", "org.example.x", key, key) }
    #expect(try tool.run("delete", "org.example.x", "a").status == 0)
    #expect(try tool.run("read", "org.example.x", "b").output == "b\n")
    #expect(try tool.run("delete", "org.example.x").status == 0)
    #expect(try tool.run("read", "org.example.x").status == 1)
  }

  @Test func `suites are listed`() throws {
    let tool = try Tool()
    try tool.run("write", "org.example.b", "k", "v")
    try tool.run("write", "org.example.a", "k", "v")
    #expect(try tool.run("domains").output == "org.example.a, org.example.b\n")
    #expect(
      try tool.run("domains", "--json").output
        .filter { !$0.isWhitespace } == #"[{"suite":"org.example.a"},{"suite":"org.example.b"}]"#
    )
    // The file of a suite stays when its last value is removed.
    try tool.run("delete", "org.example.b")
    #expect(try tool.run("domains").output == "org.example.a\n")
    let file = tool.home.appendingPathComponent("org.example.b.plist")
    #expect(FileManager.default.fileExists(atPath: file.path))
    try Data("broken".utf8).write(to: file)
    #expect(try tool.run("domains").output == "org.example.a, org.example.b\n")
  }

  @Test(arguments: [false, true])
  func `another configuration directory is named before or after the command`(
    isFirst: Bool
  ) throws {
    let tool = try Tool()
    let other = tool.home.appendingPathComponent("other").path
    let option = ["--config-home", other]
    let names = ["org.example.x", "k", "v"]
    let arguments = isFirst ? option + ["write"] + names : ["write"] + option + names
    #expect(try tool.run(arguments).status == 0)
    #expect(FileManager.default.fileExists(atPath: other + "/org.example.x.plist"))
  }

  @Test func `changes are printed while watching`() throws {
    let tool = try Tool()
    try tool.run("write", "org.example.x", "k", "-int", "1")
    let watch = try tool.start(tool.program, "watch", "org.example.x", "--json")
    defer { watch.send(signal: SIGTERM) }
    // The first line that comes proves that it watches; until then the value changes.
    for number in 2..<200 where watch.output.isEmpty {
      try tool.run("write", "org.example.x", "k", "-int", "\(number)")
    }
    #expect(watch.output.contains("\"key\": \"k\", \"layer\": \"user\", \"old\": "))
  }

  @Test func `the tool's own options are no values of the suite`() throws {
    let tool = try Tool()
    try tool.run("write", Tool.suite, "quality", "0.5")
    let result = try tool.run("read", "--all", "--layers", Tool.suite)
    #expect(result.status == 0)
    #expect(!result.output.contains("argument"))
    #expect(!result.output.contains("all"))
  }

  @Test func `other suites know nothing of the sample app's defaults`() throws {
    let tool = try Tool()
    try tool.run("write", "org.example.other", "author", "Ada")
    let result = try tool.run("read", "org.example.other", "author", "--layers")
    #expect(result.status == 0)
    #expect(result.output.contains("Ada"))
    #expect(!result.output.contains("registered"))
  }

  @Test func `elements and members without a type have the one that the schema declares`() throws {
    let tool = try Tool()
    let suite = "org.example.lists"
    let properties = """
      "sizes": {"type": "array", "items": {"type": "integer"}},
      "table": {"type": "object", "properties": {"on": {"type": "boolean"}, "name": {"type": "string"}}}
      """
    try tool.publish(Tool.schema(properties, forSuite: suite), forSuite: suite)
    #expect(try tool.run("write", suite, "sizes", "-array", "80", "100").status == 0)
    #expect(try tool.run("write", suite, "sizes", "-array-add", "120").status == 0)
    #expect(try tool.run("write", suite, "table", "-dict", "on", "true", "name", "5").status == 0)
    let read = try tool.run("read", "--json", suite).output.filter { !$0.isWhitespace }
    #expect(read == #"{"sizes":[80,100,120],"table":{"name":"5","on":true}}"#)
    let refused = try tool.run("write", suite, "sizes", "-array", "80", "wide")
    #expect(refused.status == 3 && refused.complaint.contains("item 2"), "\(refused)")
  }
}
