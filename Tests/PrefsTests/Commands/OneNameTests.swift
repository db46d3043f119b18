import Foundation
import TestSupport
import Testing

/// The commands that take the name of exactly one suite or key, and patterns in its place.
struct OneNameTests {
  private let tool: Tool

  init() throws {
    tool = try Tool()
    for suite in ["org.example.a", "org.example.b"] {
      try tool.run("write", suite, "win.x", "1")
      try tool.run("write", suite, "win.x", "2")
    }
    try Data(#"{"win.x": "3"}"#.utf8).write(to: tool.home.appendingPathComponent("in.json"))
  }

  /// Everything that is in the directories of the test, by path.
  private func contents() throws -> [String: Data] {
    let directory = tool.home.deletingLastPathComponent()
    let paths = try FileManager.default.subpathsOfDirectory(atPath: directory.path)
    return Dictionary(
      uniqueKeysWithValues: paths.filter { !$0.contains("/image") }.compactMap { path in
        (try? Data(contentsOf: directory.appendingPathComponent(path))).map { (path, $0) }
      }
    )
  }

  /// Calls with `%` in the place of the suite.
  private static let suites = [
    "diff org.example.a --suite %", "history % --forget win.x", "ask % win.x",
    "edit --system --root image --render 80x24 %",
    "schema convert --suite % in.json",
  ]

  /// Calls with `%` in the place of a key.
  private static let keys = [
    "rename org.example.a % other",
    "rename org.example.a win.x %", "history org.example.a --forget %",
    "edit org.example.a %", "edit --render 80x24 org.example.a %", "org.example.a %",
  ]

  private func check(_ call: String, _ name: String) throws {
    let image = tool.home.appendingPathComponent("image")
    try FileManager.default.createDirectory(at: image, withIntermediateDirectories: true)
    let before = try contents()
    let script =
      "cd \(tool.home.path) && exec timeout 20 \(tool.program) "
      + call.replacing("%", with: "'\(name)'") + " </dev/null"
    let result = try Program.run(["bash", "-c", script], environment: tool.environment)
    #expect(result.status == 2, "\(call): \(result)")
    #expect(result.complaint.hasPrefix("prefs: \"\(name)\" "), "\(call): \(result.complaint)")
    #expect(result.output == "", "\(call)")
    #expect(try contents() == before, "\(call)")
    #expect(try FileManager.default.subpathsOfDirectory(atPath: image.path).isEmpty, "\(call)")
  }

  @Test(.thorough, arguments: Thorough.sample(suites, every: 3))
  func `a pattern is refused in the place of one suite`(call: String) throws {
    for name in ["org.example.*", "?"] { try check(call, name) }
  }

  @Test(arguments: Thorough.sample(keys, every: 3))
  func `a pattern is refused in the place of one key`(call: String) throws {
    for name in ["win.*", "?"] { try check(call, name) }
  }

  @Test func `a backslash makes a name of a pattern, and a name that exists is meant itself`()
    throws
  {
    #expect(try tool.run("write", #"org.\*"#, #"what\?"#, "1").status == 0)
    #expect(try tool.run("read", "org.*", "what?").output == "1\n")
    #expect(try tool.run("write", "org.*", "what?", "2").status == 0)
    #expect(try tool.run("rename", "org.*", "what?", #"who\*"#).status == 0)
    #expect(try tool.run("history", "org.*", "who*").output.contains("who*"))
    #expect(try tool.run("describe", "org.*", "who*").status == 0)
    #expect(try tool.run("undo", "org.*").status == 0)
    #expect(try tool.run("delete", "org.*", "what?").status == 0)
    #expect(try tool.run("write", "org.example.a", #"C:\temp"#, "3").status == 0)
    #expect(try tool.run("read", "org.example.a", #"C:\temp"#).output == "3\n")
  }

  @Test func `names in documents and patterns of suites are data`() throws {
    let files = [
      "in": #"{"a*": 1, "b?": 2}"#, "all": #"{"suites": {"s\\*": {"values": {"k?": 3}}}}"#,
    ]
    for (name, text) in files {
      try Data(text.utf8).write(to: tool.home.appendingPathComponent(name))
    }
    #expect(try tool.run("import", "org.example.a", tool.home.path + "/in").status == 0)
    #expect(try tool.run("read", "org.example.a", "b?").output == "2\n")
    #expect(try tool.run("apply", tool.home.path + "/all").status == 0)
    #expect(try tool.run("read", "s*", "k?").output == "3\n")
    #expect(try tool.run("snapshot", "save", "one", "s*").status == 0)
    #expect(try tool.run("delete", "s*").status == 0)
    try FileManager.default.removeItem(at: tool.home.appendingPathComponent("s*.plist"))
    #expect(try tool.run("snapshot", "restore", "one").status == 0)
    #expect(try tool.run("export", "s*", "-", "--json").output.contains(#""k?" : 3"#))
  }
}
