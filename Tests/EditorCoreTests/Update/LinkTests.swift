import Defaults
import DefaultsSchema
import Terminal
import Testing

@testable import EditorCore

/// Jumps to other keys and back, and to the matches of the last filter.
@Suite struct LinkTests {
  private var state: EditorState

  init() {
    let suite = NotesFixture().suite
    func entry(_ key: String, _ title: String) -> Entry {
      Entry(untypedKey: key, title: title, kind: .bool)
    }
    var old = entry("old", "Old switch")
    old.deprecation = Deprecation(message: "It has a new name.", replacement: "new")
    var new = entry("new", "New switch")
    new.seeAlso = ["other", "missing", "hidden"]
    var lost = entry("lost", "Lost switch")
    lost.deprecation = Deprecation(replacement: "missing")
    var hidden = entry("hidden", "Hidden switch")
    hidden.isHidden = true
    let schema = Schema(suite: suite, title: "Notes") {
      Section("One") {
        old
        lost
      }
      Section("Two") {
        new
        entry("other", "Other switch")
        hidden
      }
    }
    state = EditorState(
      document: Document(schema: schema, stored: ["old": .bool(true), "lost": .bool(true)]),
      size: Size(columns: 80, rows: 24)
    )
  }

  private mutating func press(_ text: String) throws -> [Effect] {
    let effects = try Step.presses(text).flatMap { update(&state, .event(.key($0))) }
    while state.hasWork { _ = update(&state, .proceed) }
    return effects
  }

  @Test mutating func `a deprecated key offers its replacement, and Backspace returns`() throws {
    _ = try press("<Enter>")
    #expect(view(state).text.contains("go to New switch"))
    _ = try press("<Enter>")
    #expect(state.suite.selection == .key("new"))
    _ = try press("<Backspace>")
    #expect(state.suite.selection == .key("old"))
    _ = try press("<Backspace>")
    #expect(view(state).text.contains("There is no earlier place."))
  }

  @Test mutating func `a deprecated key can be edited all the same`() throws {
    let effects = try press("<Enter>2<Enter>")
    #expect(effects.contains { $0.request is WriteRequest })
  }

  @Test mutating func `a deprecated key without a replacement in the suite is edited at once`()
    throws
  {
    let effects = try press("j<Enter>")
    #expect(effects.contains { $0.request is WriteRequest })
  }

  @Test mutating func `one link is followed, several are a menu, and a hidden key is shown`() throws
  {
    _ = try press("L")
    #expect(state.suite.selection == .key("new"))
    _ = try press("L")
    #expect(state.keyMode == .menu)
    #expect(view(state).text.contains("Hidden switch   see also"))
    _ = try press("2<Enter>")
    #expect(state.suite.selection == .key("hidden"))
    #expect(view(state).text.contains(">  Hidden switch"))
    _ = try press("<Backspace><Backspace>L")
    #expect(state.suite.selection == .key("new"))
    _ = try press("jL")
    #expect(view(state).text.contains("Other switch names no other key."))
  }

  @Test mutating func `a jump out of a filter comes back to it`() throws {
    _ = try press("/old<Enter>L")
    #expect(state.suite.selection == .key("new"))
    #expect(!state.suite.filter.isActive)
    _ = try press("<Backspace>")
    #expect(state.suite.filter.query.text == "old")
    #expect(state.suite.selection == .key("old"))
  }

  @Test mutating func `a jump unfolds the group of the key`() throws {
    _ = try press("jjzggL")
    #expect(state.suite.selection == .key("new"))
    #expect(state.foldedSections.isEmpty)
  }

  @Test mutating func `matches of a cleared filter are found one after the other`() throws {
    _ = try press("/switch -lost<Enter><Esc>gn")
    #expect(state.suite.selection == .key("new"))
    _ = try press("n")
    #expect(state.suite.selection == .key("other"))
    _ = try press("n")
    #expect(state.suite.selection == .key("old"))
    #expect(view(state).text.contains("The search continued at the first key."))
    _ = try press("N")
    #expect(state.suite.selection == .key("other"))
  }

  @Test mutating func `without a filter so far there is no match`() throws {
    _ = try press("n")
    #expect(view(state).text.contains("There was no filter yet."))
    _ = try press("/zzz<Esc>n")
    #expect(view(state).text.contains("No key here matches zzz"))
  }

  @Test mutating func `a match in a folded group unfolds it`() throws {
    _ = try press("/other<Enter><Esc>Zgn")
    #expect(state.suite.selection == .key("other"))
    #expect(state.foldedSections == [0])
  }
}
