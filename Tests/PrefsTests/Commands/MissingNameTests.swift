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

    for name in ["org.a", "org.b"] {
      try tool.publish(Tool.schema(#""port": {"type": "integer"}"#, forSuite: name), forSuite: name)
    }
    let check = try tool.run("check", suite, "port", "none", "no*")
    #expect(check.complaint == "prefs: No such key in \(place): none, no*.\n")
    let restore = try tool.run("restore", suite, "port", "none", "no*", "--at", "now")
    #expect(restore.complaint == "prefs: Never set in \(place): none, no*.\n")
    #expect(check.status == 1 && restore.status == 1)
  }

  @Test func `a suite that has failed may have the keys`() throws {
    try Data("damaged".utf8).write(to: tool.home.appendingPathComponent("org.damaged.plist"))
    for command in ["delete", "check", "restore"] {
      let end = command == "restore" ? ["--at", "now"] : []
      let result = try tool.run([command, "org.*", "none"] + end)
      #expect(result.status == 6 && !result.complaint.contains("any suite"), "\(result)")
    }
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

  @Test func `a mistyped suite is told with the nearest one, also where a key is named`() throws {
    try tool.run("write", "org.example.mail", "k", "v")
    // A value for all suites makes none of them known.
    try tool.run("write", "NSGlobalDomain", "all", "v")
    for arguments in [["read", "k"], ["delete", "k"], ["describe", "k"]] {
      let result = try tool.run(arguments[0], "org.exmaple.mail", arguments[1])
      #expect(result.status == 1)
      #expect(result.complaint.contains("Did you mean \"org.example.mail\"?"), "\(result)")
    }
    let others = [["undo"], ["redo"], ["locks"], ["unlock", "k"]]
    for arguments in others {
      let result = try tool.runOnImage([arguments[0], "org.exmaple.mail"] + arguments.dropFirst())
      #expect(result.status == 1)
      #expect(!result.complaint.contains("Did you mean"), "\(result)")
    }
    try tool.runOnImage("write", "org.example.mail", "k", "v")
    for arguments in others {
      let result = try tool.runOnImage([arguments[0], "org.exmaple.mail"] + arguments.dropFirst())
      #expect(result.status == 1)
      #expect(result.complaint.contains("Did you mean \"org.example.mail\"?"), "\(result)")
    }
    let find = try tool.run("find", "nowhere", "org.exmaple.mail")
    #expect(find.complaint.contains("Did you mean \"org.example.mail\"?"), "\(find)")
    let pattern = try tool.run("find", "nowhere", "org.example.mai*")
    #expect(!pattern.complaint.contains("Did you mean"), "\(pattern)")
    let lock = try tool.runOnImage("lock", "org.exmaple.mail", "k", "v")
    #expect(lock.status == 0)
    #expect(lock.complaint.contains("Did you mean \"org.example.mail\"?"), "\(lock)")
    #expect(try tool.runOnImage("lock", "org.other", "k", "v").complaint == "")
    #expect(try tool.runOnImage("lock", "org.example.mail", "k", "v").complaint == "")
  }

  @Test func `a mistyped key is told with the nearest one`() throws {
    let layers = try tool.run("read", "--layers", "org.a", "prot")
    #expect(layers.status == 1)
    #expect(
      layers.complaint
        == "prefs: No layer of org.a has a value of the key \"prot\". Did you mean \"port\"?\n"
    )
    let restore = try tool.run("restore", "org.a", "prot", "--at", "now")
    #expect(restore.status == 1)
    #expect(restore.complaint == "prefs: Never set in org.a: prot. Did you mean \"port\"?\n")
    let both = try tool.run("restore", "--json", "org.*", "prot", "port", "--at", "now")
    #expect(both.status == 1)
    #expect(both.complaint == "prefs: Never set in any suite: prot.\n")
  }

  @Test(arguments: [
    "unlock org.a none", "unlock org.* none", "unlock none* none", "lock org.a none",
    "lock org.* none x", "locks org.a", "locks none*", "write org.* none x", "write none* a x",
    "find none", "find none none* org.b", "check org.a", "describe org.a none", "describe none*",
    "diff none*", "history org.a none", "history none*", "undo none", "undo none*", "redo org.a",
    "restore none --at now", "restore none* --at now", "snapshot diff none",
    "read --layers org.a none", "read --layers none*",
  ])
  func `as JSON, nothing is one empty array`(arguments: String) throws {
    var arguments = arguments.split(separator: " ").map(String.init)
    arguments.insert("--json", at: arguments[0] == "snapshot" ? 2 : 1)
    let result = try tool.runOnImage(arguments)
    #expect(result.status == 1, "\(result)")
    #expect(result.output == "[]\n", "\(result)")
    #expect(!result.complaint.isEmpty)
  }

  @Test func `keys that are not locked do not hide those that are unlocked`() throws {
    for key in ["a", "b"] { try tool.runOnImage("lock", "org.a", key, "x") }
    let result = try tool.runOnImage("unlock", "--json", "org.a", "a", "none")
    #expect(result.status == 1)
    #expect(result.output.contains("\"removed\"") && !result.output.contains("[]"), "\(result)")
  }
}
