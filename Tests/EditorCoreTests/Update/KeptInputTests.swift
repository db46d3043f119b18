import Defaults
import DefaultsSchema
import Foundation
import Terminal
import TestSupport
import Testing

@testable import EditorCore

/// Input that was not saved is there again in the next session.
@Suite struct KeptInputTests {
  private let fixture = NotesFixture()
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
  }

  /// Runs a session from its start to the end of the input.
  ///
  /// `whenIdle` is called before each event.
  ///
  /// - Returns: the state at the end, the texts of all frames, and what could not be kept.
  @discardableResult
  private func session(
    _ keys: String,
    then last: Event? = nil,
    schema: Schema? = nil,
    whenIdle: @escaping (RecordingScreen) -> Void = { _ in }
  ) throws -> (state: EditorState, frames: [String], failure: KeepingFailure) {
    let screen = RecordingScreen(size: Size(columns: 80, rows: 24))
    var source = EditorSession.Source(registry: SchemaRegistry([schema ?? fixture.schema]))
    source.history = Defaults.HistoryOptions(program: "test", directory: directory.path)
    let session = EditorSession(
      screen: screen,
      source: source,
      suite: fixture.suite,
      now: { "2026-03-14T09:26:53Z" },
      work: { $0() }
    )
    // The session before may have left the cursor elsewhere.
    var events = try Step.presses("g" + keys).map { Event.key($0) } + [last].compactMap { $0 }
    var frames: [String] = []
    screen.whenEmpty = {
      frames.append(screen.frame.text)
      whenIdle(screen)
      return events.isEmpty ? nil : events.removeFirst()
    }
    _ = session.run()
    return (session.state, frames, session.keepingFailure)
  }

  /// An edit of each kind of control that parks input.
  private static let edits: [(open: String, typed: String, value: Defaults.StoredValue)] = [
    ("jj", "<C-u>Bob", .string("Bob")),
    ("j", "<C-u>55", .integer(55)),
    (
      "jjj", "2026-03-14T09:26:53",
      .date(Date(timeIntervalSinceReferenceDate: 795_173_213))
    ),
    ("jjj", "i2026-03-14", .date(Date(timeIntervalSinceReferenceDate: 795_139_200))),
  ]

  @Test(arguments: edits.indices)
  func `input is offered after the program has ended, and can be saved`(index: Int) throws {
    let (open, typed, value) = Self.edits[index]
    try session("\(open)<Enter>\(typed)<Esc>q")
    let second = try session("\(open)<Enter><F4>")
    guard let edit = second.state.topScreen(EditScreen.self)?.edit else {
      Issue.record("Nothing was opened.")
      return
    }
    #expect(try edit.value() == value)
    // Now it is saved, and the third session has nothing to offer.
    try session("\(open)<Enter><F4><C-s>")
    #expect(fixture.suite.storedValues().values.contains(value))
    #expect(try session("").state.unfinished.parked.isEmpty)
  }

  @Test(arguments: [Event.terminate(.signal(15)), .terminate(.hangup)])
  func `an edit that is open when the program must end is kept, also below the help`(
    event: Event
  ) throws {
    try session("jj<Enter>x", then: event)
    try session("j<Enter>7<F1>", then: event)
    let state = try session("").state
    #expect(
      Set(state.unfinished.parked.keys.map(\.key.string)) == [
        "general.userName", "general.autosaveInterval",
      ]
    )
  }

  @Test func `an item of a list that was not saved into it is kept with the list`() throws {
    fixture.suite.setStoredValue(
      .array([.string("a"), .string("b")]),
      forKey: "advanced.recentFiles"
    )
    try session("]]<Enter>j<Enter>yz<Esc>aunfinished", then: .terminate(.signal(15)))
    let state = try session("]]<Enter><F4>").state
    guard let edit = state.topScreen(EditScreen.self)?.edit else {
      Issue.record("Nothing was opened.")
      return
    }
    #expect(
      edit.control.input
        == .dictionary([
          "items": .array([.string("a"), .string("b")]),
          "typed": .dictionary(["1": .string("byz")]), "names": .dictionary([:]),
          "new": .string("unfinished"),
        ])
    )
    #expect(try edit.value() == .array([.string("a"), .string("b")]))
  }

  @Test func `input of a key whose type has changed is shown in a message and not lost`() throws {
    try session("]]<Enter>a/tmp/x<Esc><Esc>q")
    let schema = Schema(suite: fixture.suite, title: "Notes") {
      Section("All") {
        NumberField(
          "Recent files",
          key: Defaults.Key<Int>("advanced.recentFiles", default: 1, suite: fixture.suite)
        )
      }
    }
    let second = try session("<Enter><F4>", schema: schema)
    guard let message = second.state.topScreen(MessageScreen.self) else {
      Issue.record("No message is shown.")
      return
    }
    #expect(message.text.contains("/tmp/x"))
  }

  @Test func `secrets are never kept on disk, and the file is the user's alone`() throws {
    let suite = fixture.suite
    var secret = Entry(untypedKey: "marked", title: "Marked", kind: .string(TextLimits()))
    secret.isSecret = true
    let schema = Schema(suite: suite, title: "Notes") {
      Section("All") {
        secret
        Entry(untypedKey: "api.token", title: "Named", kind: .string(TextLimits()))
        Entry(untypedKey: "plain", title: "Plain", kind: .string(TextLimits()))
      }
    }
    try session(
      "<Enter>first-secret<Esc>j<Enter>other-secret<Esc>j<Enter>visible<Esc>q",
      schema: schema
    )
    let name = try #require(directory.names().first { $0.hasSuffix(".memory") })
    let text = String(decoding: try directory.read(name), as: UTF8.self)
    #expect(text.contains("visible"))
    #expect(!text.contains("secret"))
    let attributes = try FileManager.default.attributesOfItem(atPath: directory.file(name))
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }

  @Test func `what could not be saved is saved by the next chance, and with the first edits first`()
    throws
  {
    let path = directory.file("org.example.notes.memory")
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    var isBroken = true
    let failure = try session("jj<Enter>x<Esc>j<Enter>") { screen in
      guard isBroken, screen.frame.text.contains("could not be saved") else { return }
      isBroken = false
      try? FileManager.default.removeItem(atPath: path)
    }.failure
    #expect(failure.reason == nil)
    #expect(try session("").state.unfinished.parked.count == 1)
  }

  @Test func `what could not be saved is saved when the session has ended, or the reason is known`()
    throws
  {
    let path = directory.file("org.example.notes.memory")
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    let failure = try session("t<Space>jj<Enter>x<Esc>").failure
    failure.saveAgain()
    #expect(failure.reason?.contains("could not be saved") == true)
    try FileManager.default.removeItem(atPath: path)
    failure.saveAgain()
    #expect(failure.reason == nil)
    let state = try session("").state
    #expect(state.unfinished.parked.count == 1)
    #expect(!state.staged.order.isEmpty)
  }

  @Test func `of what could not be saved, the later change of a key counts`() throws {
    let path = directory.file("org.example.notes.memory")
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    let failure = try session("jj<Enter>x<Esc><Enter><F4><C-s>").failure
    #expect(failure.reason != nil)
    try FileManager.default.removeItem(atPath: path)
    failure.saveAgain()
    #expect(try session("").state.unfinished.parked.isEmpty)
  }

  @Test func `input that cannot be kept or read is told`() throws {
    try FileManager.default.createDirectory(
      atPath: directory.file("org.example.notes.memory"),
      withIntermediateDirectories: false
    )
    let first = try session("jj<Enter>x<Esc>")
    #expect(first.frames[0].contains("What earlier sessions kept for this one cannot be read"))
    #expect(
      first.state.currentNotice?.text.hasPrefix(
        "What is kept for the next session could not be saved"
      )
        == true
    )
  }
}
