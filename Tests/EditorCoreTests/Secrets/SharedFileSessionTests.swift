import Defaults
import DefaultsSchema
import Foundation
import Terminal
import TestSupport
import Testing

@testable import EditorCore

/// Secrets on their way into a file that every user can read, in whole sessions.
struct SharedFileSessionTests {
  private let directory: TemporaryDirectory
  private let own: Defaults.Suite
  /// The same suite with the values in the file that every user can read.
  private let system: Defaults.Suite
  private let schema: Schema
  private let schemaOfSystem: Schema
  private static let secret = Defaults.StoredValue.string("CANARY")
  private static let link = Defaults.StoredValue.string("https://a:CANARY@example.org/")

  init() throws {
    directory = try TemporaryDirectory()
    let names = ["system", "none"].map(directory.file)
    try FileManager.default.createDirectory(
      atPath: names[0],
      withIntermediateDirectories: false
    )
    var directories = Defaults.LayerDirectories(environment: [
      "XDG_CONFIG_HOME": directory.path, "XDG_CONFIG_DIRS": names[1],
    ])
    directories.managedDirectory = names[1]
    directories.systemDirectory = names[0]
    let own = Defaults.Suite(
      name: "app",
      file: directory.file("app.plist"),
      layerDirectories: directories
    )
    self.own = own
    system = Defaults.Suite(
      name: "app",
      file: directory.file("system/app.plist"),
      layerDirectories: nil
    )
    let document = SchemaDocument(
      text: """
        {"$schema": "https://json-schema.org/draft/2020-12/schema", "x-format": 1,
         "x-suite": "app", "title": "App", "type": "object", "properties": {
          "level": {"type": "integer", "title": "Level", "default": 30},
          "licence": {"type": "string", "title": "Licence", "x-sensitive": true},
          "link": {"type": "string", "title": "Link"},
          "box": {"type": "object", "title": "Box", "properties": {
            "pin": {"type": "string", "title": "Pin", "x-sensitive": true}}},
          "savePasswords": {"type": "boolean", "title": "Save passwords"}}}
        """
    )
    let system = system
    schema = try #require(document.read(SchemaReadingOptions { _ in own }).schema)
    schemaOfSystem = try #require(document.read(SchemaReadingOptions { _ in system }).schema)
  }

  /// Which file a session edits.
  enum Opened: CaseIterable {
    /// The user's own, and `S` opens a key in the other one.
    case own
    /// The one that every user can read.
    case shared
  }

  /// Runs a session until its keys are used up; the first Enter opens the key in the shared file, unless
  /// they begin with `S`.
  ///
  /// - Returns: the last frame as text.
  @discardableResult
  private func run(
    _ keys: String,
    key: Defaults.KeyName,
    _ opened: Opened = .own,
    refusesSecrets: Bool = true
  ) throws -> String {
    let (own, system) = (own, system)
    var source = EditorSession.Source(registry: SchemaRegistry([schema]))
    let shared = opened == .own ? WriteScope.system : .user
    if opened == .own {
      source.scopes = [.user, .system]
      source.scoped = { _, scope in scope == .system ? system : nil }
    } else {
      source = EditorSession.Source(registry: SchemaRegistry([schemaOfSystem]))
    }
    source.history = Defaults.HistoryOptions(program: "app", directory: directory.file("state"))
    if refusesSecrets { source.sharedFiles = [shared: "prefs write --system --secrets"] }
    source.firstKey = key
    let screen = RecordingScreen(size: Size(columns: 180, rows: 30))
    let reported = DispatchSemaphore(value: 0)
    screen.waker = { reported.signal() }
    let session = EditorSession(
      screen: screen,
      source: source,
      suite: opened == .own ? own : system,
      now: { "2026-03-14T09:26:53Z" },
      work: { $0() }
    )
    var steps = keys
    if opened == .own, !keys.hasPrefix("S"), let first = steps.firstRange(of: "<Enter>") {
      steps.replaceSubrange(first, with: "S<Down><Enter>")
    }
    var presses = try Step.presses(steps)[...]
    screen.whenEmpty = {
      if !session.state.requests.writes.isEmpty || session.state.requests.undosAndPlans > 0 {
        return reported.wait(timeout: .now() + 10) == .success ? .wake : nil
      }
      return presses.popFirst().map { .key($0) }
    }
    _ = session.run()
    try system.flush()
    return screen.frame.text
  }

  private func expectRefusal(_ screen: String, _ keys: String) throws {
    let words = "every user can read the file, and the key holds a secret"
    #expect(screen.contains(words), "\(keys): \(screen)")
    #expect(screen.contains("prefs write --system --secrets"), "\(keys): \(screen)")
    #expect(try !isTold, "\(keys): \(screen)")
  }

  /// Whether the file that every user can read has the secret.
  private var isTold: Bool {
    get throws {
      let file = directory.file("system/app.plist")
      guard FileManager.default.fileExists(atPath: file) else { return false }
      return try String(contentsOfFile: file, encoding: .utf8).contains("CANARY")
    }
  }

  /// What is pressed on a key that gets a secret.
  private static let edits: [(key: Defaults.KeyName, keys: String)] = [
    ("licence", "<Enter>"), ("box", "<Enter>"), ("link", "<Enter>https://a:CANARY@b.org/<Enter>"),
    ("link", "t<Enter>https://a:CANARY@b.org/<Enter>"), ("licence", "t<Enter>"),
  ]

  @Test(.thorough, arguments: Opened.allCases, edits.indices)
  func `a secret is refused by every way to edit a value`(opened: Opened, index: Int) throws {
    let (key, keys) = Self.edits[index]
    // Written before the session begins, which would else report it in place of the refusal.
    system.setStoredValue(.integer(5), forKey: "level")
    try system.flush()
    own.reload()
    try expectRefusal(run(keys, key: key, opened), keys)
    #expect(system.storedValues() == ["level": .integer(5)])
  }

  @Test func `an external editor gets no secret of all users`() throws {
    try expectRefusal(run("E", key: "licence", .shared), "E")
  }

  @Test func `the table of layers edits no secret of all users`() throws {
    system.setStoredValue(Self.secret, forKey: "licence")
    try system.flush()
    own.reload()
    let screen = try run("P<Enter>", key: "licence", .shared)
    #expect(screen.contains("Not edited: every user can read the file"), "\(screen)")
    #expect(system.storedValues() == ["licence": Self.secret])
  }

  @Test(.thorough) func `an imported secret is refused`() throws {
    for text in [
      #"{"licence": "CANARY"}"#, #"{"token": "CANARY"}"#, #"{"box": {"pin": "CANARY"}}"#,
    ] {
      let file = try directory.write(text.utf8, to: "values")
      let screen = try run("<F7>\(file)<Enter><Enter>", key: "level", .shared)
      try expectRefusal(screen, text)
      #expect(system.storedValues() == [:], "\(screen)")
    }
  }

  @Test(arguments: ["u", "uU"])
  func `undo and redo store no secret`(keys: String) throws {
    // As a program that did not know the key as a secret has recorded it.
    let history = Defaults.HistoryOptions(program: "app", directory: directory.file("state"))
    system.keepHistory(history)
    if keys == "u" {
      try system.write(["licence": Self.secret])
      try system.flush()
      try system.write(["licence": nil], options: Defaults.WriteOptions(cause: .reset))
      try system.flush()
    } else {
      try system.write(["licence": Self.secret])
      try system.flush()
    }
    try run(keys, key: "licence", .shared)
    #expect(try !isTold)
    #expect(system.storedValues() == [:])
  }

  @Test(arguments: Opened.allCases)
  func `a stored secret can be removed, and other keys can be changed`(opened: Opened) throws {
    system.setStoredValue(Self.secret, forKey: "licence")
    system.setStoredValue(.integer(5), forKey: "level")
    try system.flush()
    try run(opened == .own ? "Pr" : "r", key: "licence", opened)
    #expect(system.storedValues() == ["level": .integer(5)])
    try run("<Enter><C-u>7<Enter>", key: "level", opened)
    try run(opened == .own ? "<Enter><Space><Enter>" : "<Space>", key: "savePasswords", opened)
    #expect(system.storedValues() == ["level": .integer(7), "savePasswords": .bool(true)])
  }

  @Test func `the user's own file takes a secret`() throws {
    try run("S<Enter>CANARY<Enter>", key: "licence")
    #expect(own.storedValues() == ["licence": Self.secret])
  }

  @Test(arguments: Opened.allCases)
  func `a session without the rule stores a secret, and the history does not`(
    opened: Opened
  ) throws {
    try run("<Enter>CANARY<Enter>", key: "licence", opened, refusesSecrets: false)
    #expect(system.storedValues() == ["licence": Self.secret])
    let state = directory.file("state")
    let names = try FileManager.default.contentsOfDirectory(atPath: state)
    #expect(names.contains("app.history"), "\(names)")
    for name in names {
      let bytes = FileManager.default.contents(atPath: "\(state)/\(name)") ?? Data()
      #expect(bytes.range(of: Data("CANARY".utf8)) == nil, "\(name)")
    }
  }
}
