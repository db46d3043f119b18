import Foundation
import TestSupport
import Testing

/// The records with which commands tell a program that suites have failed.
struct FailureRecordTests {
  private let tool: Tool

  init() throws {
    tool = try Tool()
    try tool.run("write", "org.a", "proxy", "x")
    try Data("broken".utf8).write(to: tool.home.appendingPathComponent("org.broken.plist"))
  }

  /// Runs a command with `--json`, and returns the records of what has failed.
  private func failures(
    _ arguments: String
  ) throws -> (result: Program.Result, records: [[String: Any]]) {
    var arguments = arguments.split(separator: " ").map(String.init)
    arguments.insert("--json", at: 1)
    let result = try tool.run(arguments)
    let json = try JSONSerialization.jsonObject(with: Data(result.output.utf8))
    let records = json as? [[String: Any]] ?? []
    return (result, records.filter { $0["result"] as? String == "failed" })
  }

  @Test(
    .thorough,
    arguments: [
      "write org.* proxy x", "find proxy", "diff org.*", "describe org.*", "read --layers org.*",
      "write --dry-run org.broken* proxy x", "describe org.broken*",
      // One suite that is named.
      "write org.broken proxy x", "find proxy org.broken", "diff org.broken", "undo org.broken",
      "describe org.broken", "check org.broken", "read --layers org.broken",
      "restore org.broken --at now", "import org.broken /dev/null",
      "copy org.broken --to-config-home /tmp", "copy org.b* --to-config-home /tmp",
    ]
  )
  func `a suite that fails has a record of its own`(arguments: String) throws {
    let (result, failed) = try failures(arguments)
    #expect(failed.map { $0["suite"] as? String } == ["org.broken"], "\(result)")
    let message = failed.first?["message"] as? String ?? ""
    #expect(!message.isEmpty && result.complaint.contains(message), "\(result)")
    #expect(result.status == 6, "\(result)")
  }

  @Test func `values are copied beside a suite that cannot be read, which has a record`() throws {
    let target = try TemporaryDirectory()
    let (result, failed) = try failures("copy org.* --to-config-home \(target.path)")
    #expect(failed.map { $0["suite"] as? String } == ["org.broken"], "\(result)")
    #expect(result.status == 6 && result.output.contains("\"new\""), "\(result)")
  }

  @Test func `what was applied before and after a suite that cannot be written is reported`() throws
  {
    // Nobody can create a file there.
    try FileManager.default.createSymbolicLink(
      atPath: tool.home.appendingPathComponent("org.b.plist").path,
      withDestinationPath: "/proc/org.b.plist"
    )
    let file = tool.home.appendingPathComponent("site.json")
    let suites = ["org.a", "org.b", "org.c"].map { "\"\($0)\": {\"values\": {\"k\": 1}}" }
    try Data("{\"suites\": {\(suites.joined(separator: ", "))}}".utf8).write(to: file)
    let (result, failed) = try failures("apply \(file.path)")
    #expect(result.status == 6 && failed.map { $0["suite"] as? String } == ["org.b"], "\(result)")
    for suite in ["org.a", "org.c"] {
      #expect(try tool.run("read", suite, "k").output == "1\n")
      #expect(result.output.contains("\"\(suite)\""), "\(result)")
    }
    #expect(result.output.components(separatedBy: "\"key\"").count == 3, "\(result)")
  }

  @Test func `the record of a snapshot that cannot be read has its name`() throws {
    try tool.run("snapshot", "save", "whole", "org.a")
    let state = tool.home.appendingPathExtension("state")
    let file = state.appendingPathComponent("prefs/snapshots/broken.json")
    try Data("x".utf8).write(to: file)
    let result = try tool.run("snapshot", "list", "--json")
    let records =
      try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [[String: Any]]
    #expect(records?.map { $0["name"] as? String } == ["whole", "broken"], "\(result)")
    #expect(records?.last?["result"] as? String == "failed" && records?.last?["suite"] == nil)
  }

  @Test func `what is found nowhere is one document with the failures`() throws {
    let (result, failed) = try failures("find nowhere code:")
    #expect(result.status == 1 && failed.count == 1, "\(result)")
  }

  @Test func `a failure that is about no suite has a record without one`() throws {
    let (result, failed) = try failures("import org.a /dev/none")
    #expect(result.status == 6)
    #expect(failed.count == 1 && failed[0]["suite"] == nil, "\(result)")
    // A usage error is one of the program, which gets no records.
    #expect(try tool.run("write", "--json", "org.a", "proxy", "x", "y").output == "")
  }
}
