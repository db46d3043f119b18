import Foundation
import TestSupport
import Testing

/// The real program in a real terminal, as a person uses it.
@Suite struct EditingJourneys {
  private func row(_ title: String, in screen: String) -> String? {
    screen.split(separator: "\n").map(String.init).first { $0.dropFirst(3).hasPrefix(" " + title) }
  }

  @Test func `toggling stores what the screen shows`() throws {
    let tool = try Tool()
    let session = try tool.demo()
    try session.sendKeys("Space")
    try session.wait(for: "Saved Show all-day events = off (was on)")
    #expect(try tool.plistlib() == "{\"showAllDayEvents\": false}")
    #expect(try tool.json("showAllDayEvents") == "false")
    try session.sendKeys("Space")
    try session.wait(for: "Saved Show all-day events = on (was off)")
    #expect(try tool.json("showAllDayEvents") == "true")
    // Set, and equal to the default: told apart from unset.
    #expect(row("Show all-day", in: try session.screen())?.hasPrefix(" >= ") == true)
  }

  @Test func `text with accents, emoji and wide characters is edited and saved`() throws {
    let tool = try Tool()
    let session = try tool.demo()
    try session.type("jjjj")
    try session.sendKeys("Enter")
    try session.wait(for: "─ Your name ")
    try session.sendKeys("C-u")
    try session.type("Zoé 🦄 日本語")
    try session.wait(for: "9 of at most 40 characters")
    try session.sendKeys("Enter")
    try session.wait(for: "Saved Your name = \"Zoé 🦄 日本語\"")
    #expect(try tool.plistlib() == "{\"author\": \"Zoé 🦄 日本語\"}")
    #expect(try tool.json("author") == "\"Zoé 🦄 日本語\"")
    #expect(row("Your name", in: try session.screen())?.contains("\"Zoé 🦄 日本語\"") == true)
  }

  @Test func `a number out of range is refused with the bound named, and the text is kept`() throws
  {
    let tool = try Tool()
    let session = try tool.demo()
    try session.type("jj")
    try session.sendKeys("Enter", "C-u")
    try session.type("4000")
    try session.wait(for: "! 4000 is above the maximum 3600")
    try session.sendKeys("Enter")
    try session.wait(for: "Not saved: 4000 is above the maximum 3600.")
    #expect(try session.screen().contains("│ 4000 "))
    #expect(try tool.json("general.autosaveInterval") == nil)
    try session.sendKeys("BSpace", "Enter")
    try session.wait(for: "Saved Autosave interval = 400 s (was 30 s)")
    #expect(try tool.json("general.autosaveInterval") == "400")
  }

  @Test func `a choice is picked`() throws {
    let tool = try Tool()
    let session = try tool.demo()
    try session.type("]")
    try session.sendKeys("Enter")
    try session.wait(for: "( ) Light")
    try session.type("jj")
    try session.wait(for: "Light text on a dark background.")
    try session.sendKeys("Enter")
    try session.wait(for: "Saved Theme = Dark")
    #expect(try tool.plistlib() == "{\"appearance.theme\": \"dark\"}")
  }

  @Test func `a date is typed part by part, over the time that was read from the clock`() throws {
    let tool = try Tool()
    let session = try tool.demo(columns: 100, rows: 30)
    try session.type("/firstRun")
    try session.sendKeys("Enter", "Enter")
    try session.wait(for: "[____]-[__]-[__]")
    // tmux takes a semicolon alone as the end of a command.
    try session.type("\\;")
    try session.wait { $0.contains("unix  ") && !$0.contains("____") }
    // Not at once: so many characters in one read are a paste.
    try session.type("2026-02-28 ")
    try session.wait(for: "[2026]-[02]-[28]")
    try session.type("09:59:59")
    try session.sendKeys("Up")
    try session.wait(for: "[2026]-[02]-[28]  [10]:[00]:[00]  UTC")
    try session.sendKeys("Enter")
    try session.wait(for: "Saved Date of first run = 2026-02-28 10:00:00 UTC")
    #expect(try tool.json("firstRun") == "{\n  \"$date\" : \"2026-02-28T10:00:00Z\"\n}")
  }

  @Test func `a list is stored item by item, and Esc keeps what was typed`() throws {
    let tool = try Tool()
    let session = try tool.demo()
    try session.type("/recentColors")
    try session.sendKeys("Enter", "Enter")
    try session.wait(for: "> 1  \"#ff8800\"")
    try session.type("a#00ff00")
    try session.sendKeys("Escape")
    try session.wait(for: "1  \"#ff8800\"")
    try session.sendKeys("Escape")
    try session.wait(for: "Recent colours is not saved. u reopens what you typed.")
    try session.type("u")
    try session.wait(for: "new item 2 of 3")
    try session.wait(for: "#00ff00")
    try session.sendKeys("Enter")
    try session.wait(for: "> 2  \"#00ff00\"")
    try session.type("K")
    try session.wait(for: "> 1  \"#00ff00\"")
    try session.sendKeys("Escape")
    try session.wait { !$0.contains("Enter edit  a add") }
    try session.type("u")
    try session.wait(for: "Undone")
    try session.type("U")
    try session.wait(for: "Redone")
    let stored = try tool.plistlib()
    #expect(stored == "{\"drawing.recentColors\": [\"#00ff00\", \"#ff8800\", \"#112233\"]}")
  }

  @Test func `reset, undo and redo go back and forth`() throws {
    let tool = try Tool()
    try tool.run("write", Tool.suite, "general.autosaveInterval", "60")
    let session = try tool.demo()
    try session.type("jjr")
    try session.wait(for: "Reset Autosave interval to 30 s (was 60 s)")
    #expect(try tool.json("general.autosaveInterval") == nil)
    try session.type("u")
    try session.wait(for: "Undone: Autosave interval = 60 s")
    #expect(try tool.json("general.autosaveInterval") == "60")
    try session.type("U")
    try session.wait(for: "Redone: Autosave interval reset to 30 s")
    #expect(try tool.json("general.autosaveInterval") == nil)
  }

  @Test func `the list survives every size and comes back`() throws {
    let tool = try Tool()
    let session = try tool.demo()
    for (columns, rows) in [(40, 12), (120, 40), (10, 3), (1, 1), (200, 60)] {
      try session.resize(columns: columns, rows: rows)
    }
    try session.resize(columns: 80, rows: 24)
    let screen = try session.wait { $0.contains("q quit") && $0.contains("20 keys") }
    #expect(screen.split(separator: "\n").filter { $0.contains("▾ General") }.count == 1)
  }

  @Test func `the help names the keys and closes`() throws {
    let tool = try Tool()
    let session = try tool.demo()
    try session.type("?")
    try session.wait(for: "reset to the default")
    try session.sendKeys("Escape")
    try session.wait { !$0.contains("reset to the default") }
  }
}
