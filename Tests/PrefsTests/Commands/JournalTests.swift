import Foundation
import TestSupport
import Testing

/// The history's file: its order, its damages, and what it must not hold.
struct JournalTests {
  private let tool: Tool
  private static let suite = "org.example.journal"

  init() throws {
    tool = try Tool()
  }

  private var journal: String {
    "\(tool.environment["XDG_STATE_HOME"] ?? "")/prefs/\(Self.suite).history"
  }

  private func write(_ key: String, _ value: String...) throws {
    #expect(try tool.run(["write", "--", Self.suite, key] + value).status == 0)
  }

  /// Changes the `entries` of the journal with Python.
  private func edit(_ code: String) throws {
    let script = """
      import json, sys
      with open(sys.argv[1]) as file:
          header, *entries = file.read().splitlines()
      entries = [json.loads(line) for line in entries]
      \(code)
      with open(sys.argv[1], "w") as file:
          for line in [header] + [json.dumps(entry) for entry in entries]:
              file.write(line + "\\n")
      """
    let result = try Program.run(["python3", "-c", script, journal])
    #expect(result.status == 0, "\(result.complaint)")
  }

  private func values() throws -> String {
    try tool.run("read", Self.suite, "--json").output.filter { !$0.isWhitespace }
  }

  private func changes() throws -> [String] {
    try tool.run("history", Self.suite).output.split(separator: "\n").map(String.init)
      .filter { $0.hasPrefix("  ") }
  }

  // MARK: - Order

  /// Makes an entry one of a time when the clock was ahead by centuries.
  private static let ahead = """
    entries[0]["date"] = {"$date": "2400-01-01T00:00:00Z"}
    entries[0]["id"] = "13569465600000-1-000001"
    """

  @Test func `the last change is undone first, though the clock was set back`() throws {
    try write("k", "1")
    try edit(Self.ahead)
    try write("k", "2")
    try write("k", "3")
    #expect(try changes() == [#"  k: "2" → "3""#, #"  k: "1" → "2""#, #"  k: unset → "1""#])
    #expect(try tool.run("undo", Self.suite).output == "k: \"3\" → \"2\"\n")
    #expect(try tool.run("undo", Self.suite).output == "k: \"2\" → \"1\"\n")
    #expect(try tool.run("redo", Self.suite).output == "k: \"1\" → \"2\"\n")
    #expect(try tool.run("undo", Self.suite).status == 0)
    #expect(try tool.run("undo", Self.suite).output == "k: \"1\" → unset\n")
    #expect(try tool.run("undo", Self.suite).status == 1)
  }

  // MARK: - Damages

  @Test func `several changes of one key in an entry are one`() throws {
    try write("k", "1")
    try write("k", "4")
    try edit(
      """
      entries[1]["changes"] = [
          {"key": "k", "old": "1", "new": "2"}, {"key": "l", "new": "x"},
          {"key": "k", "old": "2", "new": "3"}, {"key": "k", "old": "3", "new": "4"}]
      """
    )
    try tool.run("undo", Self.suite, "--force")
    #expect(try values() == #"{"k":"1"}"#)
    let redo = try tool.run("redo", Self.suite, "--force")
    #expect(redo.output == "k: \"1\" → \"4\"\nl: unset → \"x\"\n")
    #expect(try values() == #"{"k":"4","l":"x"}"#)
  }

  @Test(
    .thorough,
    arguments: Thorough.sample(
      [
        "entries[0] = 'text'", "entries[0] = []", "del entries[0]['changes']",
        "del entries[0]['id']", "entries[0]['id'] = 5", "entries[0]['suite'] = None",
        "entries[0]['changes'] = [1, {'key': 5}, {}]", "entries[0]['process'] = 2**40",
        "entries[0]['date'] = 'never'", "entries[0]['date'] = {'$date': '9999-12-31T00:00:00Z'}",
        "entries[0]['undoes'] = entries[0]['id']", "entries[0]['redoes'] = 'nobody'",
        "entries.insert(0, entries[0])", "entries[1]['id'] = entries[0]['id']",
      ],
      every: 4
    )
  )
  func `a damaged entry ends no command`(damage: String) throws {
    try write("k", "1")
    try write("k", "2")
    try edit(damage)
    for command in [["history"], ["history", "--json"], ["undo"], ["redo"]] {
      #expect(try tool.run(command + [Self.suite]).status == 0, "\(command)")
    }
    try write("k", "3")
    #expect(try tool.run("undo", Self.suite).output == "k: \"3\" → \"2\"\n")
    #expect(try values() == #"{"k":"2"}"#)
  }

  // MARK: - Secrets

  @Test(
    .thorough,
    arguments: Thorough.sample(
      [
        "pwd", "pin", "cookie", "auth", "db_pass", "privkey", "userPIN", "PINCode", "smtp.password",
        "AWS_SECRET_ACCESS_KEY", "api-key", "oauth2", "session_cookies", "dbpassword", "authToken",
      ],
      every: 4
    )
  )
  func `the journal holds no secrets`(key: String) throws {
    try write(key, "hush-hush")
    try write("settings", "-dict", key, "hush-hush", "size", "5")
    try write("login", #"{"user": "ada", "servers": [{"\#(key)": "hush-hush"}]}"#)
    #expect(try tool.run("delete", Self.suite).status == 0)
    let bytes = try Data(contentsOf: URL(fileURLWithPath: journal))
    #expect(bytes.range(of: Data("hush-hush".utf8)) == nil)
    #expect(try changes().allSatisfy { $0.hasSuffix(": changed (secret)") })
    let undo = try tool.run("undo", Self.suite)
    #expect(undo.status == 5)
    #expect(undo.complaint.contains("secret and not recorded"))
  }

  @Test func `secret members count at any depth`() throws {
    let content = """
      <plist version="1.0"><dict><key>servers</key><array><array><dict><key>name</key>
      <string>a</string><key>login</key><dict><key>pass</key><string>hush-hush</string></dict></dict>
      </array></array></dict></plist>
      """
    let file = tool.home.appendingPathComponent("\(Self.suite).plist")
    try Data(content.utf8).write(to: file)
    #expect(try tool.run("delete", Self.suite, "servers").status == 0)
    #expect(try changes() == ["  servers: changed (secret)"])
    let bytes = try Data(contentsOf: URL(fileURLWithPath: journal))
    #expect(bytes.range(of: Data("hush-hush".utf8)) == nil)
  }

  @Test(
    .thorough,
    arguments: [
      (["delete", suite], 2, "; prefs undo --force restores the other values"),
      (["delete-all", suite], 2, "; prefs undo --force restores the other values"),
      (["delete", suite, "p*"], 2, ""), (["delete", suite, "pin"], 1, ""),
      (["delete", suite, "size"], 0, ""), (["delete-all", suite, "size"], 0, ""),
    ]
  )
  func `who removes secrets reads that nothing brings them back`(
    command: [String],
    count: Int,
    rest: String
  ) throws {
    try write("pin", "1234")
    try write("passwords", "-dict", "a", "b")
    try write("size", "5")
    let removal = try tool.run(command)
    #expect(removal.status == 0)
    let secrets = count == 1 ? "1 secret was" : "\(count) secrets were"
    #expect(
      removal.complaint
        == (count == 0
          ? ""
          : "prefs: \(Self.suite): \(secrets) removed, which prefs undo cannot restore\(rest).\n")
    )
  }

  @Test(
    .thorough,
    arguments: ["pinned", "spinner", "author", "compass", "passive", "monkey", "tokenizer"]
  )
  func `other words are no secrets`(key: String) throws {
    try write(key, "plain")
    #expect(try changes() == ["  \(key): unset → \"plain\""])
    #expect(try tool.run("undo", Self.suite).output == "\(key): \"plain\" → unset\n")
  }

  // MARK: - Forgetting

  @Test func `a key is removed from the history, and nothing else is`() throws {
    try write("badge", "one-1")
    try write("other", "1")
    try write("badge", "one-2")
    try tool.run("delete", Self.suite)
    try tool.run("undo", Self.suite)
    let forgotten = try tool.run("history", Self.suite, "--forget", "badge")
    #expect(forgotten.status == 0)
    #expect(
      forgotten.output == "badge: 4 changes removed from the history of \(Self.suite)\n"
    )
    let bytes = try Data(contentsOf: URL(fileURLWithPath: journal))
    #expect(bytes.range(of: Data("badge".utf8)) == nil)
    #expect(bytes.range(of: Data("one-".utf8)) == nil)
    #expect(try values() == #"{"badge":"one-2","other":"1"}"#)
    #expect(
      try changes() == [
        #"  other: unset → "1""#, #"  other: "1" → unset"#, #"  other: unset → "1""#,
      ]
    )
    #expect(try tool.run("redo", Self.suite).output == "other: \"1\" → unset\n")
    let again = try tool.run("history", Self.suite, "--forget", "badge")
    #expect(again.status == 1)
    #expect(
      again.complaint
        == "prefs: No change of \"badge\" in \(Self.suite) is remembered.\n"
    )
  }

  @Test func `a key whose name looks like an option is forgotten`() throws {
    try write("--json", "1")
    let result = try tool.run("history", "--forget", "--json", Self.suite)
    #expect(result.output == "--json: 1 change removed from the history of \(Self.suite)\n")
    #expect(try tool.run("history", Self.suite).status == 1)
  }

  @Test func `forgetting does not make an undone change come back`() throws {
    try write("a", "1")
    try write("b", "1")
    try tool.run("undo", Self.suite)
    #expect(try tool.run("history", Self.suite, "--forget", "b").status == 0)
    #expect(try tool.run("redo", Self.suite).status == 1)
    #expect(try tool.run("undo", Self.suite).output == "a: \"1\" → unset\n")
  }

  @Test(arguments: [["k"], ["--json"], ["--limit", "1"]])
  func `forgetting takes one key alone`(arguments: [String]) throws {
    try write("k", "1")
    let result = try tool.run(["history", Self.suite, "--forget", "k"] + arguments)
    #expect(result.status == 2)
    #expect(try changes().count == 1)
  }

  @Test(arguments: [
    ["write", suite, "k", "2"], ["delete", suite, "k"], ["rename", suite, "k", "l"],
    ["delete-all", suite], ["import", suite, "FILE"],
  ])
  func `a change that the history could not record is made, and that is said`(
    arguments: [String]
  ) throws {
    try write("k", "1")
    let file = tool.home.path + "/values.json"
    try Data("{\"k\": 3}".utf8).write(to: URL(fileURLWithPath: file))
    // A file in the place of the directory stops root as well.
    let state = try #require(tool.environment["XDG_STATE_HOME"])
    try FileManager.default.removeItem(atPath: state)
    try Data().write(to: URL(fileURLWithPath: state))
    let result = try tool.run(arguments.map { $0 == "FILE" ? file : $0 })
    #expect(result.status == 0)
    #expect(result.complaint.contains("history"), "\(result.complaint)")
    #expect(try tool.run("read", Self.suite, "k").output != "1\n")
  }
}
