import Foundation
import Glibc
import TestSupport
import Testing

/// The examples that the packages install, on an image of a machine; `.ci/ansible` runs the playbook.
@Suite struct InstalledExamplesTests {
  private static let directory = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../../.ci/package-files/examples").standardizedFileURL
  private let tool: Tool

  init() throws {
    tool = try Tool()
    try tool.writeToImage(Self.text("site.json"), "etc/prefs/site.json")
  }

  private static func text(_ name: String) throws -> String {
    try String(contentsOf: directory.appendingPathComponent(name), encoding: .utf8)
  }

  /// The arguments of the tool in the first line of an example that has a text.
  private static func arguments(in name: String, after text: String) throws -> [String] {
    let lines = try Self.text(name).split(separator: "\n")
    let line = try #require(lines.first { $0.contains(text) && !$0.hasPrefix("#") })
    let command = try #require(line.components(separatedBy: text).last)
    return command.split(separator: " ").map(String.init)
  }

  @Test(arguments: [("prefs-site.cron", " root prefs "), ("prefs-site.service", "/usr/bin/prefs ")])
  func `the declared values and locks are stored, and nothing is printed`(
    example: String,
    program: String
  ) throws {
    let path = "/etc/prefs/site.json"
    let arguments = try Self.arguments(in: example, after: program)
      .map { $0 == path ? tool.image.path + path : $0 }
    #expect(arguments.contains(tool.image.path + path))
    for _ in 0..<2 {
      let result = try tool.runOnImage(arguments)
      #expect(result.status == 0 && result.output.isEmpty && result.complaint.isEmpty, "\(result)")
    }
    let read = try tool.runOnImage("--system", "read", "org.example.app", "quality")
    #expect(read.output == "0.8\n")
    let locks = try tool.runOnImage("locks", "org.example.app")
    #expect(locks.output.contains("telemetry") && locks.output.contains("Ask the desk."))
  }

  @Test func `each file of the examples is run by a test`() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: Self.directory.path)
    // Ansible is not installed here, so a script of the checks runs the playbook.
    let script = Self.directory.appendingPathComponent("../../ansible").standardizedFileURL
    #expect(try String(contentsOf: script, encoding: .utf8).contains("playbook.yml"))
    #expect(
      names.sorted() == ["playbook.yml", "prefs-site.cron", "prefs-site.service", "site.json"]
    )
  }

  @Test(.enabled(if: access("/usr/bin/systemd-analyze", X_OK) == 0, "systemd is not installed"))
  func `the unit has no errors`() throws {
    // A program of the unit must exist, so that of the tests stands in for it.
    let unit = try Self.text("prefs-site.service")
      .replacingOccurrences(of: "/usr/bin/prefs", with: tool.program)
    let file = tool.home.appendingPathComponent("prefs-site.service")
    try Data(unit.utf8).write(to: file)
    let result = try Program.run(
      ["systemd-analyze", "verify", "--man=no", file.path],
      environment: ProcessInfo.processInfo.environment
    )
    #expect(result.status == 0, "\(result)")
  }
}
