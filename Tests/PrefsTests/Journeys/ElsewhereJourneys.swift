import Foundation
import TestSupport
import Testing

/// What others write while the editor is open.
@Suite struct ElsewhereJourneys {
  @Test func `a write by another process appears, marked, and the selection stays`() throws {
    let tool = try Tool()
    let session = try tool.demo()
    try session.type("jj")
    try session.wait(for: " >  Autosave interval")
    try tool.run("write", Tool.suite, "appearance.theme", "dark")
    let screen = try session.wait(for: "Theme: unset → Dark by prefs write (")
    #expect(screen.contains("  + Theme"))
    #expect(screen.contains(" >  Autosave interval"))
  }

  @Test func `an unknown key written elsewhere appears and vanishes`() throws {
    let tool = try Tool()
    let session = try tool.demo(columns: 120, rows: 40)
    try tool.run("write", Tool.suite, "legacyColor", "red")
    try session.wait(for: "Not in the schema")
    try tool.run("delete", Tool.suite, "legacyColor")
    try session.wait(for: "legacyColor was removed")
    #expect(try !session.screen().contains("Not in the schema"))
  }

  @Test func `an open edit is not overwritten, and a person decides`() throws {
    let tool = try Tool()
    let session = try tool.demo()
    try session.type("jj")
    try session.sendKeys("Enter", "C-u")
    try session.type("90")
    // The edit must have begun with the value that the write replaces.
    try session.wait(for: "│ 90 ")
    try tool.run("write", Tool.suite, "general.autosaveInterval", "45")
    let screen = try session.wait(for: "changed elsewhere: now 45 s")
    #expect(screen.contains("│ 90 "))
    try session.sendKeys("Enter")
    try session.wait(for: "Nothing has been written.")
    #expect(try tool.json("general.autosaveInterval") == "45")
    try session.type("m")
    try session.wait(for: "Saved Autosave interval = 90 s")
    #expect(try tool.json("general.autosaveInterval") == "90")
  }

  @Test func `two editors show each other's changes, and ask before one undoes the other's`() throws
  {
    let tool = try Tool()
    let first = try tool.demo()
    let second = try tool.demo(columns: 40, rows: 12)
    try first.type(" ")
    try second.wait(for: "[ ] off")
    try second.type(" ")
    try first.wait(for: "all-day events: off → on")
    #expect(try tool.json("showAllDayEvents") == "true")
    try first.type("u")
    try first.wait(for: "y do it")
    try first.type("n")
    try second.type("u")
    try first.wait(for: "all-day events: on → off")
    #expect(try tool.json("showAllDayEvents") == "false")
    for session in [first, second] {
      try session.type("q")
      #expect(try session.waitForExit() == 0)
    }
  }

  @Test func `a schema that comes, changes, breaks and goes is noticed while the suite is shown`()
    throws
  {
    func document(_ title: String) -> String {
      """
      {"x-format": 1, "x-suite": "org.example.live", "title": "Live", "properties":
        {"level": {"type": "integer", "title": "\(title)", "minimum": 0, "maximum": 9}}}
      """
    }
    let tool = try Tool()
    try tool.run("write", "org.example.live", "level", "-int", "5")
    let session = try tool.terminal([tool.program, "edit", "org.example.live"])
    try session.wait(for: "level")
    try tool.publish(document("Loudness"), forSuite: "org.example.live")
    try session.wait(for: "A schema describes this suite now.")
    #expect(try session.screen().contains("Loudness"))
    try tool.publish(document("Volume"), forSuite: "org.example.live")
    try session.wait(for: "The schema has changed.")
    #expect(try session.screen().contains("Volume"))
    try session.type("+")
    try session.wait(for: "Saved Volume = 6")
    try tool.publish("{ nope", forSuite: "org.example.live")
    try session.wait(for: "The schema cannot be used")
    #expect(try session.screen().contains("level"))
    try tool.publish(document("Volume"), forSuite: "org.example.live")
    try session.wait(for: "A schema describes this suite now.")
    try tool.publish(nil, forSuite: "org.example.live")
    try session.wait(for: "The schema was removed")
    #expect(try tool.run("read", "org.example.live", "level").output == "6\n")
  }
}
