import Defaults
import DefaultsSchema
import Terminal
import Testing

@testable import EditorCore

/// Closing an edit: always possible, and without losing what was typed.
@Suite struct ParkedEditTests {
  private let fixture = NotesFixture()

  private func state(
    _ stored: [Defaults.KeyName: Defaults.StoredValue] = [:]
  ) -> EditorState {
    EditorState(
      document: Document(schema: fixture.schema, stored: stored),
      size: Size(columns: 80, rows: 24)
    )
  }

  @discardableResult
  /// Presses keys, and presents a frame before each following group of keys and after the last.
  private func press(_ state: inout EditorState, _ keys: String...) throws -> [Effect] {
    var effects: [Effect] = []
    for (index, keys) in keys.enumerated() {
      if index > 0 { effects += update(&state, .presented) }
      effects += try Step.presses(keys).flatMap { update(&state, .event(.key($0))) }
    }
    return effects
  }

  private func store(_ value: Defaults.StoredValue?, _ key: String, _ state: inout EditorState) {
    _ = update(
      &state,
      .changed(
        Action.Change(
          suiteName: "org.example.notes",
          key: Defaults.KeyName(key),
          layers: KeyLayers(stored: value),
          isElsewhere: true
        )
      )
    )
  }

  /// The types that the value of a key without a schema can have.
  private static let values: [Defaults.StoredValue] = [
    .string("a"), .integer(1), .bool(true), .real(1.5), .array([.string("a")]), .null, .uid(1),
  ]

  @Test(arguments: values, values)
  func `an edit is left also after its key changed its type elsewhere`(
    before: Defaults.StoredValue,
    after: Defaults.StoredValue
  ) throws {
    var state = state(["legacyColor": before])
    try press(&state, "Gf<Enter>1")
    store(after, "legacyColor", &state)
    store(nil, "legacyColor", &state)
    store(after, "legacyColor", &state)
    try press(&state, "<Esc>")
    guard state.screen is ListScreen else {
      Issue.record("The edit is still open.")
      return
    }
    try press(&state, "q")
    #expect(state.isFinished)
  }

  @Test func `^C closes the edit, and quits in the list`() throws {
    var state = state()
    try press(&state, "jj<Enter>x<C-c>")
    #expect(!state.isFinished)
    #expect(state.unfinished.parked.count == 1)
    try press(&state, "<C-c>")
    #expect(state.isFinished)
  }

  @Test func `an edit that goes on after a conflict is compared with the newer value`() throws {
    var state = state(["general.userName": .string("Ann")])
    try press(&state, "jj<Enter>x")
    store(.string("Bob"), "general.userName", &state)
    try press(&state, "<Enter>", "e<F9>")
    let difference = try #require(state.topScreen(DifferenceScreen.self)?.difference)
    #expect(difference.lines.map(\.text) == ["Bob", "Annx"])
  }

  @Test func `an untouched edit shows the newer value, and Enter writes nothing`() throws {
    var state = state(["general.userName": .string("Ann")])
    try press(&state, "jj<Enter>")
    store(.string("Bob"), "general.userName", &state)
    _ = update(&state, .presentsNewerValue)
    #expect(state.screen(EditScreen.self)?.edit.control.editedText.text == "Bob")
    let effects = try press(&state, "<Enter>")
    #expect(!effects.contains { $0.request is WriteRequest })
    #expect(state.isInList)
  }

  @Test func `what is typed before the newer value is drawn was meant for the old one`() throws {
    let driver = try SessionDriver()
    try driver.store(["general.userName": .string("Ann")])
    try driver.run([
      .press("jj<Enter>"), .elsewhere("general.userName", .string("Bob"), press: "x<Enter>"),
      .check { state, _ in
        let conflict = try #require(state.topScreen(ConflictScreen.self))
        #expect(try conflict.edit.value() == .string("Annx"))
        #expect(conflict.edit.theirs == .string("Bob"))
      },
    ])
    #expect(try driver.stored()["general.userName"] == .string("Bob"))
  }

  @Test func `a text of an item that is no value stays the text of the item`() throws {
    let value = Defaults.StoredValue.array([.array([.integer(1)]), .array([.integer(2)])])
    let kind = ValueKind.list(of: .list(of: .integer(NumberLimits())))
    let entry = Entry(untypedKey: "rows", title: "Rows", kind: kind)
    let item = Item(entry: entry, section: 0, isDeclared: true, layers: KeyLayers(stored: value))
    var edit = OpenEdit(item, stored: value)
    _ = edit.control.update(KeyPress(.enter))
    edit.replaceText(by: "[1,")
    #expect(try edit.value() == value)
    #expect(edit.control.isDirty)
    edit.replaceText(by: "[1, 3]")
    _ = edit.control.update(.control("s"))
    let changed = Defaults.StoredValue.array([.integer(1), .integer(3)])
    #expect(try edit.value() == .array([changed, .array([.integer(2)])]))
  }

  @Test func `a rejected write keeps what was typed`() throws {
    var state = state()
    let effects = try press(&state, "jj<Enter><C-u>Bob<Enter>")
    guard let request = effects.last?.request as? WriteRequest else {
      Issue.record("Nothing was written.")
      return
    }
    _ = update(&state, .written(request, .rejected("locked by policy")))
    try press(&state, "<Enter><Up>")
    guard let edit = state.topScreen(EditScreen.self)?.edit else {
      Issue.record("Nothing was opened.")
      return
    }
    #expect(try edit.value() == .string("Bob"))
  }

  @Test(arguments: [false, true])
  func `input is parked once it is typed, and a secret never`(isSecret: Bool) throws {
    var entry = Entry(untypedKey: "token", title: "Token", kind: .string(TextLimits()))
    entry.isSecret = isSecret
    let item = Item(entry: entry, section: 0, isDeclared: true, layers: KeyLayers())
    var state = state()
    var edit = OpenEdit(item, stored: nil)
    state.close(edit)
    #expect(state.unfinished.parked.isEmpty)
    _ = edit.control.update(.character("x"))
    state.close(edit)
    #expect(state.unfinished.parked.isEmpty == isSecret)
  }

  @Test(arguments: ["u<C-s>", "<Enter><Up><C-s>", "u<Esc>", "u<F8><Esc>", "<Enter><Esc>"])
  func `input of a closed edit is kept until it is saved`(keys: String) throws {
    var state = state()
    try press(&state, "jj<Enter><C-u>Bob<Esc>" + keys)
    #expect(state.unfinished.parked.isEmpty == keys.hasSuffix("<C-s>"))
  }

  @Test func `directly after an edit was closed, the key that undoes reopens it`() throws {
    var state = state()
    try press(&state, "jj<Enter><C-u>Bob<Esc>")
    #expect(state.feedback.notice?.text == "Your name is not saved. u reopens what you typed.")
    #expect(try press(&state, "u").isEmpty)
    #expect(try state.topScreen(EditScreen.self)?.edit.value() == .string("Bob"))
  }

  @Test(arguments: ["k", "j", "<F1><Esc>", "/<Esc>"])
  func `after another key press, the key that undoes reopens nothing`(keys: String) throws {
    var state = state()
    try press(&state, "jj<Enter><C-u>Bob<Esc>\(keys)u")
    #expect(state.screen is ListScreen)
  }

  @Test func `an edit that is opened again shows the stored value, and offers what was typed`()
    throws
  {
    var state = state(["general.userName": .string("Ann")])
    try press(&state, "jj<Enter><C-u>Bob<Esc><Enter>")
    #expect(try state.topScreen(EditScreen.self)?.edit.value() == .string("Ann"))
    #expect(view(state).text.contains("↑ brings back what you typed: Bob"))
    try press(&state, "<Up>")
    #expect(try state.topScreen(EditScreen.self)?.edit.value() == .string("Bob"))
  }

  @Test func `saving without a change writes nothing, so the stored form stays`() throws {
    var state = state(["general.autosaveInterval": .real(60)])
    #expect(try press(&state, "j<Enter><Enter>").isEmpty)
    #expect(state.feedback.notice?.text == "Unchanged: Autosave interval = 60")
    // With nothing stored, the default is stored.
    #expect(try press(&state, "j<Enter><Enter>").count == 1)
  }

  @Test(arguments: ["<Esc>", "m", "t"])
  func `a key press after the answer to a conflict waits for the frame with the list`(
    answer: String
  ) throws {
    var state = state(["general.userName": .string("Ada")])
    try press(&state, "jj<Enter><C-u>Bob")
    store(.string("Eve"), "general.userName", &state)
    // The second press of `<Enter>` is not meant for the box, and `b` not for the list.
    try press(&state, "<Enter><Esc>", answer + "b")
    #expect(state.isInList)
    #expect(state.document.item("general.userName")?.isBookmarked == false)
    try press(&state, "", "b")
    #expect(state.document.item("general.userName")?.isBookmarked == true)
  }

  @Test func `leaving a conflict keeps what was typed`() throws {
    var state = state(["general.userName": .string("Ada")])
    try press(&state, "jj<Enter><C-u>Bob")
    store(.string("Eve"), "general.userName", &state)
    try press(&state, "<Enter>", "<Esc>", "")
    #expect(state.unfinished.parked.count == 1)
    try press(&state, "u")
    guard let edit = state.topScreen(EditScreen.self)?.edit else {
      Issue.record("Nothing was opened.")
      return
    }
    #expect(try edit.value() == .string("Bob"))
    // Saving it asks again.
    #expect(edit.base == .string("Ada"))
    #expect(edit.isChangedElsewhere)
  }
}
