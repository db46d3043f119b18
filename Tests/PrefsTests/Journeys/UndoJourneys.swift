import Foundation
import TestSupport
import Testing

/// Undo in the editor and by the tool, which share one history.
@Suite struct UndoJourneys {
  @Test func `what the editor has undone is not undone again by the tool, but redone`() throws {
    let tool = try Tool()
    let session = try tool.demo()
    try session.sendKeys("Space")
    try session.wait(for: "Saved Show all-day events = off (was on)")
    #expect(try tool.json("showAllDayEvents") == "false")
    try session.type("u")
    try session.wait(for: "Undone: Show all-day events")
    #expect(try tool.json("showAllDayEvents") == nil)
    try session.type("q")
    #expect(try session.waitForExit() == 0)

    let undo = try tool.run("undo", Tool.suite)
    #expect(undo.status == 1)
    #expect(undo.complaint == "prefs: There is nothing to undo.\n")
    #expect(undo.output == "")
    #expect(try tool.json("showAllDayEvents") == nil)

    let redo = try tool.run("redo", Tool.suite)
    #expect(redo.status == 0)
    #expect(redo.output == "showAllDayEvents: unset → false\n")
    #expect(try tool.json("showAllDayEvents") == "false")
    let again = try tool.run("redo", Tool.suite)
    #expect(again.status == 1)
    #expect(again.complaint == "prefs: There is nothing to redo.\n")
    #expect(try tool.json("showAllDayEvents") == "false")
  }

  @Test func `steps there and back are undone one after the other`() throws {
    let tool = try Tool()
    let key = "general.autosaveInterval"
    try tool.run("write", Tool.suite, key, "60")
    let session = try tool.demo()
    try session.type("jj+")
    try session.wait(for: "Saved Autosave interval")
    let stepped = try #require(try tool.json(key))
    #expect(stepped != "60")
    try session.type("-")
    try session.wait(for: "Saved Autosave interval = 60 s")
    try session.type("u")
    try session.wait(for: "Undone: Autosave interval = \(stepped) s")
    try session.type("u")
    try session.wait(for: "Undone: Autosave interval = 60 s")
    try session.type("u")
    try session.wait(for: "Nothing to undo in this session.")
    #expect(try tool.json(key) == "60")
  }

  @Test func `what the tool has changed is not undone by the editor`() throws {
    let tool = try Tool()
    try tool.run("write", Tool.suite, "showAllDayEvents", "false")
    let session = try tool.demo()
    try session.type("u")
    try session.wait(for: "Nothing to undo in this session.")
    #expect(try tool.json("showAllDayEvents") == "false")
  }
}

/// Undo of keys that an administrator has locked meanwhile.
///
/// It takes root (``ManagedDirectory``).
@Suite(.enabled(if: geteuid() == 0, "Only root may mount."))
struct LockedUndoJourneys {
  private let tool: Tool
  private let managed: ManagedDirectory

  init() throws {
    tool = try Tool()
    managed = try ManagedDirectory()
  }

  private static let refusal =
    "\"showAllDayEvents\" is locked by \"/etc/prefs/managed/\(Tool.suite).plist\""

  @Test(arguments: [["undo", Tool.suite], ["undo", "--force", Tool.suite]])
  func `the tool ends with its status for locked keys and changes nothing`(
    arguments: [String]
  ) throws {
    try tool.run("write", Tool.suite, "showAllDayEvents", "true")
    try tool.run("write", Tool.suite, "showAllDayEvents", "false")
    try managed.lock("showAllDayEvents")
    let result = try Program.run(managed.command(tool, arguments), environment: tool.environment)
    #expect(result.status == 4)
    #expect(result.complaint.hasPrefix("prefs: \(Self.refusal)"))
    #expect(result.complaint.contains("Nothing was changed."))
    #expect(result.output == "")
    #expect(try tool.json("showAllDayEvents") == "false")
    // Where the key is not locked the change can still be taken back.
    #expect(try tool.run("undo", Tool.suite).output == "showAllDayEvents: false → true\n")
  }

  @Test func `redo of a locked key ends with the same status`() throws {
    try tool.run("write", Tool.suite, "showAllDayEvents", "false")
    try tool.run("undo", Tool.suite)
    try managed.lock("showAllDayEvents")
    let result = try Program.run(
      managed.command(tool, ["redo", Tool.suite]),
      environment: tool.environment
    )
    #expect(result.status == 4)
    #expect(result.complaint.hasPrefix("prefs: \(Self.refusal)"))
    #expect(try tool.json("showAllDayEvents") == nil)
  }

  @Test func `the editor says that the key was locked meanwhile, and not that it is undone`() throws
  {
    let session = try tool.terminal(managed.command(tool, ["demo"]), columns: 160)
    try session.wait(for: "General")
    try session.sendKeys("Space")
    try session.wait(for: "Saved Show all-day events = off (was on)")
    try managed.lock("showAllDayEvents")
    // The news of the lock would replace the refusal if it came after it.
    try session.wait(for: "was locked")
    try session.type("u")
    let screen = try session.wait(for: Self.refusal)
    #expect(!screen.contains("Undone"))
    #expect(try tool.json("showAllDayEvents") == "false")
    try session.type("q")
    #expect(try session.waitForExit() == 0)
    #expect(try tool.run("undo", Tool.suite).output == "showAllDayEvents: false → unset\n")
  }
}
