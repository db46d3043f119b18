import Foundation
import TestSupport
import Testing

/// The schemas by which root checks what holds for all users.
@Suite(.enabled(if: geteuid() == 0, "Only root acts for another user."))
struct AdministratorSchemaTests {
  private static let suite = "org.example.app"
  private let tool: Tool

  init() throws {
    tool = try Tool()
    try tool.writeToImage("ada:x:4711:4711:Ada:/home/ada:/bin/sh\n", "etc/passwd")
    try tool.writeToImage("ada:x:4711:\n", "etc/group")
  }

  private func publish(
    _ type: String,
    _ more: String = "",
    revision: Int,
    in directory: String
  ) throws {
    let document = Tool.schema(#""flag": {"type": "\#(type)"\#(more)}"#, forSuite: Self.suite)
      .replacing(#""x-format": 1"#, with: #""x-format": 1, "x-revision": \#(revision)"#)
    try tool.writeToImage(document, "\(directory)/prefs/schemas/\(Self.suite).schema.json")
  }

  private var shared: String { tool.environment["XDG_DATA_DIRS"] ?? "" }

  /// Whether the file with the locks has a value, which is written as XML.
  private func isLocked(at value: String) throws -> Bool {
    let file = tool.image.appendingPathComponent("etc/prefs/managed/\(Self.suite).plist")
    return try String(contentsOf: file, encoding: .utf8).contains(value)
  }

  @Test(arguments: [true, false])
  func `a schema in the home of a user does not decide the type of a lock`(isOwned: Bool) throws {
    try publish("boolean", revision: 1, in: shared)
    try publish("string", revision: 9, in: "home/ada/.local/share")
    if isOwned {
      try Program.run(["chown", "-R", "4711:4711", tool.image.path + "/home/ada"])
    }
    let lock = try tool.runOnImage("--user", "ada", "lock", Self.suite, "flag", "false")
    #expect(lock.status == 0, "\(lock.complaint)")
    #expect(try isLocked(at: "<false/>"))
    #expect(try tool.runOnImage("--user", "ada", "unlock", Self.suite, "flag").status == 0)

    try tool.writeToImage(
      #"{"suites": {"\#(Self.suite)": {"locks": {"flag": {"value": true}}}}}"#,
      "d.json"
    )
    let file = tool.image.path + "/d.json"
    let apply = try tool.runOnImage("--user", "ada", "apply", file)
    #expect(apply.status == 0, "\(apply.complaint)")
    #expect(try isLocked(at: "<true/>"))
  }

  @Test(arguments: [
    #"{"x-format": 1, "x-suite": "org.example.app", "x-revision": 9, "title": "A", "properties": {"flag": {"type": "integer"}}}"#,
    "# x\n", "{",
  ])
  func `a schema in the home of a user refuses no lock`(document: String) throws {
    try tool.writeToImage(
      document,
      "home/ada/.local/share/prefs/schemas/\(Self.suite).schema.json"
    )
    for value in [["-bool", "true"], ["-string", "a"]] {
      let lock = try tool.runOnImage(["--user", "ada", "lock", Self.suite, "flag"] + value)
      #expect(lock.status == 0, "\(lock.complaint)")
    }
  }

  @Test func `a schema that root names is used, and one of root's own`() throws {
    try publish("boolean", revision: 1, in: shared)
    #expect(try tool.runOnImage("lock", Self.suite, "flag", "maybe").status == 3)
    try publish("string", revision: 9, in: "elsewhere")
    let directory = tool.image.path + "/elsewhere/prefs/schemas"
    let lock = try tool.runOnImage(
      "--user",
      "ada",
      "lock",
      "--schema-dir",
      directory,
      Self.suite,
      "flag",
      "maybe"
    )
    #expect(lock.status == 0, "\(lock.complaint)")
    #expect(try isLocked(at: "<string>maybe</string>"))
  }
}
