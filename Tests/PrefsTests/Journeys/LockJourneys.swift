import Foundation
import TestSupport
import Testing

/// A lock that arrives while the editor runs.
@Suite(.enabled(if: geteuid() == 0, "Only root may mount."))
struct LockJourneys {
  @Test func `a lock that arrives while a key is edited stops the write, and the input is kept`()
    throws
  {
    let tool = try Tool()
    let managed = try ManagedDirectory()
    let session = try tool.terminal(managed.command(tool, ["demo"]), columns: 120, rows: 40)
    try session.wait(for: "General")
    try session.type("/interval")
    try session.sendKeys("Enter", "Enter")
    try session.wait(for: "Enter save")
    try session.type("45")
    try managed.lock("general.autosaveInterval", at: "<integer>90</integer>")
    try session.wait(for: "locked")
    try session.sendKeys("Enter")
    let screen = try session.wait(for: "Autosave interval was not saved: locked by")
    #expect(screen.contains("u reopens"))
    #expect(screen.contains("90 s"))
    #expect(try tool.json("general.autosaveInterval") == nil)
    try session.type("q")
    #expect(try session.waitForExit() == 0)
  }

  @Test func `root locks a key for all users with a reason, and unlocks it`() throws {
    let tool = try Tool()
    let managed = try ManagedDirectory()
    _ = try tool.run("write", Tool.suite, "general.autosaveInterval", "45")
    let session = try tool.terminal(
      managed.command(tool, ["edit", Tool.suite]),
      columns: 100,
      rows: 30
    )
    try session.wait(for: "General")
    try session.type("/interval")
    try session.sendKeys("Enter")
    try session.type("T")
    try session.wait(for: "Reason to lock Autosave interval for all users")
    try session.type("Ask the desk.")
    try session.sendKeys("Enter")
    let locked = try session.wait(for: "LOCKED by ")
    #expect(locked.contains("Ask the desk."))
    // The first choice changes nothing.
    try session.type("T")
    try session.wait(for: "Unlock Autosave interval for all users?")
    try session.sendKeys("Enter")
    try session.wait(for: "Nothing was changed.")
    try session.type("T2")
    try session.sendKeys("Enter")
    try session.wait(for: "now 45 s (user)")
    try session.type("q")
    #expect(try session.waitForExit() == 0)
  }
}
