import Defaults
import DefaultsSchema
import Foundation
import Terminal
import TestSupport
import Testing

@testable import EditorCore

/// Whole sessions that write to other files than the user's own.
@Suite struct ScopeSessionTests {
  private let directory: TemporaryDirectory
  private let suite: Defaults.Suite
  /// The same suite with the values in the file for this host.
  private let host: Defaults.Suite
  private let schema: Schema

  init() throws {
    directory = try TemporaryDirectory()
    try FileManager.default.createDirectory(
      atPath: directory.file("ByHost"),
      withIntermediateDirectories: false
    )
    var directories = Defaults.LayerDirectories(environment: [
      "XDG_CONFIG_HOME": directory.path, "XDG_CONFIG_DIRS": directory.file("none"),
    ])
    directories.managedDirectory = directory.file("none")
    directories.systemDirectory = directory.file("none")
    let suite = Defaults.Suite(
      name: "app",
      file: directory.file("app.plist"),
      layerDirectories: directories
    )
    self.suite = suite
    host = Defaults.Suite(
      name: "app",
      file: directory.file("ByHost/app..plist"),
      layerDirectories: nil
    )
    // A typed key writes to its own suite, so the keys are those of a document, as in the tool.
    let document = SchemaDocument(
      text: """
        {"$schema": "https://json-schema.org/draft/2020-12/schema", "x-format": 1,
         "x-suite": "app", "title": "App", "type": "object", "properties": {
          "sound": {"type": "boolean", "title": "Sound", "default": true},
          "level": {"type": "integer", "title": "Level", "default": 30}}}
        """
    )
    schema = try #require(document.read(SchemaReadingOptions { _ in suite }).schema)
  }

  /// Runs a session with the scopes of the user and of the host until its keys are used up, and returns
  /// the last frame as text.
  @discardableResult
  private func run(_ keys: String) throws -> String {
    let host = host
    var source = EditorSession.Source(registry: SchemaRegistry([schema]))
    source.history = Defaults.HistoryOptions(program: "app", directory: directory.file("state"))
    source.scopes = [.user, .host]
    source.scoped = { _, scope in scope == .host ? host : nil }
    let screen = RecordingScreen(size: Size(columns: 100, rows: 30))
    let reported = DispatchSemaphore(value: 0)
    screen.waker = { reported.signal() }
    let session = EditorSession(
      screen: screen,
      source: source,
      suite: suite,
      now: { "2026-03-14T09:26:53Z" },
      work: { $0() }
    )
    var presses = try Step.presses(keys)[...]
    screen.whenEmpty = {
      // The outcome of a write to another file comes after the report of its change, from a queue.
      if !session.state.requests.writes.isEmpty || session.state.requests.undosAndPlans > 0 {
        return reported.wait(timeout: .now() + 10) == .success ? .wake : nil
      }
      return presses.popFirst().map { .key($0) }
    }
    _ = session.run()
    return screen.frame.text
  }

  @Test func `an edit for this host is written to its file, and is no change elsewhere`() throws {
    suite.setStoredValue(.integer(5), forKey: "level")
    let screen = try run("S<Down><Enter><C-u>7<Enter>")
    #expect(host.storedValues() == ["level": .integer(7)])
    #expect(suite.storedValues() == ["level": .integer(5)])
    #expect(screen.contains("Saved Level = 7 (was unset) for this host"), "\(screen)")
    #expect(!screen.contains("elsewhere"))
  }

  @Test func `a reset names the value that is used after it`() throws {
    host.setStoredValue(.integer(3), forKey: "level")
    try host.flush()
    suite.setStoredValue(.integer(4), forKey: "level")
    try suite.flush()
    var screen = try run("g")
    #expect(screen.contains("r → 3 (host)"), "\(screen)")
    screen = try run("Pr")
    #expect(screen.contains("Reset Level to 4 (was 3) for this host"), "\(screen)")
    #expect(suite.storedValues() == ["level": .integer(4)])
  }

  @Test func `a reset of a value for this host says where it is set`() throws {
    host.setStoredValue(.integer(7), forKey: "level")
    try host.flush()
    suite.reload()
    let screen = try run("r")
    #expect(screen.contains("Level is set for this host. P shows the layers, r unsets it there."))
    #expect(host.storedValue(forKey: "level") == .integer(7))
    try run("Pr")
    #expect(host.storedValue(forKey: "level") == nil)
  }

  @Test func `marked keys get one value for this host after a plan`() throws {
    let screen = try run("gxS<Down><Enter><C-u>7<Enter>y")
    #expect(host.storedValues() == ["level": .integer(7)], "\(screen)")
    #expect(suite.storedValues() == [:])
  }

  @Test func `a Bool is set for this host, not toggled at once`() throws {
    let screen = try run("GS<Down><Enter>")
    #expect(screen.contains("for this host"), "\(screen)")
    #expect(host.storedValues() == [:])
    try run("GS<Down><Enter><Space><Enter>")
    #expect(host.storedValues() == ["sound": .bool(false)])
  }

  @Test func `undo follows the file of the change`() throws {
    suite.setStoredValue(.integer(5), forKey: "level")
    try run("S<Down><Enter><C-u>7<Enter>u")
    #expect(host.storedValues() == [:])
    #expect(suite.storedValues() == ["level": .integer(5)])
  }

  @Test func `the details name the value that is staged for another file`() throws {
    let screen = try run("tS<Down><Enter><C-u>7<Enter>")
    #expect(screen.contains("~ staged for this host: 7"), "\(screen)")
  }

  @Test func `staged edits belong to their file, and are saved for each file together`() throws {
    suite.setStoredValue(.integer(5), forKey: "level")
    var screen = try run("t<Enter><C-u>6<Enter>S<Down><Enter><C-u>7<Enter>")
    #expect(screen.contains("Staged Level = 7 for this host (now unset)"), "\(screen)")
    #expect(screen.contains("STAGED 2"))
    #expect(host.storedValues() == [:])
    // The next session has both edits.
    screen = try run("w")
    #expect(screen.contains("Staged edits of app, then 1 more for this host"), "\(screen)")
    screen = try run("w<Enter>")
    #expect(suite.storedValues() == ["level": .integer(6)])
    #expect(host.storedValues() == [:])
    #expect(screen.contains("STAGED 1"))
    screen = try run("w")
    #expect(screen.contains("Staged edits of app for this host"), "\(screen)")
    screen = try run("w<Enter>")
    #expect(host.storedValues() == ["level": .integer(7)])
    #expect(!screen.contains("STAGED 1"))
  }

  @Test func `dropping a staged edit for one file leaves that for the other`() throws {
    let screen = try run("t<Enter><C-u>6<Enter>S<Down><Enter><C-u>7<Enter>wd")
    #expect(screen.contains("STAGED 1"), "\(screen)")
    try run("w<Enter>")
    #expect(suite.storedValues() == [:])
    #expect(host.storedValues() == ["level": .integer(7)])
  }

  @Test func `the table of layers writes to the layer of the selected row`() throws {
    suite.setStoredValue(.integer(5), forKey: "level")
    host.setStoredValue(.integer(7), forKey: "level")
    try host.flush()
    suite.reload()
    let screen = try run("P")
    #expect(screen.contains("ByHost/app..plist"), "\(screen)")
    try run("Pr")
    #expect(host.storedValues() == [:])
    #expect(suite.storedValues() == ["level": .integer(5)])
  }

  /// What is done in another file before the next change, which is the user's own again.
  private static let detours = [
    "S<Down><Enter><C-u>9<Enter>", "S<Down><Enter><Esc>", "S<Down><Esc>",
    "P<Enter><C-u>9<Enter>", "P<Enter><C-u>9<Esc>r", "P<Enter><Esc>", "P<Esc>", "Pr",
  ]

  @Test(arguments: detours)
  func `an edit in another file is for that one edit`(keys: String) throws {
    host.setStoredValue(.integer(7), forKey: "level")
    try host.flush()
    suite.reload()
    let screen = try run(keys + "G ")
    #expect(suite.storedValues() == ["sound": .bool(false)], "\(screen)")
    #expect(host.storedValue(forKey: "sound") == nil)
  }

  @Test(arguments: ["<C-u>9<Esc><Enter><Esc>", "<C-u>9<Esc>q"])
  func `closed input for another file stays for that file`(keys: String) throws {
    host.setStoredValue(.integer(7), forKey: "level")
    try host.flush()
    suite.reload()
    try run("P<Enter>" + keys)
    let screen = try run("<Enter><F4>")
    #expect(screen.contains("for this host"), "\(screen)")
    try run("<Enter><F4><Enter>")
    #expect(host.storedValues() == ["level": .integer(9)])
    #expect(suite.storedValues() == [:])
  }
}
