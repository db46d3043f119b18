import Foundation
import TestSupport
import Testing

/// Many suites in a real terminal: finding one, opening at a key, and looking without changing.
@Suite struct SuiteJourneys {
  /// Stores one key in each of 44 suites.
  private func fill(_ tool: Tool) throws {
    for number in 0..<44 {
      let text = """
        <?xml version="1.0" encoding="UTF-8"?>
        <plist version="1.0"><dict><key>number</key><integer>\(number)</integer></dict></plist>
        """
      let file = tool.home.appendingPathComponent("org.example.app\(number).plist")
      try Data(text.utf8).write(to: file)
    }
  }

  @Test func `one of 44 suites is found by typing, opened, and opened again as the last one`()
    throws
  {
    let tool = try Tool()
    try fill(tool)
    let session = try tool.terminal([tool.program])
    try session.wait(for: "Open a suite   44 of 44")
    try session.type("app37")
    try session.wait(for: "Open a suite   1 of 44")
    // The number of keys is read while the list is open.
    try session.wait { $0.contains("org.example.app37") && $0.contains("(no schema)") }
    try session.sendKeys("Enter")
    try session.wait(for: "org.example.app37 ›")
    try session.type("q")
    #expect(try session.waitForExit() == 0)
    let again = try tool.terminal([tool.program, "-"])
    try again.wait(for: "org.example.app37 ›")
  }

  @Test func `a suite that another program creates appears in the open list`() throws {
    let tool = try Tool()
    try fill(tool)
    let session = try tool.terminal([tool.program])
    try session.wait(for: "Open a suite   44 of 44")
    try tool.run("write", "org.example.later", "a", "1")
    try session.wait(for: "Open a suite   45 of 45")
    try session.type("later")
    try session.sendKeys("Enter")
    try session.wait(for: "org.example.later ›")
  }

  @Test func `the schemas of other suites arrive after the suite that is named`() throws {
    let tool = try Tool()
    for (suite, title) in [("org.example.first", "Night light"), ("org.example.other", "Morning")] {
      let key = #""level": {"type": "integer", "title": "\#(title) level", "default": 3}"#
      try tool.publish(
        Tool.schema(key, forSuite: suite, title: title),
        forSuite: suite
      )
    }
    let session = try tool.terminal([tool.program, "edit", "org.example.first"])
    try session.wait(for: "Night light level")
    try session.type("s")
    try session.wait { $0.contains("Morning") && $0.contains("Open a suite   2 of 2") }
    try session.type("other")
    try session.wait(for: "1 of 2")
    try session.sendKeys("Enter")
    try session.wait(for: "Morning level")
  }

  @Test func `the editor opens at a key, and says which key was meant`() throws {
    let tool = try Tool()
    let document = Tool.schema(
      (0..<60).map { #""key\#($0)": {"type": "integer", "title": "Number \#($0)"}"# }
        .joined(separator: ", "),
      forSuite: "org.example.many"
    )
    try tool.publish(document, forSuite: "org.example.many")
    let session = try tool.terminal([tool.program, "edit", "org.example.many", "key47"])
    try session.wait(for: "org.example.many › key47")
    let result = try tool.run("edit", "org.example.many", "key477")
    #expect(result.status == 1)
    #expect(
      result.complaint.contains("org.example.many has no key \"key477\". Did you mean \"key47\"?")
    )
  }

  @Test func `a read-only editor changes nothing and says so`() throws {
    let tool = try Tool()
    try tool.run("write", "org.example.s", "name", "Ada")
    let session = try tool.terminal([tool.program, "edit", "--read-only", "org.example.s"])
    try session.wait(for: " READ-ONLY")
    for key in ["r", "u", "U", "f", "Space", "+"] {
      try session.sendKeys(key)
      try session.wait(for: "Read-only: nothing was changed.")
      try session.sendKeys("Down")
      try session.wait { !$0.contains("Read-only: nothing was changed.") }
    }
    try session.sendKeys("Enter")
    try session.wait(for: "Layers, the highest first")
    try session.sendKeys("Escape")
    try session.wait { !$0.contains("Layers, the highest first") }
    try session.type("q")
    #expect(try session.waitForExit() == 0)
    #expect(try tool.run("read", "org.example.s", "name").output == "Ada\n")
  }

  @Test func `a banner names the directory of other settings`() throws {
    let tool = try Tool()
    try tool.run("write", "org.example.s", "name", "Ada")
    let session = try tool.terminal([
      tool.program, "edit", "--config-home", tool.home.path, "org.example.s",
    ])
    try session.wait(for: " OTHER SETTINGS: \(tool.home.path.prefix(40))")
  }

  @Test func `an action is found by its name and performed`() throws {
    let tool = try Tool()
    let session = try tool.demo()
    try session.sendKeys("Space")
    try session.wait(for: "Saved Show all-day events = off (was on)")
    try session.type(":undo")
    try session.wait(for: "Do, or go to")
    try session.sendKeys("Enter")
    try session.wait(for: "Undone: Show all-day events reset to on (was off)")
  }
}
