import Foundation
import TestSupport
import Testing

/// Secrets of every kind, and the output of every command.
///
/// Each value of a secret contains the word `CANARY`, which must be in no output and no message,
/// unless exactly one key is named to be read or exported, or an option asks for secrets.
struct SecretOutputTests {
  /// A kind of secret: the key, its values, and how a schema describes it.
  struct Kind: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let key: String
    /// The JSON of a value; `%` stands for the secret.
    let value: String
    /// The members of `properties` in the schema.
    var properties = #""plain": {"type": "string"}"#

    func json(_ secret: String) -> String { value.replacing("%", with: secret) }
  }

  static let kinds = [
    Kind(
      testDescription: "secret in the schema",
      key: "licence",
      value: #""%""#,
      properties: #""licence": {"type": "string", "pattern": "^[A-Z]+[0-9]$", "x-sensitive": true}"#
    ),
    Kind(
      testDescription: "secret member of a table",
      key: "server",
      value: #"{"host": "h", "word": "%"}"#,
      properties: #"""
        "server": {"type": "object", "properties": {
          "host": {"type": "string"},
          "word": {"type": "string", "pattern": "^[A-Z]+[0-9]$", "x-sensitive": true}}}
        """#
    ),
    Kind(testDescription: "name of the key", key: "apiToken", value: #""%""#),
    Kind(
      testDescription: "text with a password",
      key: "link",
      value: #""https://a:%@example.org/""#
    ),
    Kind(testDescription: "name of a member", key: "box", value: #"{"password": "%"}"#),
    Kind(testDescription: "name in JSON text", key: "profile", value: #""{\"password\": \"%\"}""#),
    Kind(
      testDescription: "name of a key with a limit",
      key: "pin",
      value: #""%""#,
      properties: #""pin": {"type": "string", "maxLength": 7}"#
    ),
  ]

  private static let suite = "org.example.secrets"
  private let tool: Tool

  init() throws {
    tool = try Tool()
  }

  /// Runs a script; `$p` is the tool, `$s` the suite, `$k` the key and `$d` a directory.
  @discardableResult
  private func shell(_ script: String, _ kind: Kind) throws -> Program.Result {
    let start =
      "p=\(tool.program); s=\(Self.suite); k=\(kind.key); d=\(tool.home.path).files; t=$XDG_DATA_HOME/prefs/schemas; mkdir -p $d\n"
    return try Program.run(["bash", "-c", start + script], environment: tool.environment)
  }

  /// Stores a value twice, and publishes the schema after the history has both.
  private func prepare(_ kind: Kind) throws {
    let script = """
      echo '{"\(kind.key)": \(kind.json("CANARY1")), "plain": "visible"}' >$d/first
      echo '{"\(kind.key)": \(kind.json("CANARY2"))}' >$d/second
      echo '{"\(kind.key)": \(kind.json("CANARY-bad"))}' >$d/bad
      echo '{"\(kind.key)": {"$date": "CANARY3"}}' >$d/date
      for f in first second bad date; do
        echo "{\\"suites\\": {\\"$s\\": {\\"values\\": $(cat $d/$f)}}}" >$d/$f.values
        echo "{\\"suites\\": {\\"$s\\": {\\"locks\\": $(sed 's/: \\(.*\\)}$/: {"value": \\1}}/' $d/$f)}}}" >$d/$f.locks
      done
      $p import $s $d/first && $p import $s $d/second && $p write other plain x
      $p snapshot save full --secrets && $p import $s $d/first && mkdir $d/image
      """
    let result = try shell(script, kind)
    #expect(result.status == 0, "\(result.complaint)")
    try tool.publish(Tool.schema(kind.properties, forSuite: Self.suite), forSuite: Self.suite)
  }

  /// Calls that print values, or that quote them in a message; `--json` is added where it may stand.
  private static let calls = [
    "read $s", "read", "read '*'", "read $s '*'", "read --all $s", "read --layers $s",
    "read --layers '*'", "read --layers $s '*'", "find CANARY", "find example", "find $k",
    "diff $s", "diff $s --suite other", "diff other --suite $s", "diff $s $d/second",
    "diff $s $d/date", "diff $s --at 2000-01-01", "history $s", "history $s $k", "describe $s",
    "describe $s $k", "check $s", "check $s $k", "check '*'", "doctor", "export $s", "export '*'",
    "export --all $s", "export $s - '*'", "import --dry-run $s $d/second",
    "import --dry-run $s $d/second $k", "import --dry-run $s $d/bad", "import $s $d/bad",
    "import $s $d/date", "delete --dry-run $s", "delete --dry-run $s $k",
    "apply --check $d/second.values",
    "apply $d/bad.values", "apply $d/date.values",
    "apply --root $d/image --schema-dir $t --check $d/second.locks",
    "apply --root $d/image --schema-dir $t $d/date.locks",
    "apply --root $d/image --schema-dir $t $d/bad.locks",
    "snapshot show full", "snapshot diff full", "snapshot restore --dry-run full",
    "snapshot restore full", "undo $s", "redo $s", "domains",
    "edit $s --render 100x30", "edit --plain $s </dev/null",
  ]
  private static let withoutJSON: Set = ["delete", "edit"]

  @Test(.thorough, arguments: Thorough.sample(kinds, every: 3))
  func `no command prints a secret that was not asked for`(kind: Kind) throws {
    try prepare(kind)
    // The editor shows what a schema declares and does not call sensitive.
    let isShown = kind.key == "pin"
    for call in Self.calls where !isShown || !call.hasPrefix("edit") {
      let name = call.split(separator: " ")[0]
      for form in Self.withoutJSON.contains(String(name)) ? [""] : ["", " --json"] {
        let result = try shell(
          "$p " + call.replacing(name, with: name + form, maxReplacements: 1),
          kind
        )
        let text = result.output + result.complaint
        #expect(
          !text.replacing("\"CANARY\"", with: "").contains("CANARY"),
          "\(call)\(form): \(text)"
        )
        #expect(result.status < 7, "\(call)\(form): \(text)")
      }
    }
  }

  @Test(arguments: [
    (
      #"{"host": "h", "port": 0, "word": "CANARY"}"#,
      #""port": 0 is below the minimum 1"#
    ),
    (#"{"host": "h", "port": 1, "word": 12}"#, #""word": the value is not of the kind String"#),
    (#"{"host": "h", "hort": "CANARY"}"#, #"there is no member "hort" (did you mean "host"?)"#),
    (#"{"host": {"password": "CANARY"}}"#, #""host": the value is not of the kind String"#),
  ])
  func `the reason of a member beside a secret is told`(json: String, reason: String) throws {
    let kind = Kind(
      testDescription: "beside a secret",
      key: "server",
      value: json,
      properties: #"""
        "server": {"type": "object", "additionalProperties": false, "properties": {
          "host": {"type": "string"}, "port": {"type": "integer", "minimum": 1},
          "word": {"type": "string", "x-sensitive": true}}}
        """#
    )
    try tool.publish(Tool.schema(kind.properties, forSuite: Self.suite), forSuite: Self.suite)
    let written = try shell("$p write $s $k '\(json)'", kind)
    #expect(written.complaint == "prefs: server: \(reason).\n")
    let values = "echo '{\"server\": \(json)}' >$d/in"
    let suites = "echo '{\"suites\": {\"'$s'\": {\"values\": {\"server\": \(json)}}}}' >$d/all"
    for call in [
      "\(values); $p import $s $d/in", "\(values); $p import --dry-run --json $s $d/in",
      "\(suites); $p apply $d/all",
      "\(values); env XDG_DATA_HOME=/none $p import $s $d/in; $p check $s", "$p check --json $s",
    ] {
      let result = try shell(call, kind)
      let text = (result.output + result.complaint).replacing("\\\"", with: "\"")
      #expect(text.contains(reason), "\(call): \(text)")
      #expect(!text.contains("CANARY"), "\(call): \(text)")
    }
  }

  @Test(arguments: Thorough.sample(kinds, every: 3))
  func `a refused value of a secret is not quoted`(kind: Kind) throws {
    try prepare(kind)
    let words = [
      "write $s $k -int", "write $s $k -date", "lock --root $d/image --schema-dir $t $s $k -date",
    ]
    for word in words where kind.key != "link" && kind.key != "box" && kind.key != "profile" {
      let result = try shell("$p \(word) CANARY-bad", kind)
      #expect(result.status == 3 || result.status == 2, "\(word): \(result.complaint)")
      #expect(
        !(result.output + result.complaint).contains("CANARY"),
        "\(word): \(result.complaint)"
      )
    }
    let ask = try shell(
      "$p ask $s $k <<<CANARY-bad; $p ask $s '*' --print </dev/null; $p ask $s '*' --json </dev/null",
      kind
    )
    #expect(!(ask.output + ask.complaint).contains("CANARY"), "\(ask)")
  }

  @Test(.thorough, arguments: Thorough.sample(kinds, every: 3))
  func `exactly one named key is printed, and an option asks for all`(kind: Kind) throws {
    try prepare(kind)
    for call in [
      "read $s $k", "read $s $k --json", "read $s $k --plist", "read $s $k --layers",
      "export $s - $k", "read --secrets $s", "read --secrets --layers $s", "read --secrets '*'",
      "export --secrets $s", "find --secrets $k", "diff --secrets $s $d/second",
      "snapshot show --secrets full",
    ] {
      let result = try shell("$p " + call, kind)
      #expect(result.output.contains("CANARY"), "\(call): \(result)")
    }
  }

  @Test func `what is left out is said, and the rest is printed`() throws {
    let kind = Self.kinds[2]
    try prepare(kind)
    for call in ["read $s", "read --json $s", "read --plist $s", "read '*'"] {
      let result = try shell("$p " + call, kind)
      #expect(result.status == 0)
      #expect(result.output.contains("visible"), "\(call): \(result)")
      #expect(result.complaint.contains("org.example.secrets: 1 secret left out."), "\(result)")
    }
    try shell("$p delete $s plain", kind)
    let only = try shell("$p read $s", kind)
    #expect(only.status == 0)
    #expect(only.output == "{\n}\n")
  }

  @Test(arguments: Thorough.sample(kinds, every: 3))
  func `a watch tells that a secret changed, and not its value`(kind: Kind) throws {
    try prepare(kind)
    for options in [[], ["--json"]] {
      let watch = try tool.start(
        "bash",
        "-c",
        "exec \(tool.program) watch \"$@\" 2>&1",
        "sh",
        options.first ?? "--",
        Self.suite
      )
      defer { watch.send(signal: SIGTERM) }
      var number = 1
      for _ in 0..<200 where !watch.output.contains("plain") || !watch.output.contains(kind.key) {
        number = 3 - number
        try shell(
          "$p import $s $d/\(number == 1 ? "first" : "second"); $p write $s plain \(UUID())",
          kind
        )
      }
      #expect(watch.output.contains("plain"))
      #expect(watch.output.contains(kind.key), "\(watch.output)")
      #expect(!watch.output.contains("CANARY"), "\(watch.output)")
    }
  }
}
