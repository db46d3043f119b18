import Foundation
import TestSupport
import Testing

/// What an administrator must not lose, or do, without knowing it.
struct LostValuesTests {
  private let tool: Tool

  init() throws { tool = try Tool() }

  private func time() throws -> String {
    // A second must pass, because the history has whole ones.
    usleep(1_100_000)
    defer { usleep(1_100_000) }
    return try Program.run(["date", "-u", "+%Y-%m-%d %H:%M:%S +00:00"]).output
      .trimmingCharacters(in: .newlines)
  }

  @Test(.thorough)
  func `values whose file was lost are restored, and what is not known stays and is said`()
    throws
  {
    try tool.run("write", "org.lost", "a", "1")
    try tool.run("write", "org.lost", "b", "2")
    let time = try time()
    let file = tool.home.appendingPathComponent("org.lost.plist").path
    try "{ b = 9; c = 3; }".write(toFile: file, atomically: true, encoding: .utf8)
    let result = try tool.run("restore", "org.lost", "--at", time)
    #expect(result.status == 0)
    #expect(result.complaint.contains("a program that keeps no history"), "\(result)")
    #expect(result.complaint.contains("org.lost b"), "\(result)")
    #expect(try tool.run("read", "org.lost", "a").output == "1\n")
    #expect(try tool.run("read", "org.lost", "b").output == "9\n")
    #expect(try tool.run("read", "org.lost", "c").output == "3\n")
  }

  @Test func `a secret is not moved to a key that shows it`() throws {
    try tool.run("write", "org.s", "apiToken", "CANARY-x")
    let refused = try tool.run("rename", "org.s", "apiToken", "note")
    #expect(refused.status == 3)
    #expect(refused.complaint.contains("apiToken is a secret, and note is not"))
    #expect(!refused.complaint.contains("CANARY"))
    #expect(try tool.run("rename", "org.s", "apiToken", "apiKey").status == 0)
    #expect(try tool.run("rename", "--force", "org.s", "apiKey", "note").status == 0)
    #expect(try tool.run("read", "org.s", "note").output == "CANARY-x\n")
  }

  @Test func `a file that is no property list gets none beside it unasked`() throws {
    let path = tool.home.appendingPathComponent("notes.txt").path
    try "hello".write(toFile: path, atomically: true, encoding: .utf8)
    for place in [path, "/dev/null", tool.home.path] {
      let result = try tool.run("write", place, "k", "v")
      #expect(result.status == 2, "\(place)")
      #expect(result.complaint.contains("is no property list by its name"), "\(result)")
      #expect(!FileManager.default.fileExists(atPath: place + ".plist"))
    }
    try "{ }".write(toFile: path + ".plist", atomically: true, encoding: .utf8)
    #expect(try tool.run("write", path, "k", "v").status == 0)
  }

  @Test func `a suite without values does not hide those that its name matches`() throws {
    try tool.run("write", "org.a", "k", "1")
    try tool.run("write", #"org.\*"#, "k", "2")
    #expect(try tool.run("read", "org.*", "k").output == "2\n")
    try tool.run("delete", "org.*")
    #expect(try tool.run("read", "org.*", "k").output.contains("org.a"))
  }

  @Test func `a damaged suite does not keep the others from a snapshot`() throws {
    try tool.run("write", "org.a", "k", "1")
    try tool.run("write", "org.b", "k", "1")
    try "not a list {".write(
      toFile: tool.home.appendingPathComponent("org.b.plist").path,
      atomically: true,
      encoding: .utf8
    )
    let result = try tool.run("snapshot", "save", "now")
    #expect(result.status == 6)
    #expect(result.complaint.contains("has the other suites, but not org.b"), "\(result)")
    #expect(try tool.run("snapshot", "show", "now").output.contains("org.a"))
    let again = try tool.run("snapshot", "save", "--force", "now")
    #expect(again.status == 6)
    #expect(again.complaint.contains("No snapshot was saved."), "\(again)")
    #expect(try tool.run("snapshot", "show", "now").output.contains("org.a"))
  }

  @Test func `what matches nothing is no success`() throws {
    try tool.run("write", "org.a", "k", "1")
    try tool.publish(Tool.schema(#""k": {"type": "string"}"#, forSuite: "org.a"), forSuite: "org.a")
    #expect(try tool.run("doctor", "org.zz*").status == 1)
    #expect(try tool.run("doctor", "org.a").status == 0)
    let check = try tool.run("check", "org.a", "kk")
    #expect(check.status == 1)
    #expect(check.complaint.contains("No such key in org.a: kk."), "\(check)")
    try tool.run("write", "org.b", "kk", "1")
    try tool.publish(
      Tool.schema(#""kk": {"type": "string"}"#, forSuite: "org.b"),
      forSuite: "org.b"
    )
    #expect(try tool.run("check", "org.*", "kk").status == 0)
    let delete = try tool.run("delete", "org.*", "zz*")
    #expect(delete.complaint.contains("Not set in any suite: zz*."), "\(delete)")
    #expect(try tool.run("delete", "org.*", "zz").status == 1)
  }

  @Test func `a new key goes to a section where all others have one`() throws {
    let path = tool.home.appendingPathComponent("app.ini").path
    try "[main]\nproxy = http://old\n".write(toFile: path, atomically: true, encoding: .utf8)
    let result = try tool.run("write", "ini:\(path)", "timeout", "5")
    #expect(result.status != 0)
    #expect(result.complaint.contains("main/timeout"), "\(result)")
    #expect(try tool.run("write", "ini:\(path)", "main/timeout", "5").status == 0)
  }
}
