import Foundation
import TestSupport
import Testing

/// Names of suites that contain a slash, and paths in their place.
struct SuitePathTests {
  private let tool: Tool
  /// The working directory of the commands, with a directory `sub` in it.
  private let directory: URL

  init() throws {
    tool = try Tool()
    directory = tool.home.appendingPathComponent("desk")
    try FileManager.default.createDirectory(
      at: directory.appendingPathComponent("sub"),
      withIntermediateDirectories: true
    )
  }

  private func run(_ call: String) throws -> Program.Result {
    let script = "cd '\(directory.path)' && exec timeout 20 \(tool.program) \(call) </dev/null"
    return try Program.run(["bash", "-c", script], environment: tool.environment)
  }

  private func files() throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: tool.home.path)
      .filter { $0.hasSuffix(".plist") }.sorted()
  }

  private static let calls = [
    "write % k v", "read %", "read % k", "read --layers %", "read-type % k", "delete %",
    "delete --dry-run %", "delete-all %", "rename % a b", "import % in", "export %", "diff %",
    "diff other --suite %", "check %", "describe %", "history %", "undo %", "redo %", "watch %",
    "ask % k", "edit %", "edit --render 80x24 %", "find x %", "lock --root . % k v",
    "unlock --root . % k", "snapshot save s %", "--system write --root . % k v", "doctor %",
    "-currentHost write % k v",
  ]

  @Test(
    .thorough,
    arguments: Thorough.sample(
      ["sub/evil", "a/b/c", "~/x", "sub/", "sub/../evil", "..x/evil", ".hidden/x"],
      every: 3
    )
  )
  func `a name with a slash that is not a path is refused`(name: String) throws {
    try Data(#"{"k": 1}"#.utf8).write(to: directory.appendingPathComponent("in"))
    for call in Self.calls {
      let result = try run(call.replacing("%", with: "'\(name)'"))
      #expect(result.status == 2, "\(call): \(result)")
      #expect(result.complaint.contains("\"\(name)\""), "\(call): \(result.complaint)")
    }
    #expect(try files().isEmpty)
  }

  @Test(arguments: [".", "..", "", "./", "../", "/", "./..", "../desk/."])
  func `a name or path of a directory is refused`(name: String) throws {
    for call in ["write % k v", "import % in", "delete-all %", "watch %", "read %"] {
      let result = try run(call.replacing("%", with: "'\(name)'"))
      #expect(result.status == 2, "\(call) \(name): \(result)")
    }
    #expect(try files().isEmpty)
  }

  @Test(arguments: [
    ("./sub/one", "desk/sub/one.plist"), ("../two", "two.plist"),
    ("./three.plist", "desk/three.plist"),
    ("sub/../../four", nil),
  ])
  func `a path begins with a slash or with dots and a slash`(path: String, file: String?) throws {
    guard let file else { return #expect(try run("write \(path) k v").status == 2) }
    #expect(try run("write \(path) k v").status == 0)
    #expect(try files() == [file])
    #expect(try run("read \(path) k").output == "v\n")
    #expect(try run("read \(tool.home.path)/\(file) k").output == "v\n")
  }

  @Test(
    .thorough,
    arguments: ["../evil", "./evil", "/tmp/prefs-evil", "a/b", "..", ".", "", "a\\u0000b"]
  )
  func `a name in a document is never a path`(name: String) throws {
    let documents = [
      "apply": #"{"suites": {"\#(name)": {"values": {"k": 1}}}}"#,
      "locks": #"{"suites": {"\#(name)": {"locks": {"k": {"value": 1}}}}}"#,
    ]
    for (file, text) in documents {
      try Data(text.utf8).write(to: directory.appendingPathComponent(file))
      let result = try run("apply --root . \(file)")
      #expect(result.status == 3, "\(result)")
      #expect(result.complaint.contains("name of a suite"), "\(result)")
    }
    let snapshots = URL(fileURLWithPath: tool.environment["XDG_STATE_HOME"] ?? "")
      .appendingPathComponent("prefs/snapshots")
    try FileManager.default.createDirectory(at: snapshots, withIntermediateDirectories: true)
    let snapshot = #"""
      {"saved": {"$date": "2026-01-01T00:00:00Z"},
       "suites": {"\#(name)": {"includesSecrets": false, "values": {"k": 1}}}}
      """#
    try Data(snapshot.utf8).write(to: snapshots.appendingPathComponent("s.json"))
    for call in ["restore s", "diff s", "show s"] {
      let result = try run("snapshot \(call)")
      #expect(result.status == 2 || result.status == 6, "\(call): \(result)")
    }
    #expect(try files().isEmpty)
    #expect(!FileManager.default.fileExists(atPath: "/tmp/prefs-evil.plist"))
  }
}
