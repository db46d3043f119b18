import Defaults
import DefaultsSchema
import Foundation
import Terminal
import TestSupport
import Testing

@testable import EditorCore

/// The place in a suite is there again in the next session.
@Suite struct RememberedPlaceTests {
  private let fixture = NotesFixture()
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
  }

  private var history: Defaults.HistoryOptions {
    Defaults.HistoryOptions(program: "test", directory: directory.path)
  }

  /// Runs a session from its start to the end of the input.
  @discardableResult
  private func session(_ keys: String, schema: Schema? = nil) throws -> EditorState {
    let screen = RecordingScreen(size: Size(columns: 80, rows: 24))
    var source = EditorSession.Source(registry: SchemaRegistry([schema ?? fixture.schema]))
    source.history = history
    let session = EditorSession(
      screen: screen,
      source: source,
      suite: fixture.suite,
      now: { "2026-03-14T09:26:53Z" },
      work: { $0() }
    )
    var events = try Step.presses(keys).map { Event.key($0) }
    screen.whenEmpty = { events.isEmpty ? nil : events.removeFirst() }
    _ = session.run()
    return session.state
  }

  private var path: String { directory.file("org.example.notes.memory") }

  @Test func `all but the filter is there again, and the filter is the last of the earlier ones`()
    throws
  {
    try session("jjbjbGzo4<Enter>/zoom<Enter><Esc>/auto<Enter>m")
    let state = try session("")
    #expect(state.order == .set)
    #expect(state.document.annotations.bookmarks == ["general.userName", "general.firstRun"])
    #expect(!state.suite.filter.isActive)
    #expect(state.suite.listing.shown.count == state.document.count)
    #expect(state.suite.earlierFilters == ["zoom", "auto"])
    let cleared = try session("<Esc>o1<Enter>jjj")
    #expect(cleared.foldedSections.map { cleared.document.sections[$0] } == ["Advanced"])
    let last = try session("")
    #expect(last.suite.selection == cleared.suite.selection)
    #expect(!last.suite.filter.isActive)
    #expect(last.order == .group)
    #expect(last.suite.earlierFilters == ["zoom", "auto"])
  }

  @Test func `the file is readable for its user alone, and moving writes nothing`() throws {
    try session("jjj")
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    var state = EditorState(
      document: Document(schema: fixture.schema, stored: [:]),
      size: Size(columns: 80, rows: 24)
    )
    let effects = try Step.presses("jj<PgDn>kk").flatMap { update(&state, .event(.key($0))) }
    #expect(effects.isEmpty)
    #expect(try Step.presses("q").flatMap { update(&state, .event(.key($0))) }.count == 1)
  }

  @Test func `a bookmark of another editor is not removed`() throws {
    let file = try #require(SuiteMemoryFile(of: fixture.suite, history))
    try session("b")
    let first = try #require(file.read().memory.place)
    var other = first
    other.bookmarks.insert("appearance.theme")
    try file.save([.place(other, replacing: first)])
    var mine = first
    mine.bookmarks.insert("appearance.zoom")
    mine.order = .name
    try file.save([.place(mine, replacing: first)])
    let place = try #require(file.read().memory.place)
    #expect(place.bookmarks == ["general.autosave", "appearance.theme", "appearance.zoom"])
    #expect(place.order == .name)
  }

  @Test func `a damaged file is told once, and the editor opens`() throws {
    try directory.write(Array("no property list".utf8), to: "org.example.notes.memory")
    let state = try session("j")
    #expect(state.document.count == 8)
    #expect(
      state.feedback.log.entries.contains { $0.message.text.contains("What earlier sessions kept") }
    )
    #expect(state.suite.selection == .key("general.autosaveInterval"))
  }

  @Test func `values of another form are ignored`() throws {
    let file = try #require(SuiteMemoryFile(of: fixture.suite, history))
    try file.save([.place(RememberedPlace(bookmarks: ["a"]), replacing: RememberedPlace())])
    let location = Defaults.HistoryOptions.location(of: fixture.suite)
    let store = Defaults.PropertyListStore(file: path)
    _ = try store.commit([
      Defaults.KeyName("place\n\(location)\norder"): .string("sideways"),
      Defaults.KeyName("place\n\(location)\nfolded"): .integer(3),
      Defaults.KeyName("place\n\(location)\nfilters"): .array([.integer(1), .string("x")]),
    ])
    #expect(file.read().memory.place == RememberedPlace(bookmarks: ["a"], filters: ["x"]))
  }

  @Test func `a secret is in no filter that is kept`() throws {
    let schema = Schema(suite: fixture.suite, title: "Notes") {
      Section("All") {
        Entry(untypedKey: "pin", title: "Pin", kind: .string(TextLimits())).secret()
        Entry(untypedKey: "name", title: "Name", kind: .string(TextLimits()))
      }
    }
    fixture.suite.setStoredValue(.string("sesame"), forKey: "pin")
    try session(
      "/=sesame<Enter><Esc>/ghp_0123456789abcdefghijABCDEFGHIJ012345<Enter>",
      schema: schema
    )
    let state = try session("", schema: schema)
    #expect(
      state.suite.earlierFilters.allSatisfy { !$0.contains("sesame") && !$0.contains("ghp_") }
    )
    let bytes = try directory.read("org.example.notes.memory")
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(!text.contains("sesame") && !text.contains("ghp_"))
  }

  @Test func `a suite that is left and opened again in a session has its place`() throws {
    var state = EditorState(
      document: Document(schema: fixture.schema, stored: [:]),
      size: Size(columns: 80, rows: 24)
    )
    for press in try Step.presses("jjbo2<Enter>") { _ = update(&state, .event(.key(press))) }
    let place = Document(schema: fixture.schema, stored: [:])
    _ = update(&state, .opened(Document(suiteName: "other", stored: ["a": .integer(1)])))
    #expect(state.order == .group)
    #expect(state.document.annotations.bookmarks == [])
    _ = update(&state, .opened(place))
    #expect(state.order == .name)
    #expect(state.document.annotations.bookmarks == ["general.userName"])
    #expect(state.suite.selection == .key("general.userName"))
  }

  @Test func `the last fifty filters are kept, each once`() {
    var place = RememberedPlace()
    for number in 0..<60 { place.add(filter: "f\(number)") }
    place.add(filter: "f20")
    place.add(filter: " ")
    #expect(place.filters.count == 50)
    #expect(place.filters.first == "f10")
    #expect(place.filters.last == "f20")
    #expect(place.filters.count { $0 == "f20" } == 1)
  }
}

extension Entry {
  fileprivate func secret() -> Entry {
    var entry = self
    entry.isSecret = true
    return entry
  }
}
