import Foundation
import TestSupport
import Testing

struct CopyCommandTests {
  private let tool: Tool

  init() throws {
    tool = try Tool()
  }

  /// The directory of the suites that are copied to.
  private var target: String { tool.home.appendingPathComponent("to").path }

  /// Runs the tool for the suites that are copied to.
  private func runThere(_ arguments: String...) throws -> Program.Result {
    try tool.run(["--config-home", target] + arguments)
  }

  @Test func `the values of a pattern of suites come to the other home, and are undone there`()
    throws
  {
    for suite in ["org.a", "org.b", "com.c"] { try tool.run("write", suite, "k", "-int", "5") }
    _ = try runThere("write", "org.a", "k", "-int", "1")
    _ = try runThere("write", "org.a", "l", "-string", "kept")

    let copied = try tool.run("copy", "org.*", "--to-config-home", target)

    #expect(copied.status == 0)
    #expect(copied.output == "org.a: 1 value changed\norg.b: 1 value changed\n")
    #expect(try runThere("read", "org.a").output.contains("kept"))
    #expect(try runThere("domains").output == "org.a, org.b\n")
    #expect(try runThere("history", "org.b").output.contains("prefs copy"))
    #expect(try runThere("undo", "org.a").status == 0)
    #expect(try runThere("read", "org.a", "k").output == "1\n")
  }

  @Test func `chosen keys are copied from another home`() throws {
    for key in ["window.width", "window.height", "title"] {
      _ = try runThere("write", "app", key, "-int", "5")
    }

    #expect(try tool.run("copy", "app", "--from-config-home", target, "window.*").status == 0)

    for key in ["window.width", "window.height"] {
      #expect(try tool.run("read", "app", key).output == "5\n")
    }
    #expect(try tool.run("read", "app", "title").status == 1)
  }

  @Test func `a suite is copied as it is, whatever its keys are called`() throws {
    let values = #"{"app":{"k":1}}"#
    try Data(values.utf8).write(to: tool.home.appendingPathComponent("values"))
    try tool.run("import", "other", tool.home.appendingPathComponent("values").path)
    try tool.run("write", "app", "app", "-dict", "k", "1")

    #expect(try tool.run("copy", "app", "--to-config-home", target).status == 0)

    #expect(try runThere("read", "app", "app").output.contains("k = 1"))
  }

  @Test func `secrets are copied only when that is asked for`() throws {
    try tool.run("write", "app", "apiToken", "CANARY")
    try tool.run("write", "app", "k", "1")

    let copied = try tool.run("copy", "app", "--to-config-home", target)
    #expect(copied.complaint.contains("1 secret"))
    #expect(try runThere("read", "app", "apiToken").status == 1)

    #expect(try tool.run("copy", "app", "--secrets", "--to-config-home", target).status == 0)
    #expect(try runThere("read", "app", "apiToken").output == "CANARY\n")
  }

  @Test func `locks are copied with their reasons`() throws {
    try tool.runOnImage("lock", "app", "k", "1", "--reason", "Ask the desk.")
    try FileManager.default.createDirectory(atPath: target, withIntermediateDirectories: true)
    let result = try tool.runOnImage("copy", "app", "--managed", "--to-root", target)
    #expect(result.status == 0, "\(result)")
    let locks = try tool.run("--root", target, "locks")
    #expect(locks.output.contains("Ask the desk."), "\(locks)")
    // Without a reason in the source, the target has none either.
    for value in ["1", "2"] {
      try tool.runOnImage("lock", "app", "k", value, "--reason", "")
      let again = try tool.runOnImage("copy", "app", "--managed", "--to-root", target)
      #expect(again.status == 0, "\(again)")
      #expect(try !tool.run("--root", target, "locks").output.contains("Ask the desk."))
      try tool.run("--root", target, "lock", "app", "k", "--reason", "Ask the desk.")
    }
  }

  @Test func `what has one place on both sides is refused`() throws {
    try tool.run("write", "app", "k", "1")
    let file = tool.home.appendingPathComponent("app.plist").path
    let path = try tool.run("copy", file, "--to-config-home", target)
    #expect(path.status == 2)
    #expect(path.complaint.contains("the same place"))
    let nothing = try tool.run("copy", "none", "--json", "--to-config-home", target)
    #expect(nothing.status == 1)
    #expect(nothing.output == "[]\n")
  }

  @Test func `a dry run says what would happen and changes nothing`() throws {
    try tool.run("write", "app", "k", "-int", "5")

    let plan = try tool.run("copy", "app", "--to-config-home", target, "--dry-run")

    #expect(plan.output.contains("k") && plan.output.contains("5"))
    #expect(try runThere("read", "app").status == 1)
  }

  @Test(.enabled(if: geteuid() == 0, "Only root acts for another user."))
  func `one user of an image gets the settings of another, in files of their own`() throws {
    try tool.writeToImage(
      "ada:x:4711:4711:Ada:/home/ada:/bin/sh\nbob:x:4712:4712:Bob:/home/bob:/bin/sh\n",
      "etc/passwd"
    )
    for user in ["ada", "bob"] { try tool.writeToImage("", "home/\(user)/.profile") }
    let homes = tool.image.appendingPathComponent("home").path
    #expect(try Program.run(["chown", "-R", "4711:4711", "\(homes)/ada"]).status == 0)
    #expect(try Program.run(["chown", "-R", "4712:4712", "\(homes)/bob"]).status == 0)
    #expect(try tool.runOnImage("--user", "ada", "write", "app", "k", "-int", "5").status == 0)

    let copied = try tool.runOnImage("copy", "app", "--from-user", "ada", "--to-user", "bob")

    #expect(copied.status == 0, "\(copied.complaint)")
    #expect(try tool.runOnImage("--user", "bob", "read", "app", "k").output == "5\n")
    let attributes = try FileManager.default.attributesOfItem(
      atPath: "\(homes)/bob/.config/app.plist"
    )
    #expect(attributes[.ownerAccountID] as? Int == 4712)
  }

  @Test func `values are copied to a system of which this one has no users`() throws {
    try tool.run("write", "app", "k", "-int", "5")
    let root = tool.image.path
    try FileManager.default.createDirectory(
      atPath: root + "/root",
      withIntermediateDirectories: true
    )

    let copied = try tool.run("copy", "app", "--system", "--to-root", root)
    #expect(copied.status == 1)

    #expect(try tool.runOnImage("write", "--system", "app", "k", "-int", "6").status == 0)
    #expect(
      try tool.run("copy", "app", "--system", "--from-root", root, "--to-root", root + "/other")
        .status == 6
    )
    try FileManager.default.createDirectory(
      atPath: root + "/other",
      withIntermediateDirectories: true
    )
    #expect(
      try tool.run("copy", "app", "--system", "--from-root", root, "--to-root", root + "/other")
        .status == 0
    )
    #expect(try tool.run("read", "--system", "--root", root + "/other", "app", "k").output == "6\n")
  }
}
