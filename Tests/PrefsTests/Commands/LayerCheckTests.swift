import Foundation
import TestSupport
import Testing

/// Values of other layers than the user's that the schema refuses, in an image.
struct LayerCheckTests {
  private static let suite = "org.example.app"
  private let tool: Tool

  init() throws {
    tool = try Tool()
  }

  @Test func `a text that the app reads as a number is a note`() throws {
    #expect(try tool.runOnImage("write", Self.suite, "flag", "-string", "4").status == 0)
    try publish(", \"maximum\": 5")
    let check = try tool.runOnImage("check", Self.suite)
    #expect(check.status == 0)
    #expect(check.output.contains("note: flag: stored as String, which is read as Int"))
  }

  private func publish(_ more: String = "") throws {
    let directory = tool.environment["XDG_DATA_DIRS"] ?? ""
    try tool.writeToImage(
      Tool.schema(#""flag": {"type": "integer"\#(more)}"#, forSuite: Self.suite),
      "\(directory)/prefs/schemas/\(Self.suite).schema.json"
    )
  }

  /// Stores a value of one of the administrator's layers before there is a schema.
  private func store(_ command: [String]) throws {
    #expect(try tool.runOnImage(command).status == 0)
    try publish(", \"maximum\": 5")
  }

  @Test(
    .thorough,
    arguments: [
      (["lock", suite, "flag", "-int", "99"], "managed"),
      (["write", "--managed", suite, "flag", "-int", "99"], "managed"),
      (["write", "--system", suite, "flag", "-int", "99"], "etc/xdg"),
      (["write", "--current-host", suite, "flag", "-int", "99"], "ByHost"),
      (["write", "-g", "flag", "-int", "99"], ".GlobalPreferences.plist"),
    ]
  )
  func `a value of another layer that does not fit is found`(
    command: [String],
    place: String
  ) throws {
    try store(command)
    let check = try tool.runOnImage("check", Self.suite)
    #expect(check.status == 3)
    #expect(check.output.contains(place), "\(check.output)")
    #expect(check.output.contains("error: flag: 99 is above the maximum 5"))
    let json = try tool.runOnImage("check", Self.suite, "flag", "--json")
    #expect(json.status == 3)
    #expect(json.output.contains(place))
    let doctor = try tool.runOnImage("doctor")
    #expect(doctor.status != 0)
    #expect(doctor.output.contains(place), "\(doctor.output)")
    #expect(doctor.output.contains("99 is above the maximum 5"))
    let screen = try tool.runOnImage("edit", Self.suite, "--render", "100x30")
    #expect(screen.output.contains("!"), "\(screen.output)")
    #expect(screen.output.contains("99 is above the maximum 5"), "\(screen.output)")
  }

  @Test func `a lock of a key that the schema does not have is found`() throws {
    #expect(try tool.runOnImage("lock", Self.suite, "flga", "-int", "1").status == 0)
    try publish()
    let check = try tool.runOnImage("check", Self.suite)
    #expect(check.output.contains("note: flga: the schema has no such key; did you mean \"flag\"?"))
  }

  @Test(
    arguments: [
      (["lock", suite, "flag", "-int", "99"], "etc/prefs/managed"),
      (["write", "--system", suite, "flag", "-int", "99"], "etc/xdg"),
      (["write", "--current-host", suite, "flag", "-int", "99"], "ByHost"),
    ]
  )
  func `a pattern finds a suite that only one other layer has`(
    command: [String],
    place: String
  ) throws {
    try store(command)
    let check = try tool.runOnImage("check", "org.*")
    #expect(check.output.contains("99 is above the maximum 5"), "\(check.output)")
    #expect(try tool.runOnImage("read", "--layers", "org.*").output.contains(place))
    for values in [["read", "--all", "org.*"], ["export", "--all", "org.*", "-", "--json"]] {
      #expect(try tool.runOnImage(values).output.contains("99"), "\(values)")
    }
  }

  @Test func `a pattern finds the values for this host, and the history has their changes`() throws
  {
    try tool.run("write", "--current-host", Self.suite, "flag", "-int", "3")
    #expect(try tool.run("read", "--current-host", "org.*", "flag").output.contains("3"))
    for history in [["history"], ["history", Self.suite], ["history", "org.*"]] {
      #expect(try tool.run(history).output.contains("flag"), "\(history)")
    }
    #expect(try tool.run("delete", "--current-host", "org.*", "flag").status == 0)
    #expect(try tool.run("read", "--current-host", Self.suite, "flag").status == 1)
  }

  @Test func `a global value is found once, and with its place for programs`() throws {
    try store(["write", "-g", "flag", "-int", "99"])
    for suite in [Self.suite, "org.other"] { try tool.runOnImage("write", suite, "other", "1") }
    try tool.writeToImage(
      Tool.schema(#""flag": {"type": "integer", "maximum": 5}"#, forSuite: "org.other"),
      "\(tool.environment["XDG_DATA_DIRS"] ?? "")/prefs/schemas/org.other.schema.json"
    )
    for command in [["check", "*"], ["doctor"]] {
      let lines = try tool.runOnImage(command).output.split(separator: "\n")
      #expect(lines.count { $0.contains("99 is above") } == 1, "\(lines)")
    }
    let records = try tool.runOnImage("doctor", "--json").output.filter { !$0.isWhitespace }
    #expect(records.ranges(of: "99isabove").count == 1, "\(records)")
    #expect(records.contains(#""suite":"NSGlobalDomain","key":"flag""#), "\(records)")
    #expect(records.contains(#""layer":"global""#))
  }

  @Test func `without notes for cron, errors are left`() throws {
    try publish(", \"maximum\": 5")
    try tool.runOnImage("write", Self.suite, "other", "1")
    #expect(try tool.runOnImage("check", Self.suite).output.contains("note: other"))
    for command in [["check", Self.suite], ["doctor"]] {
      #expect(try tool.runOnImage(command + ["--quiet"]).output == "")
    }
    try tool.runOnImage("write", "-g", "flag", "-int", "99")
    for command in [["check", Self.suite], ["doctor"]] {
      let result = try tool.runOnImage(command + ["--quiet"])
      #expect(result.status != 0)
      #expect(result.output.contains("99 is above"), "\(result)")
    }
  }

  @Test func `a lock that fits is no problem`() throws {
    #expect(try tool.runOnImage("lock", Self.suite, "flag", "-int", "4").status == 0)
    try publish(", \"maximum\": 5")
    let check = try tool.runOnImage("check", Self.suite)
    #expect(check.status == 0)
    #expect(check.output == "")
  }
}
