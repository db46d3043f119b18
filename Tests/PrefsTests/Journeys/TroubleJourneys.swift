import Foundation
import TestSupport
import Testing

/// A file that cannot be written, or is damaged, while the editor is open.
@Suite struct TroubleJourneys {
  /// Opens the sample app with a limit of 0 bytes for every file, which is lifted with the result.
  private func openWithoutSpace(_ tool: Tool) throws -> (TmuxSession, lift: () throws -> Void) {
    let pid = tool.home.appendingPathComponent("pid").path
    let script = "echo $$ >'\(pid)'; ulimit -S -f 0; exec '\(tool.program)' demo"
    let session = try tool.terminal(["bash", "-c", script])
    try session.wait(for: "General")
    return (
      session,
      {
        let script = """
          import resource, sys
          process = int(open(sys.argv[1]).read())
          hard = resource.prlimit(process, resource.RLIMIT_FSIZE)[1]
          resource.prlimit(process, resource.RLIMIT_FSIZE, (hard, hard))
          """
        let result = try Program.run(["python3", "-c", script, pid])
        #expect(result.status == 0, "\(result)")
      }
    )
  }

  @Test func `a value that is not on disk is marked until a retry has stored it`() throws {
    let tool = try Tool()
    let (session, lift) = try openWithoutSpace(tool)
    try session.sendKeys("Space")
    let screen = try session.wait(for: "! Not on disk yet: File too large.")
    #expect(screen.contains(" ># Show all-day events          [ ] off"))
    #expect(screen.contains("unsaved"))
    #expect(try tool.json("showAllDayEvents") == nil)
    try session.type("!")
    try session.wait(for: "Not on disk yet: Show all-day events.")
    try session.sendKeys("Escape")
    try lift()
    let later = try session.wait(for: "Show all-day events is on disk now.", timeout: 30)
    #expect(later.contains(" >* Show all-day events"))
    #expect(!later.contains("Not on disk"))
    #expect(try tool.json("showAllDayEvents") == "false")
  }

  @Test func `a later write stores the earlier value too and ends its mark`() throws {
    let tool = try Tool()
    let (session, lift) = try openWithoutSpace(tool)
    try session.sendKeys("Space")
    try session.wait(for: "! Not on disk yet: File too large.")
    try lift()
    try session.type("jj+")
    let screen = try session.wait(for: "Saved Autosave interval = 35 s (was 30 s)")
    #expect(!screen.contains("unsaved"))
    #expect(try tool.json("showAllDayEvents") == "false")
    #expect(try tool.json("general.autosaveInterval") == "35")
  }

  @Test func `a draft that changes nothing is not saved and undo takes back nothing else`() throws {
    let tool = try Tool()
    let session = try tool.demo()
    try session.sendKeys("Space")
    try session.wait(for: "Saved Show all-day events = off (was on)")
    try session.type("jj+")
    try session.wait(for: "Saved Autosave interval = 35 s (was 30 s)")
    try session.sendKeys("Enter")
    try session.wait(for: "35 ")
    try session.sendKeys("Enter")
    let screen = try session.wait(for: "Unchanged: Autosave interval = 35 s")
    #expect(!screen.contains("Saved"))
    #expect(!screen.contains("was"))
  }

  @Test func `a damaged file is kept by the first write and its path stays on the screen`() throws {
    let tool = try Tool()
    try tool.run("write", Tool.suite, "general.autosaveInterval", "60")
    let session = try tool.demo()
    let damaged = Data("<plist><dict><key>a".utf8)
    try damaged.write(to: tool.file)
    let screen = try session.wait(for: "! Not readable: ")
    #expect(screen.contains("NOT READABLE · 20 keys"))
    try session.sendKeys("Space")
    try session.wait(for: "Unreadable file kept")
    try session.sendKeys("Space", "Down")
    let message = try session.wait(for: "A new file was created")
    let names = try FileManager.default.contentsOfDirectory(atPath: tool.home.path)
    let kept = try #require(names.first { $0.contains(".corrupt-") })
    let path = tool.home.appendingPathComponent(kept)
    let lines = message.split(separator: "\n").map { $0.split(separator: "│") }
    let text = lines.compactMap { $0.first?.trimmingCharacters(in: .whitespaces) }
    #expect(text.joined().contains(path.path))
    #expect(try Data(contentsOf: path) == damaged)
    #expect(!message.contains("NOT READABLE"))
    try session.sendKeys("Escape")
    try session.wait { !$0.contains("Unreadable file kept") }
    // The value that was on the screen is in the new file as well.
    #expect(
      try tool.plistlib() == "{\"general.autosaveInterval\": 60, \"showAllDayEvents\": false}"
    )
  }

  @Test func `a file that another program repairs is shown again`() throws {
    let tool = try Tool()
    try tool.run("write", Tool.suite, "general.autosaveInterval", "60")
    let good = try Data(contentsOf: tool.file)
    try Data("nonsense".utf8).write(to: tool.file)
    let session = try tool.demo()
    try session.wait(for: "! Not readable: ")
    try good.write(to: tool.file)
    let screen = try session.wait { !$0.contains("NOT READABLE") && $0.contains("60 s") }
    #expect(!screen.contains("Not readable"))
  }

  @Test(.thorough, arguments: [(80, 24), (40, 12)])
  func `an unreadable file without a schema is not shown as an empty suite`(
    columns: Int,
    rows: Int
  ) throws {
    let tool = try Tool()
    let suite = "org.example.broken"
    let file = tool.home.appendingPathComponent("\(suite).plist")
    try Data("nonsense".utf8).write(to: file)
    let session = try tool.terminal([tool.program, "edit", suite], columns: columns, rows: rows)
    let screen = try session.wait(for: "NOT READABLE")
    #expect(screen.contains("This suite cannot be read."))
    #expect(!screen.contains("stores no key"))
    #expect(try tool.run("write", suite, "level", "-int", "5").status == 6)
    try tool.run("doctor", "--fix")
    try tool.run("write", suite, "level", "-int", "5")
    try session.wait { $0.contains("level") && !$0.contains("NOT READABLE") }
  }
}
