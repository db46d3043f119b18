import Foundation
import Glibc
import TestSupport
import Testing

/// Declarations of several suites, applied to an image, whose owner counts as its administrator.
struct ApplyCommandTests {
  private let tool: Tool
  private static let app = "org.example.app"

  init() throws {
    tool = try Tool()
    let properties = #""level": {"type": "number", "maximum": 5}, "count": {"type": "integer"}"#
    try tool.publish(Tool.schema(properties, forSuite: Self.app), forSuite: Self.app)
  }

  /// Writes declarations into files, and applies them.
  private func apply(_ options: [String] = [], _ declarations: String...) throws -> Program.Result {
    var files: [String] = []
    for (number, declaration) in declarations.enumerated() {
      let file = tool.home.appendingPathComponent("\(number).json")
      try Data(declaration.utf8).write(to: file)
      files.append(file.path)
    }
    let schemas = ["--schema-dir", tool.home.path + ".data/prefs/schemas"]
    return try tool.runOnImage(["apply"] + schemas + options + files)
  }

  /// What a suite of the image stores, as JSON without blanks.
  private func stored(_ suite: String, _ options: String...) throws -> String {
    let arguments = ["read", "--json", "--secrets"] + options + [suite]
    return try tool.runOnImage(arguments).output.filter { !$0.isWhitespace }
  }

  private static let two = """
    { "suites": {
      "org.example.app": {
        "values": { "level": 2, "count": 3.0, "when": { "$date": "2026-01-02" } },
        "absent": ["old"],
        "locks": { "telemetry": { "value": false, "reason": "Ask the desk." } },
        "unlocked": ["free"] },
      "other": { "values": { "k": "v" } } } }
    """

  @Test(.thorough)
  func `suites get what is declared, a second run changes nothing, and undo takes it back`()
    throws
  {
    try tool.runOnImage("write", Self.app, "old", "x")
    try tool.runOnImage("lock", Self.app, "free", "1", "--reason", "why")
    let first = try apply([], Self.two)
    #expect(first.status == 0, "\(first.complaint)")
    #expect(
      first.output == """
        org.example.app
        key    now    file                               result
        count  unset  3                                  new
        level  unset  2.0                                new
        old    "x"    unset                              removed
        when   unset  {"$date": "2026-01-02T00:00:00Z"}  new
        org.example.app, locks
        key        now       lock      reason         result
        free       "1"       unlocked                 removed
        telemetry  unlocked  false     Ask the desk.  new
        other
        key  now    file  result
        k    unset  "v"   new

        """
    )
    let values = #"{"count":3,"level":2.0,"when":{"$date":"2026-01-02T00:00:00Z"}}"#
    #expect(try stored(Self.app) == values)
    #expect(try stored(Self.app, "--managed") == #"{"telemetry":false}"#)
    let second = try apply([], Self.two)
    #expect(second.status == 0)
    #expect(second.output == "Nothing to change.\n")
    #expect(try apply(["--quiet"], Self.two).output == "")
    #expect(try apply(["--check"], Self.two).status == 0)
    #expect(try tool.runOnImage("undo", Self.app).status == 0)
    #expect(try stored(Self.app) == #"{"old":"x"}"#)
    #expect(try stored("other") == #"{"k":"v"}"#)
  }

  @Test func `a check changes nothing, and its status says whether anything would change`() throws {
    let check = try apply(["--check", "--json"], Self.two)
    #expect(check.status == 1)
    let records =
      try JSONSerialization.jsonObject(with: Data(check.output.utf8)) as? [[String: Any]]
    let locks = records?.filter { $0["suite"] as? String == Self.app && $0["layer"] != nil }
    #expect(locks?.compactMap { $0["result"] as? String } == ["same", "new"])
    #expect(try FileManager.default.contentsOfDirectory(atPath: tool.image.path) == [])
  }

  @Test func `a suite that cannot be read does not keep the others as they are`() throws {
    try tool.writeToImage("damaged", tool.home.path + "/org.example.b.plist")
    let suite = #"{"values": {"n": 1}}"#
    let three =
      #""org.example.a": \#(suite), "org.example.b": \#(suite), "org.example.c": \#(suite)"#
    let result = try apply(["--json"], #"{"suites": {\#(three)}}"#)
    #expect(result.status == 6)
    #expect(result.complaint.contains("org.example.b: "))
    #expect(result.output.contains(#""result" : "failed""#))
    #expect(try stored("org.example.a") == #"{"n":1}"#)
    #expect(try stored("org.example.c") == #"{"n":1}"#)
  }

  @Test func `the file of another program may be declared by a relative path`() throws {
    let (file, all) = (tool.home.path + "/other.json", tool.home.path + "/all.json")
    try Data(#"{"a": 1}"#.utf8).write(to: URL(fileURLWithPath: file))
    try Data(#"{"suites": {"json:./other.json": {"values": {"a": 2}}}}"#.utf8)
      .write(to: URL(fileURLWithPath: all))
    let script = "cd \(tool.home.path) && exec \(tool.program) apply all.json"
    let result = try Program.run(["bash", "-c", script], environment: tool.environment)
    #expect(result.status == 0, "\(result)")
    #expect(try String(contentsOfFile: file, encoding: .utf8) == #"{"a": 2}"#)
  }

  @Test func `a pattern is not the name of a suite`() throws {
    let result = try apply([], #"{"suites": {"org.*": {"values": {"n": 1}}}}"#)
    #expect(result.status == 3)
    #expect(result.complaint.contains("\"org.*\" has * or ?"))
    #expect(try stored("org.*") == "{}")
  }

  @Test func `a property list declares the same`() throws {
    let list = """
      <plist version="1.0"><dict><key>suites</key><dict><key>other</key><dict>
        <key>values</key><dict><key>k</key><integer>1</integer></dict>
        <key>locks</key><dict><key>l</key><dict><key>value</key><true/></dict></dict>
      </dict></dict></dict></plist>
      """
    #expect(try apply([], list).status == 0)
    #expect(try stored("other", "--all") == #"{"k":1,"l":true}"#)
  }

  @Test func `a byte order mark before JSON is skipped`() throws {
    let declaration = "\u{FEFF}" + #"{"suites": {"other": {"values": {"k": 1}}}}"#
    #expect(try apply([], declaration).status == 0)
    #expect(try stored("other") == #"{"k":1}"#)
  }

  @Test func `several files declare one suite together`() throws {
    let first = #"{"suites": {"s": {"values": {"a": 1, "both": 2}}}}"#
    let second = #"{"suites": {"s": {"values": {"b": 1, "both": 2}}, "t": {}}}"#
    #expect(try apply([], first, second).status == 0)
    #expect(try stored("s") == #"{"a":1,"b":1,"both":2}"#)
  }

  @Test(.thorough)
  func `what is not declared is removed only if asked for, and no secrets or foreign locks`()
    throws
  {
    for key in ["extra", "apiToken", "hidden"] { try tool.runOnImage("write", "s", key, "x") }
    try tool.runOnImage("write", "t", "k", "x")
    try tool.runOnImage("lock", "s", "hidden", "y")
    try tool.runOnImage("lock", "s", "gone", "y")
    try tool.runOnImage("lock", "t", "kept", "y")
    let text = "<plist version=\"1.0\"><dict><key>package</key><true/></dict></plist>"
    try tool.writeToImage(text, "etc/prefs/managed/s.d/1.plist")
    let declaration = """
      {"suites": {"s": {"values": {"a": 1}, "locks": {"hidden": {"value": "y"}}},
                  "t": {"locks": {}, "absent": ["none"]}}}
      """
    #expect(try apply([], declaration).status == 0)
    #expect(try stored("s") == #"{"a":1,"apiToken":"x","extra":"x","hidden":"x"}"#)
    #expect(try apply(["--prune", "--check"], declaration).status == 1)
    #expect(try apply(["--prune"], declaration).status == 0)
    #expect(try stored("s") == #"{"a":1,"apiToken":"x","hidden":"x"}"#)
    #expect(try stored("s", "--managed") == #"{"hidden":"y"}"#)
    #expect(try stored("t", "--all") == #"{"k":"x"}"#)
    #expect(try tool.runOnImage("read", "--all", "s", "package").output == "1\n")
    #expect(try apply(["--prune", "--check"], declaration).status == 0)
  }

  @Test func `a key is unlocked and set, in one run`() throws {
    try tool.runOnImage("lock", "s", "k", "locked")
    let declaration = #"{"suites": {"s": {"values": {"k": "mine"}, "unlocked": ["k"]}}}"#
    #expect(try apply([], declaration).status == 0)
    #expect(try stored("s", "--all") == #"{"k":"mine"}"#)
  }

  @Test(
    .thorough,
    arguments: [
      (#"{"suites": {"s": {"values": {"a": 1}},"#, "0.json:1:39: a member's name"),
      (#"{"suits": {}}"#, #"0.json:1:2: "suits" is unknown; known are "suites", "$schema""#),
      ("{}", #"0.json:1:1: "suites" is missing"#), ("[]", "0.json:1:1: members are expected here"),
      (#"{"suites": {"a/b": {}}}"#, "0.json:1:13: a/b: this cannot be the name of a suite"),
      (#"{"suites": {"s": {"values": []}}}"#, #"0.json:1:29: s: "values" must be an object"#),
      (
        #"{"suites": {"s": {"absent": [1]}}}"#,
        #"0.json:1:29: s: "absent" must be an array of keys"#
      ),
      (
        "{\"suites\": {\"s\":\n {\"values\": {\"k\": null}}}}",
        "0.json:2:19: s: k: null is no value"
      ),
      (#"{"suites": {"s": {"values": {"k": {"$dat": 1}}}}}"#, "0.json:1:35: s: k: "),
      (#"{"suites": {"s": {"values": {"k": 1, "k": 2}}}}"#, "0.json:1:38: the name \"k\" occurs"),
      (#"{"suites": {"s": {"locks": {"k": 1}}}}"#, "0.json:1:34: s: k: members are expected here"),
      (#"{"suites": {"s": {"locks": {"k": {}}}}}"#, #"0.json:1:34: s: k: the lock has no "value""#),
      (#"{"suites": {"s": {"locks": {"k": {"value": 1, "reason": 1}}}}}"#, "must be text"),
      (
        #"{"suites": {"s": {"locks": {"k": {"value": 1}}, "unlocked": ["k"]}}}"#,
        "0.json:1:62: s: k: the lock is declared otherwise at "
      ),
      (
        #"{"suites": {"s": {"values": {"k": 1}, "locks": {"k": {"value": 1}}}}}"#,
        "0.json:1:64: s: k: the lock hides what is declared at "
      ),
      (#"{"suites": {"s": {"values": {"k": 1}, "absent": ["k"]}}}"#, "is declared otherwise at "),
      (
        #"{"suites": {"org.example.app": {"values": {"level": 7}}}}"#,
        "0.json:1:53: org.example.app: level: 7 is above the maximum 5"
      ),
      (
        #"{"suites": {"org.example.app": {"locks": {"level": {"value": "x"}}}}}"#,
        "org.example.app: level: "
      ),
      ("<plist version=\"1.0\"><array/></plist>", "0.json: neither JSON nor a property list"),
      ("\u{FEFF}nonsense", "0.json: neither JSON nor a property list"),
    ]
  )
  func `what is wrong is named with its place, and nothing is changed`(
    declaration: String,
    complaint: String
  ) throws {
    let good = #"{"suites": {"first": {"values": {"k": 1}}}}"#
    let result = try apply([], declaration, good)
    #expect(result.status == 3)
    #expect(result.complaint.contains(complaint), "\(result.complaint)")
    #expect(result.output == "")
    #expect(try FileManager.default.contentsOfDirectory(atPath: tool.image.path) == [])
  }

  @Test(.thorough) func `of very many problems, the first are described and the others counted`()
    throws
  {
    func declaration(_ value: Int) -> String {
      let values = (0..<50_000).map { "\"key\($0)\": \(value)" }.joined(separator: ",\n")
      return "{\"suites\": {\"s\": {\"values\": {\(values)}}}}"
    }
    let result = try apply([], declaration(1), declaration(2))
    #expect(result.status == 3)
    #expect(result.complaint.hasSuffix("\nand 49980 more\n"))
    #expect(result.complaint.contains("1.json:20:10: s: key19: "), "\(result.complaint)")
  }

  @Test func `files that contradict each other are both named`() throws {
    let result = try apply(
      [],
      #"{"suites": {"s": {"values": {"k": 1}}}}"#,
      #"{"suites": {"s": {"values": {"k": 2}}}}"#
    )
    #expect(result.status == 3)
    let home = tool.home.path
    #expect(
      result.complaint == """
        prefs: Nothing was changed:
        \(home)/1.json:1:35: s: k: the key is declared otherwise at \(home)/0.json:1:35

        """
    )
  }

  @Test func `a locked key is refused with its place, and no suite is changed`() throws {
    try tool.runOnImage("lock", "s", "k", "v", "--reason", "Ask the desk.")
    let result = try apply(
      [],
      #"{"suites": {"a": {"values": {"x": 1}}, "s": {"values": {"k": 1}}}}"#
    )
    #expect(result.status == 4)
    #expect(result.complaint.contains("0.json:1:62: s: k: locked by "), "\(result.complaint)")
    #expect(result.complaint.contains("Ask the desk"))
    #expect(try tool.runOnImage("read", "a").status == 1)
  }

  @Test(arguments: [
    (["apply"], 2, "name of a file is missing"), (["apply", "-", "-"], 2, "only once"),
    (["apply", "/nowhere.json"], 6, "/nowhere.json"),
  ])
  func `what cannot be applied is said`(
    arguments: [String],
    status: Int32,
    complaint: String
  ) throws {
    let result = try tool.run(arguments)
    #expect(result.status == status)
    #expect(result.complaint.contains(complaint), "\(result.complaint)")
  }

  @Test func `values of all users are declared for the system's files, and locks as such`() throws {
    let declaration = #"{"suites": {"s": {"values": {"k": 1}}}}"#
    #expect(try apply(["--system"], declaration).status == 0)
    #expect(try stored("s", "--system") == #"{"k":1}"#)
    #expect(try tool.runOnImage("read", "s").status == 1)
    let result = try apply(["--managed"], declaration)
    #expect(result.status == 2)
    #expect(result.complaint.contains("declared under \"locks\""))
  }

  @Test func `the schema of the files has the members that are read`() throws {
    let text = try tool.run("apply", "--print-schema").output
    let schema = try #require(
      JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    )
    func names(_ object: Any?) -> [String]? {
      ((object as? [String: Any])?["properties"] as? [String: Any])?.keys.sorted()
    }
    let definitions = schema["$defs"] as? [String: Any]
    #expect(names(schema) == ["$schema", "suites"])
    #expect(names(definitions?["suite"]) == ["absent", "locks", "unlocked", "values"])
    #expect(names(definitions?["lock"]) == ["reason", "value"])
    let everything = """
      {"$schema": "prefs-apply", "suites": {"s": {"values": {}, "absent": [], "unlocked": [],
        "locks": {"k": {"value": 1, "reason": "x"}}}}}
      """
    #expect(try apply(["--check"], everything).status == 1)
  }

  @Test(.enabled(if: geteuid() == 0, "Only root can become another user."))
  func `root changes the locks, and then the values as the user`() throws {
    chmod(tool.home.path, 0o755)
    try tool.writeToImage("ada:x:4711:4712:Ada:/home/ada:/bin/sh\n", "etc/passwd")
    try tool.writeToImage("", "home/ada/.profile")
    chown(tool.image.path + "/home/ada", 4711, 4712)
    let result = try apply(["--user", "ada"], Self.two)
    #expect(result.status == 0, "\(result.complaint)")
    var status = stat()
    lstat(tool.image.path + "/home/ada/.config/other.plist", &status)
    #expect(status.st_uid == 4711)
    lstat(tool.image.path + "/etc/prefs/managed/org.example.app.plist", &status)
    #expect(status.st_uid == 0)
    #expect(try apply(["--user", "ada", "--check"], Self.two).status == 0)
  }

  @Test(.enabled(if: geteuid() == 0, "Only root can become another user."))
  func `root that cannot become the user says so once, and which locks were changed`() throws {
    try tool.writeToImage("ada:x:4711:4712:Ada:/home/ada:/bin/sh\n", "etc/passwd")
    try tool.writeToImage("", "home/ada/.profile")
    let locks = #"{"suites": {"org.b": {"locks": {"k": {"value": 1}}}}}"#
    for (declaration, changed) in [
      (Self.two, "org.example.app, locks\n"), (locks, "org.b, locks\n"),
    ] {
      let file = tool.home.path + "/site.json"
      try Data(declaration.utf8).write(to: URL(fileURLWithPath: file))
      let result = try Program.run(
        ["setpriv", "--bounding-set", "-setuid", tool.program, "--root", tool.image.path]
          + ["--user", "ada", "apply", file],
        environment: tool.environment
      )
      #expect(result.status == 6, "\(result)")
      #expect(result.complaint.components(separatedBy: "could not become").count == 2, "\(result)")
      #expect(result.output.hasPrefix(changed), "\(result)")
      #expect(!result.output.contains("level"), "\(result)")
    }
  }

  @Test(.enabled(if: geteuid() == 0, "Only root can become another user."))
  func `locks are refused to who is no administrator, before anything is changed`() throws {
    chmod(tool.home.path, 0o755)
    let file = tool.home.path + "/0.json"
    try Data(Self.two.utf8).write(to: URL(fileURLWithPath: file))
    try FileManager.default.createDirectory(at: tool.image, withIntermediateDirectories: true)
    let home = tool.image.path + tool.home.path
    try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
    chown(home, 4711, 4712)
    let result = try Program.run(
      ["setpriv", "--reuid", "4711", "--regid", "4712", "--clear-groups", tool.program]
        + ["--root", tool.image.path, "apply", file],
      environment: tool.environment
    )
    #expect(result.status == 6)
    #expect(result.complaint.contains("use sudo"), "\(result.complaint)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: home) == [])
  }
}
