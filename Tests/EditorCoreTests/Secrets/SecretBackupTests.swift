import Defaults
import DefaultsSchema
import Foundation
import Terminal
import TestSupport
import Testing

@testable import EditorCore

/// What is said of secrets before a change that undo cannot take back.
struct SecretBackupTests {
  private let directory: TemporaryDirectory
  private let suite: Defaults.Suite
  private static let loss = "Undo brings back secrets in this session only"

  init() throws {
    directory = try TemporaryDirectory()
    suite = Defaults.Suite(
      name: "app",
      file: directory.file("app.plist"),
      layerDirectories: nil
    )
    suite.setStoredValue(.integer(5), forKey: "level")
  }

  private func run(_ keys: String) throws -> String {
    var source = EditorSession.Source(
      catalog: SuiteCatalog(suites: [SuiteSummary(name: "app", title: "")], registry: .init([]))
    ) { [suite] in $0 == "app" ? suite : nil }
    source.history = Defaults.HistoryOptions(program: "app", directory: directory.file("state"))
    let screen = RecordingScreen(size: Size(columns: 180, rows: 30))
    let session = EditorSession(
      screen: screen,
      source: source,
      suite: suite,
      now: { "2026-03-14T09:26:53Z" },
      work: { $0() }
    )
    var presses = try Step.presses(keys)[...]
    screen.whenEmpty = { presses.popFirst().map { .key($0) } }
    _ = session.run()
    return screen.frame.text
  }

  @Test func `the export before a reset of the suite is said to hold secrets`() throws {
    suite.setStoredValue(.string("CANARY"), forKey: "apiToken")
    let plan = try run("RG<Enter>")
    #expect(plan.contains("All stored values, secrets too, are exported to "), "\(plan)")
    #expect(plan.contains(Self.loss), "\(plan)")
    let question = try run("RG<Enter>y")
    #expect(question.contains("The values before, secrets too, are kept"), "\(question)")
    #expect(!(plan + question).contains("CANARY"))
    _ = try run("RG<Enter>yapp<Enter>")
    #expect(suite.storedValues() == [:])
    let names = try FileManager.default.contentsOfDirectory(atPath: directory.file("state"))
    let path = directory.file("state/" + (try #require(names.first { $0.hasSuffix(".plist") })))
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    // Nothing is lost.
    #expect(
      try Defaults.PropertyListStore(file: path).load(unlike: nil)?.values
        == ["apiToken": .string("CANARY"), "level": .integer(5)]
    )
  }

  @Test func `without secrets, one undo brings back the keys`() throws {
    let plan = try run("RG<Enter>")
    #expect(plan.contains("All stored values are exported to "), "\(plan)")
    #expect(plan.contains("One undo brings back the key."), "\(plan)")
    let question = try run("RG<Enter>y")
    #expect(question.contains("This resets 1 key of app."), "\(question)")
    #expect(!question.contains("secrets"), "\(question)")
  }
}
