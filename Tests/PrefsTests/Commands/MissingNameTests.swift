import Foundation
import TestSupport
import Testing

/// Names of keys and suites, and patterns, that nothing has.
struct MissingNameTests {
  private let tool: Tool

  init() throws {
    tool = try Tool()
    for suite in ["org.a", "org.b"] {
      try tool.run("write", suite, "proxy", suite)
      try tool.run("write", suite, "port", "-int", "1")
    }
  }

  @Test(arguments: ["org.*", "org.a"])
  func `a key that is found nowhere is told, and the others are removed or unlocked`(
    suite: String
  ) throws {
    let place = suite == "org.a" ? suite : "any suite"
    try tool.run("delete", "org.b", "port")
    let delete = try tool.run("delete", suite, "port", "none", "no*")
    #expect(delete.status == 1)
    #expect(delete.complaint == "prefs: Not set in \(place): none, no*.\n")
    #expect(
      try tool.run("read", "--json", "org.a").output.filter { !$0.isWhitespace }
        == #"{"proxy":"org.a"}"#
    )
    try tool.run("delete", suite)
    #expect(try tool.run("delete", suite).status == 1)

    try tool.runOnImage("lock", "org.a", "proxy", "x")
    try tool.runOnImage("lock", "org.b", "other", "x")
    let unlock = try tool.runOnImage("unlock", suite, "proxy", "none", "no*")
    #expect(unlock.status == 1)
    #expect(unlock.complaint == "prefs: Not locked in \(place): none, no*.\n")
    #expect(try tool.runOnImage("locks", "org.a").status == 1)
  }

  @Test func `a pattern that no suite matches keeps no other argument from being used`() throws {
    try Data("damaged".utf8).write(to: tool.home.appendingPathComponent("org.damaged.plist"))
    for (command, suite) in [
      (["find", "org"], "org.b"), (["doctor"], "org.da*"), (["snapshot", "save", "s"], "org.b"),
    ] {
      let nothing = try tool.run(command + ["net.*", "com.*"])
      let result = try tool.run(command + ["net.*", suite, "com.*"])
      for result in [nothing, result] {
        #expect(result.status == 1, "\(command)")
        for pattern in ["net.*", "com.*"] {
          #expect(result.complaint.contains("No suite matches \"\(pattern)\"."), "\(result)")
        }
      }
      #expect(nothing.output == "", "\(command)")
      #expect(command[0] == "snapshot" || result.output.contains(suite.prefix(6)), "\(result)")
    }
    #expect(try tool.run("snapshot", "show", "s").output.hasPrefix("org.b = "))
  }

  @Test func `nothing is found as JSON, either, if no suite matches a pattern`() throws {
    let result = try tool.run("find", "--json", "nowhere", "net.*", "org.b")
    #expect(result.status == 1)
    #expect(result.output == "[]\n")
  }
}
