import Defaults
import DefaultsSchema
import Foundation
import Terminal
import Testing

@testable import EditorCore

/// The marks in the gutter, which show the state of a key without colour.
@Suite struct MarkTests {
  private let fixture = NotesFixture()

  private func state(
    _ layers: [Defaults.KeyName: KeyLayers] = [:],
    size: Size = Size(columns: 80, rows: 24)
  ) -> EditorState {
    EditorState(document: Document(schema: fixture.schema, layers: layers), size: size)
  }

  private func press(_ state: inout EditorState, _ keys: String) throws {
    for press in try Step.presses(keys) {
      for effect in update(&state, .event(.key(press))) {
        guard let request = effect.request as? WriteRequest, request.isStaged else { continue }
        _ = update(&state, .written(request, .staged))
      }
    }
  }

  private func marks(_ key: Defaults.KeyName, _ state: EditorState) throws -> [Mark] {
    state.marks(of: try #require(state.document.item(key)))
  }

  @Test func `every mark is one ASCII character of its own`() {
    let glyphs = Mark.allCases.map(\.glyph)
    #expect(Set(glyphs).count == glyphs.count)
    #expect(glyphs.allSatisfy { $0.isASCII && !$0.isWhitespace && $0 != ">" })
    #expect(Set(Mark.allCases.map(\.word)).count == glyphs.count)
  }

  @Test func `every mark is that of some row`() throws {
    let lock = Defaults.Lock(location: "/f")
    let locked = [Defaults.LayeredValue(layer: .managed, location: "/f", value: .real(2))]
    let overriding = [
      Defaults.LayeredValue(layer: .environment, location: "$PREFS_A__B", value: .string("red"))
    ]
    var state = state([
      "general.autosave": KeyLayers(stored: .bool(true)),
      "general.autosaveInterval": KeyLayers(stored: .integer(4)),
      "appearance.theme": KeyLayers(stored: .string("dark")),
      "appearance.zoom": KeyLayers(others: locked, lock: lock),
      "advanced.recentFiles": KeyLayers(stored: .array([.string("a")])),
      "unknown": KeyLayers(stored: .bool(true)),
      "unknown.marked": KeyLayers(stored: .bool(true)),
      "advanced.server": KeyLayers(others: overriding),
    ])
    try press(&state, "tjj<Enter>x<Enter>t")
    state.suite.document.setChangedElsewhere(true, "advanced.recentFiles")
    state.suite.document.status.uncommittedKeys = ["appearance.theme"]
    state.suite.document.annotations.bookmarks = ["unknown.marked"]
    var shown = Set(state.document.items.compactMap { state.mark(of: $0) })
    #expect(shown == Set(Mark.allCases).subtracting([.set, .bookmarked]))
    state.suite.document.status = StoreStatus()
    shown = Set(state.document.items.compactMap { state.mark(of: $0) })
    #expect(shown == Set(Mark.allCases).subtracting([.uncommitted, .bookmarked]))
  }

  @Test func `the strongest sign comes first`() {
    #expect(Mark.allCases.map(\.glyph) == Array("!L#^+~?=*b"))
  }

  @Test(arguments: [Size(columns: 80, rows: 24), Size(columns: 40, rows: 12)])
  func `a bookmark, a mark and a state do not hide each other`(size: Size) throws {
    var state = state(["general.autosave": KeyLayers(stored: .bool(false))], size: size)
    try press(&state, "bx")
    #expect(view(state).text.contains("\nbx* Autosave"))
    try press(&state, "k")
    #expect(view(state).text.contains("\nbX* Autosave"))
    try press(&state, "bx")
    #expect(!view(state).text.contains("\nb"))
  }

  @Test func `a disabled key has no sign, and its reason is in the details`() throws {
    var state = state()
    state.suite.document.setAvailability(
      KeyAvailability(disabledReasons: ["general.autosave": "Off while travelling."])
    )
    #expect(try marks("general.autosave", state) == [])
    #expect(view(state).text.contains("Off while travelling."))
    #expect(view(state).text.contains(">  Autosave documents"))
  }

  @Test func `a suite without a schema does not say so on every row`() throws {
    var state = EditorState(
      document: Document(suiteName: "other", stored: ["one": .bool(true)]),
      size: Size(columns: 80, rows: 24)
    )
    try press(&state, "i")
    #expect(try marks("one", state) == [.set])
    #expect(view(state).text.contains(">* one"))
  }

  @Test func `input that was typed and not stored marks no row`() throws {
    var state = state(["general.userName": KeyLayers(stored: .string("Eve"))])
    try press(&state, "jj<Enter>x<Esc>")
    #expect(!state.unfinished.parked.isEmpty)
    #expect(try marks("general.userName", state) == [.set])
  }

  @Test func `the input of another suite marks nothing here`() throws {
    var state = state()
    try press(&state, "jj<Enter>x<Esc>")
    _ = update(
      &state,
      .opened(Document(suiteName: "other", stored: ["general.userName": .string("a")]))
    )
    #expect(try marks("general.userName", state) == [.set])
  }

  @Test func `a row shows the first of its marks, the details all of them`() throws {
    var state = state(
      ["general.autosaveInterval": KeyLayers(stored: .integer(4))],
      size: Size(columns: 140, rows: 40)
    )
    try press(&state, "tj<Enter><C-u>55<Enter>t")
    state.suite.document.setChangedElsewhere(true, "general.autosaveInterval")
    #expect(
      try marks("general.autosaveInterval", state) == [.invalid, .changedElsewhere, .parked, .set]
    )
    let text = view(state).text
    #expect(text.contains(">! Autosave interval"))
    for mark in try marks("general.autosaveInterval", state) {
      #expect(text.lowercased().contains(mark.word), "\(mark)")
    }
  }

  @Test func `an overridden key says by what, and so does the notice of an edit`() throws {
    let value = Defaults.LayeredValue(
      layer: .environment,
      location: "$PREFS_A__B",
      value: .bool(false)
    )
    let key: Defaults.KeyName = "general.autosave"
    var state = state(
      [key: KeyLayers(stored: .bool(true), others: [value])],
      size: Size(columns: 140, rows: 40)
    )
    #expect(try marks(key, state).first == .overridden)
    let text = view(state).text
    #expect(text.contains(" ^ overridden "))
    #expect(text.contains("(environment $PREFS_A__B)"), "\(text)")
    let request = WriteRequest(
      suiteName: state.suite.document.suiteName,
      key: key,
      value: .bool(true),
      purpose: .edit(extendsLast: false)
    )
    _ = update(&state, .written(request, .saved(old: nil, new: .bool(true))))
    #expect(view(state).text.contains(", but environment $PREFS_A__B is used"))
  }

  @Test func `a value for all users says that one's own value is still used`() {
    let key: Defaults.KeyName = "general.autosave"
    var state = state(
      [key: KeyLayers(stored: .bool(true))],
      size: Size(columns: 140, rows: 40)
    )
    let request = WriteRequest(
      suiteName: state.suite.document.suiteName,
      key: key,
      value: .bool(false),
      purpose: .edit(extendsLast: false),
      scope: .system
    )
    _ = update(&state, .written(request, .saved(old: nil, new: .bool(false))))
    #expect(view(state).text.contains(", but your own value is used"))
  }

  @Test(arguments: Mark.allCases)
  func `the help of the list and the documentation explain the mark`(mark: Mark) throws {
    var state = state(size: Size(columns: 80, rows: 100))
    try press(&state, "?")
    let words = view(state).text.split { " │\n".contains($0) }.joined(separator: " ")
    #expect(words.contains("\(mark.glyph) \(mark.word)"))
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let file = root.appendingPathComponent("Sources/Defaults/Defaults.docc/UsingTheEditor.md")
    let article = try String(contentsOf: file, encoding: .utf8)
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(article.contains("`\(mark.glyph)` \(mark.word)"))
  }

  @Test func `the help of an edit explains no marks`() throws {
    var state = state(size: Size(columns: 80, rows: 100))
    try press(&state, "jj<Enter><F1>")
    #expect(view(state).text.contains("Help"))
    #expect(!view(state).text.contains(Mark.parked.word))
  }
}
