import Foundation
import TestSupport
import Testing

/// Commands that change several suites by patterns, and what they say of those that do not take part.
struct SeveralSuitesTests {
  private let tool: Tool

  init() throws {
    tool = try Tool()
    for suite in ["org.a", "org.b", "net.c"] {
      try tool.run("write", suite, "proxy", suite)
      try tool.run("write", suite, "port", "-int", "1")
    }
  }

  private func values(_ suite: String) throws -> String {
    try tool.run("read", "--json", suite).output.filter { !$0.isWhitespace }
  }

  // MARK: - Writing

  @Test func `a value is written to the suites that have the key`() throws {
    try tool.run("write", "org.d", "other", "1")
    try tool.publish(
      Tool.schema(#""proxy": {"type": "string"}"#, forSuite: "org.e"),
      forSuite: "org.e"
    )
    let plan = try tool.run("write", "--dry-run", "org.*", "proxy", "x")
    #expect(
      plan.output == """
        org.a
        key    now      then  result
        proxy  "org.a"  "x"   changed
        org.b
        key    now      then  result
        proxy  "org.b"  "x"   changed
        org.e
        key    now    then  result
        proxy  unset  "x"   new

        """
    )
    #expect(try values("org.a") == #"{"port":1,"proxy":"org.a"}"#)
    let result = try tool.run("write", "org.*", "proxy", "x")
    #expect(
      result.output == """
        org.a: 1 value changed
        org.b: 1 value changed
        org.e: 1 value changed

        """
    )
    #expect(try values("org.a") == #"{"port":1,"proxy":"x"}"#)
    #expect(try values("org.d") == #"{"other":"1"}"#)
    #expect(try values("org.e") == #"{"proxy":"x"}"#)
    #expect(try values("net.c") == #"{"port":1,"proxy":"net.c"}"#)
  }

  @Test func `a pattern of keys writes those that exist, as one change`() throws {
    #expect(try tool.run("write", "org.a", "p*", "x").output == "org.a: 2 values changed\n")
    #expect(try values("org.a") == #"{"port":"x","proxy":"x"}"#)
    try tool.run("undo", "org.a")
    #expect(try values("org.a") == #"{"port":1,"proxy":"org.a"}"#)
    for call in [["org.a", "none*"], ["org.*", "none"], ["com.*", "proxy"]] {
      let result = try tool.run(["write"] + call + ["x"])
      #expect(result.status == 1, "\(call)")
      #expect(result.output == "", "\(call)")
    }
  }

  @Test func `elements are added to the list of each suite`() throws {
    for suite in ["org.a", "org.b"] { try tool.run("write", suite, "list", "-array", suite) }
    #expect(try tool.run("write", "org.*", "list", "-array-add", "x").status == 0)
    #expect(try values("org.b").contains(#""list":["org.b","x"]"#))
  }

  @Test func `a suite that refuses the value does not keep it from the others`() throws {
    try tool.publish(
      Tool.schema(#""port": {"type": "integer", "maximum": 9}"#, forSuite: "org.a"),
      forSuite: "org.a"
    )
    let result = try tool.run("write", "org.*", "port", "-int", "10")
    #expect(result.status == 3)
    #expect(result.output == "org.b: 1 value changed\n")
    #expect(result.complaint.contains("org.a was not changed, because values were refused"))
    #expect(result.complaint.contains("10 is above the maximum 9"))
    #expect(try values("org.a") == #"{"port":1,"proxy":"org.a"}"#)
    #expect(try tool.run("write", "--dry-run", "org.*", "port", "-int", "10").status == 3)
  }

  @Test func `a key whose kind the value is not is left out, and keeps it from no other key`()
    throws
  {
    try tool.publish(
      Tool.schema(#""port": {"type": "integer"}"#, forSuite: "org.a"),
      forSuite: "org.a"
    )
    for suite in ["org.*", "org.a"] {
      let result = try tool.run("write", "--skip-refused", suite, "p*", "x")
      #expect(result.status == 3)
      #expect(result.complaint.contains("org.a: port was left out: \"x\" is not a number."))
      #expect(try values("org.a") == #"{"port":1,"proxy":"x"}"#)
      try tool.run("undo", "org.a")
      let records = try tool.run("write", "--skip-refused", "--json", suite, "p*", "x").output
      #expect(records.contains(#""result" : "refused""#), "\(records)")
      try tool.run("undo", "org.a")
    }
    #expect(try values("org.b") == #"{"port":"x","proxy":"x"}"#)
  }

  @Test(.thorough) func `a change of many suites is confirmed at a terminal, and nowhere else`()
    throws
  {
    for number in 1...11 { try tool.run("write", "com.n\(number)", "proxy", "x") }
    #expect(try tool.run("write", "com.*", "proxy", "y").output.contains("com.n11: 1 value"))
    let session = try TmuxSession(columns: 120, rows: 40, environment: tool.environment)
    for (answer, value) in [("", "y"), ("n", "y"), ("y", "z")] {
      try session.type("clear; \(tool.program) write 'com.*' proxy z; echo status=$?\n")
      try session.wait(for: "This changes up to 11 suites. Go on?")
      try session.type("\(answer)\n")
      try session.wait(for: value == "z" ? "status=0" : "status=1")
      #expect(try tool.run("read", "com.n1", "proxy").output == value + "\n")
    }
    // The question comes before what shows progress.
    let file = tool.home.path + "/all"
    try tool.run("export", "com.*", file, "--json")
    try tool.run("delete", "com.*", "proxy")
    try session.type("clear; \(tool.program) import 'com.*' \(file); echo status=$?\n")
    try session.wait(for: "This changes up to 11 suites. Go on?")
    try session.type("y\n")
    try session.wait(for: "status=0")
    for number in 1...11 { try tool.run("snapshot", "save", "s\(number)", "com.n1") }
    try session.type("clear; \(tool.program) snapshot delete '*'; echo status=$?\n")
    try session.wait(for: "This changes up to 11 snapshots. Go on?")
    try session.type("n\n")
    try session.wait(for: "status=1")
    #expect(try tool.run("snapshot", "list").output.split(separator: "\n").count == 11)
  }

  @Test(.thorough) func `a change of many keys that match a pattern is confirmed at a terminal`()
    throws
  {
    let numbers = Array(1...11)
    for number in numbers {
      try tool.run("write", "com.a", "k\(number)", "x")
      try tool.runOnImage("write", "com.b", "k\(number)", "x")
    }
    let session = try TmuxSession(columns: 120, rows: 40, environment: tool.environment)
    for command in [
      "write com.a 'k*' y", "delete com.a 'k*'", "--root \(tool.image.path) lock com.b 'k*'",
    ] {
      try session.type("clear; \(tool.program) \(command); echo status=$?\n")
      try session.wait(for: "This changes up to 11 keys. Go on?")
      try session.type("n\n")
      try session.wait(for: "status=1")
    }
    #expect(try tool.run("read", "com.a", "k11").output == "x\n")
  }

  @Test(.thorough, arguments: ["delete 'org.*' proxy", "write 'org.*' proxy x"])
  func `a reader that goes early stops no change half-way`(command: String) throws {
    for number in 1...20 { try tool.run("write", "org.n\(number)", "proxy", "y") }
    _ = try Program.run(
      ["bash", "-c", "\(tool.program) \(command) | true"],
      environment: tool.environment
    )
    let left = try tool.run("find", "--json", "y", "org.*").output
    #expect(!left.contains("\"y\""), "\(left)")
  }

  // MARK: - Files of several suites

  private func write(_ text: String, to name: String) throws -> String {
    let file = tool.home.appendingPathComponent(name)
    try Data(text.utf8).write(to: file)
    return file.path
  }

  @Test func `an import passes over a suite that is refused, or over its refused keys`() throws {
    try tool.publish(
      Tool.schema(#""port": {"type": "integer", "maximum": 9}"#, forSuite: "org.a"),
      forSuite: "org.a"
    )
    let file = try write(
      #"{"org.a": {"port": 10, "proxy": "new"}, "org.b": {"port": 2}}"#,
      to: "all.json"
    )
    let first = try tool.run("import", "*", file)
    #expect(first.status == 3)
    #expect(first.output == "org.b: 1 value changed\n")
    #expect(first.complaint.contains("org.a was not changed"))
    #expect(try values("org.a") == #"{"port":1,"proxy":"org.a"}"#)
    let second = try tool.run("import", "--skip-refused", "org.a", file)
    #expect(second.status == 3)
    #expect(second.complaint.contains("org.a: port was left out"))
    #expect(try values("org.a") == #"{"port":1,"proxy":"new"}"#)
    let records = try tool.run("import", "--skip-refused", "--json", "org.a", file).output
    #expect(records.contains(#""key" : "port""#), "\(records)")
    #expect(records.contains(#""result" : "refused""#), "\(records)")
  }

  @Test func `a comparison reads standard input once, and has the suites of the file alone`() throws
  {
    let file = try write(
      #"{"org.a": {"port": 1, "proxy": "org.a"}, "org.new": {"x": 1}}"#,
      to: "all.json"
    )
    let result = try Program.run(
      ["bash", "-c", "cat '\(file)' | \(tool.program) diff 'org.*' -"],
      environment: tool.environment
    )
    #expect(result.status == 1, "\(result.complaint)")
    #expect(
      result.output == """
        org.b
        key    now      file
        port   1        unset
        proxy  "org.b"  unset
        org.new
        key  now    file
        x    unset  1

        """
    )
    #expect(result.complaint == "")
  }

  @Test func `a usage error is told once, and not for each suite`() throws {
    let result = try tool.run("write", "org.*", "proxy", "x", "y")
    #expect(result.status == 2)
    #expect(result.complaint.components(separatedBy: "One value is expected").count == 2)
  }

  // MARK: - Undo and redo

  @Test func `a damaged history is named, and suites without one take no part`() throws {
    let state = tool.home.appendingPathExtension("state").path
    try Data("garbage\n".utf8).write(to: URL(fileURLWithPath: "\(state)/prefs/org.a.history"))
    #expect(try tool.run("history", "org.*").complaint.contains("org.a.history"))
    #expect(try tool.run("undo", "org.a").complaint.contains("org.a.history"))
    _ = try write("broken", to: "org.broken.plist")
    let undo = try tool.run("undo", "net.*")
    #expect(undo.status == 0)
    let all = try tool.run("redo", "*")
    #expect(all.status == 0, "\(all.complaint)")
  }

  @Test func `the last change of several suites is taken back and made again`() throws {
    try tool.run("write", "org.*", "proxy", "x")
    let undo = try tool.run("undo", "org.*")
    #expect(undo.output == "org.a\nproxy: \"x\" → \"org.a\"\norg.b\nproxy: \"x\" → \"org.b\"\n")
    #expect(try values("net.c") == #"{"port":1,"proxy":"net.c"}"#)
    let redo = try tool.run("redo", "--json", "*").output.filter { !$0.isWhitespace }
    #expect(
      redo == #"[{"suite":"org.a","key":"proxy","old":"org.a","new":"x"},"#
        + #"{"suite":"org.b","key":"proxy","old":"org.b","new":"x"}]"#
    )
    #expect(try tool.run("redo", "*").status == 1)
  }

  @Test func `only the suites of the newest change are taken back, one change after the other`()
    throws
  {
    try tool.run("write", "net.c", "proxy", "older")
    try tool.run("write", "org.*", "proxy", "x")
    #expect(try tool.run("undo", "--dry-run", "*").output.contains("org.b\n"))
    let names = { (output: String) in output.split(separator: "\n").filter { !$0.contains(":") } }
    #expect(names(try tool.run("undo", "*").output) == ["org.a", "org.b"])
    #expect(names(try tool.run("undo", "*").output) == ["net.c"])
    #expect(names(try tool.run("redo", "*").output) == ["net.c"])
    #expect(names(try tool.run("redo", "*").output) == ["org.a", "org.b"])
    #expect(names(try tool.run("undo", "*").output) == ["org.a", "org.b"])
  }

  // MARK: - Types, and every file

  @Test func `types of several keys are printed with their names`() throws {
    #expect(try tool.run("read", "--type", "org.a", "port").output == "Type is integer\n")
    #expect(try tool.run("read-type", "org.a", "p*").output == "port: integer\nproxy: string\n")
    #expect(
      try tool.run("read", "--type", "org.*", "proxy").output
        == "org.a: Type is string\norg.b: Type is string\n"
    )
    #expect(try tool.run("read", "--type", "*", "none").status == 1)
    #expect(try tool.run("read", "--type", "org.a").status == 2)
  }

  @Test func `the values of a host are removed with those of the user`() throws {
    try tool.run("write", "--current-host", "org.a", "port", "2")
    try tool.run("write", "--current-host", "org.b", "host", "h")
    let plan = try tool.run("delete", "--every-file", "--dry-run", "org.a", "port")
    #expect(plan.output.split(separator: "\n").filter { $0.hasPrefix("port") }.count == 2)
    let result = try tool.run("delete", "--every-file", "org.*", "host", "port")
    #expect(result.status == 0)
    #expect(try tool.run("read", "--all", "--json", "org.a").output.contains("port") == false)
    #expect(try tool.run("read", "--all", "--json", "org.b").output.contains("host") == false)
    // Both files are looked at before a key counts as missing.
    let missing = try tool.run("delete", "--every-file", "org.a", "none", "proxy")
    #expect(missing.status == 1)
    #expect(missing.complaint.contains("Not set in org.a: none."))
    #expect(try tool.run("read", "org.a").status == 1)
  }

  // MARK: - Standard input

  @Test func `a value is read from standard input`() throws {
    func shell(_ command: String) throws -> Program.Result {
      try Program.run(
        ["sh", "-c", command.replacing("$p", with: tool.program)],
        environment: tool.environment
      )
    }
    #expect(try shell("echo s3cret | $p write org.a proxy -").status == 0)
    #expect(try tool.run("read", "org.a", "proxy").output == "s3cret\n")
    #expect(try shell("printf 'a\\nb\\n' | $p write 'org.*' proxy -").status == 0)
    #expect(try tool.run("read", "--json", "org.b", "proxy").output == "\"a\\nb\"\n")
    try tool.publish(
      Tool.schema(#""n": {"type": "integer"}"#, forSuite: "org.n"),
      forSuite: "org.n"
    )
    #expect(try shell("echo 7 | $p write org.n n -").status == 0)
    #expect(try tool.run("read", "--json", "org.n", "n").output == "7\n")
    #expect(try shell("echo x | $p write org.n n -").status == 3)
    #expect(try shell("printf '\\377' | $p write org.a proxy -").status == 3)
    try tool.run("write", "org.a", "proxy", "-string", "-")
    #expect(try tool.run("read", "org.a", "proxy").output == "-\n")
  }

  // MARK: - Locks

  @Test func `keys of several suites are locked and unlocked`() throws {
    for suite in ["org.a", "org.b"] { try tool.runOnImage("write", suite, "proxy", "y") }
    let lock = try tool.runOnImage("lock", "org.*", "proxy", "x", "--reason", "work")
    #expect(lock.status == 0, "\(lock)")
    #expect(lock.output == "org.a: 1 key locked\norg.b: 1 key locked\n")
    #expect(try tool.runOnImage("read", "--all", "org.b", "proxy").output == "x\n")
    #expect(try tool.runOnImage("lock", "org.*", "none", "x").status == 1)
    let plan = try tool.runOnImage("unlock", "--dry-run", "*", "pr*")
    #expect(plan.output.hasPrefix("org.a\nkey    now  lock      reason  result\n"), "\(plan)")
    let unlock = try tool.runOnImage("unlock", "*", "pr*")
    #expect(unlock.status == 0, "\(unlock)")
    #expect(unlock.output == "org.a: 1 key unlocked\norg.b: 1 key unlocked\n")
    #expect(try tool.runOnImage("read", "--all", "org.b", "proxy").output == "y\n")
    #expect(try tool.runOnImage("unlock", "*", "pr*").status == 1)
  }

  // MARK: - Reading

  @Test func `keys of several suites are described`() throws {
    let text = try tool.run("describe", "org.*", "port")
    #expect(text.status == 0)
    #expect(text.output.hasPrefix("org.a\n"))
    #expect(text.output.contains("\norg.b\n"))
    let json = try tool.run("describe", "--json", "org.a", "p*").output
    #expect(json.hasPrefix("[") && json.contains(#""proxy""#) && json.contains(#""port""#))
    #expect(try tool.run("describe", "org.*", "none").status == 1)
  }

  @Test func `suites of other programs have no changes of locks`() throws {
    let file = tool.home.appendingPathComponent("other.json").path
    #expect(try tool.run("write", "json:\(file)", "k", "1").status == 0)
    #expect(try tool.run("history").output.contains("other.json"))
    for command in [
      ["history", "--managed"], ["undo", "--managed", "*"], ["undo", "--system", "*"],
    ] {
      let result = try tool.run(command)
      #expect(result.status == 1, "\(command): \(result)")
      #expect(!result.complaint.contains("json:"), "\(result)")
    }
  }

  @Test func `each removed value is a record, and a locked one a failure`() throws {
    for suite in ["org.a", "org.b"] { try tool.runOnImage("write", suite, "proxy", "y") }
    try tool.runOnImage("lock", "org.b", "proxy", "z")
    let plan = try tool.runOnImage("delete", "--dry-run", "--json", "org.*", "proxy")
    #expect(plan.status == 4)
    #expect(plan.output.contains(#""result" : "refused""#), "\(plan)")
    let result = try tool.runOnImage("delete", "--json", "org.*", "proxy")
    #expect(result.status == 4)
    #expect(result.output.contains(#""result" : "removed""#), "\(result)")
    #expect(result.output.contains(#""result" : "failed""#), "\(result)")
    #expect(result.output.contains(#""layer" : "user""#), "\(result)")
    let empty = try tool.runOnImage("delete", "--json", "org.a")
    #expect(empty.status == 1)
    #expect(empty.output.ranges(of: "[").count <= 1, "\(empty)")
    #expect(try tool.runOnImage("read", "org.a", "proxy").status == 1)
  }
}
