import Foundation
import TestSupport
import Testing

/// Many keys at once, staged edits, history, scopes, export and import in the editor.
@Suite struct ManyJourneys {
  private func wrote(_ tool: Tool) throws {
    try tool.run("write", Tool.suite, "showAllDayEvents", "false")
    try tool.run("write", Tool.suite, "general.autosaveInterval", "60")
    try tool.run("write", Tool.suite, "appearance.theme", "dark")
  }

  @Test func `marked keys are reset as one change, which one undo takes back`() throws {
    let tool = try Tool()
    try wrote(tool)
    let session = try tool.demo()
    try session.type("*R")
    try session.wait(for: "with a mark")
    try session.sendKeys("Enter")
    let screen = try session.wait(for: "3 change")
    #expect(screen.contains("60 s"))
    try session.type("y")
    try session.wait(for: "Reset 3 keys.")
    #expect(try tool.json("general.autosaveInterval") == nil)
    try session.type("u")
    try session.wait(for: "Undone:")
    #expect(try tool.json("general.autosaveInterval") == "60")
    #expect(try tool.json("appearance.theme") == "\"dark\"")
  }

  @Test func `staged edits are kept when the editor quits, and saved together later`() throws {
    let tool = try Tool()
    let session = try tool.demo()
    try session.type("t jj+")
    try session.wait(for: "STAGED 2")
    try session.type("q")
    #expect(try session.waitForExit() == 0)
    #expect(try session.screen().contains("are staged, not stored."))
    #expect(try tool.json("showAllDayEvents") == nil)

    let again = try tool.demo()
    try again.wait(for: "STAGED 2")
    try again.type("w")
    try again.wait(for: "Staged edits of")
    try again.sendKeys("Enter")
    try again.wait(for: "Saved 2 staged edits.")
    #expect(try tool.json("showAllDayEvents") == "false")
    #expect(try tool.json("general.autosaveInterval") == "35")
  }

  @Test func `the history names who made a change, and goes back to it`() throws {
    let tool = try Tool()
    try tool.run("write", Tool.suite, "general.autosaveInterval", "60")
    try tool.run("write", Tool.suite, "general.autosaveInterval", "90")
    let session = try tool.demo(columns: 120, rows: 40)
    try session.type("C")
    let screen = try session.wait(for: "60 s → 90 s")
    #expect(screen.contains("prefs write "))
    try session.sendKeys("Enter")
    try session.wait(for: "Went back: Autosave interval 90 s → 60 s.")
    #expect(try tool.json("general.autosaveInterval") == "60")
  }

  @Test func `many changes by another program are one notice that names it`() throws {
    let tool = try Tool()
    let session = try tool.demo()
    try Data(
      "{\"showAllDayEvents\": false, \"appearance.theme\": \"dark\", \"extra\": 1}".utf8
    ).write(to: tool.home.appendingPathComponent("new.json"))
    try tool.run("import", Tool.suite, tool.home.appendingPathComponent("new.json").path)
    let screen = try session.wait(for: "3 keys changed by prefs import (")
    #expect(screen.contains("+ Theme"))
  }

  @Test func `exported values are imported again after a look at the plan`() throws {
    let tool = try Tool()
    try wrote(tool)
    let path = tool.home.appendingPathComponent("out.json").path
    let session = try tool.demo()
    try session.sendKeys("F6")
    try session.wait(for: "JSON to a file")
    try session.sendKeys("Enter")
    try session.wait(for: "Export to the file")
    try session.type(path)
    try session.sendKeys("Enter")
    try session.wait(for: "Exported 3 keys")
    try tool.run("write", Tool.suite, "general.autosaveInterval", "90")
    try session.wait(for: "90 s")
    try session.sendKeys("F7")
    try session.wait(for: "Import from the file")
    try session.type(path)
    try session.sendKeys("Enter")
    try session.wait(for: "1 change, 2 same")
    try session.sendKeys("Enter")
    try session.wait(for: "Imported 1 key.")
    #expect(try tool.json("general.autosaveInterval") == "60")
  }

  @Test func `values for this host are written to its file`() throws {
    let tool = try Tool()
    try tool.run("write", "org.example.scoped", "level", "-int", "5")
    let session = try tool.terminal([tool.program, "edit", "org.example.scoped"])
    try session.wait(for: "level")
    try session.type("fy")
    try session.wait { !$0.contains("y do it") }
    try session.type("S")
    try session.wait(for: "Edit level for")
    try session.sendKeys("Down", "Enter")
    try session.wait(for: "for this host")
    try session.sendKeys("C-u")
    try session.type("7")
    try session.sendKeys("Enter")
    try session.wait(for: "Saved level = 7")
    let file = tool.home.appendingPathComponent("ByHost/org.example.scoped..plist").path
    #expect(FileManager.default.fileExists(atPath: file))
    try session.type("P")
    let screen = try session.wait(for: "in use")
    #expect(screen.contains("host"))
    #expect(screen.contains("ignored"))
    try session.sendKeys("Escape")
    try session.wait { !$0.contains("in use") }
    try session.type("u")
    try session.wait(for: "Undone")
  }
}
