import Foundation
import TestSupport
import Testing

/// `prefs apply` killed at any moment: each file of each suite is as before, or as declared.
struct ApplyKillTests {
  private static let suites = ["a", "b", "c"]
  private static let keyCount = 400

  /// How often a run is killed; `.ci/torture apply` asks for more.
  private static let kills = ProcessInfo.processInfo.environment["APPLY_KILLS"].flatMap { Int($0) }

  /// A declaration in which every value and every reason is one number.
  private static func declaration(_ number: Int) -> String {
    let values = (0..<keyCount).map { "\"k\($0)\": \(number)" }.joined(separator: ", ")
    let locks = (0..<keyCount)
      .map { "\"l\($0)\": {\"value\": \(number), \"reason\": \"\(number)\"}" }
      .joined(separator: ", ")
    let suites = suites.map { "\"\($0)\": {\"values\": {\(values)}, \"locks\": {\(locks)}}" }
    return "{\"suites\": {\(suites.joined(separator: ", "))}}"
  }

  /// Returns the different values in a property list; none if there is no file.
  private static func content(_ path: String) throws -> (count: Int, values: Set<String>) {
    guard let bytes = FileManager.default.contents(atPath: path) else { return (0, []) }
    let list = try PropertyListSerialization.propertyList(from: bytes, format: nil)
    let members = try #require(list as? [String: Any])
    return (members.count, Set(members.values.map { "\($0)" }))
  }

  @Test(.thorough) func `a killed run leaves every file as before or as declared`() throws {
    let tool = try Tool()
    let files = try (1...2).map { number in
      let file = tool.home.appendingPathComponent("\(number).json")
      try Data(Self.declaration(number).utf8).write(to: file)
      return file.path
    }
    #expect(try tool.runOnImage("apply", files[0]).status == 0)
    // The time of a whole run, in microseconds: each run is killed at another part of it.
    let start = ContinuousClock.now
    #expect(try tool.runOnImage("apply", files[1]).status == 0)
    let duration = (ContinuousClock.now - start) / .microseconds(1)
    let kills = Self.kills ?? (Thorough.isOn ? 10 : 3)
    var unfinished = 0
    for number in 0..<kills {
      let program = try tool.start(
        tool.program,
        "--root",
        tool.image.path,
        "apply",
        files[number % 2]
      )
      usleep(UInt32(duration * (Double(number) + 0.5) / Double(kills)))
      program.send(signal: SIGKILL)
      if program.wait().status != 0 { unfinished += 1 }
      try expectWholeFiles(of: tool)
    }
    #expect(unfinished > 0)
    // Afterwards a run does what is left.
    #expect(try tool.runOnImage("apply", files[0]).status == 0)
    #expect(try tool.runOnImage("apply", "--check", files[0]).status == 0)
  }

  private func expectWholeFiles(of tool: Tool) throws {
    for suite in Self.suites {
      let values = try Self.content(tool.image.path + tool.home.path + "/\(suite).plist")
      #expect(values.count == Self.keyCount && values.values.count == 1)
      let managed = tool.image.path + "/etc/prefs/managed/\(suite)"
      let locks = try Self.content(managed + ".plist")
      #expect(locks.count == Self.keyCount && locks.values.count == 1)
      // Every lock has the reason that was given for its value, also while the reasons are a list.
      let number = try #require(locks.values.first)
      let shown = try tool.runOnImage("read", suite, "--layers").output
      #expect(shown.components(separatedBy: "(locked: \(number))").count == Self.keyCount + 1)
    }
  }
}
