import Defaults
import DefaultsSchema
import Testing

@testable import EditorCore

@Suite struct DocumentTests {
  private let fixture = NotesFixture()

  @Test func `stored keys that the schema does not name are listed last, in order`() {
    let document = Document(
      schema: fixture.schema,
      stored: ["zz": .bool(true), "aa": .integer(1), "general.autosave": .bool(false)]
    )
    #expect(document.items.suffix(2).map(\.key) == ["aa", "zz"])
    #expect(document.sections.last == "Not in the schema")
    #expect(document.item("general.autosave")?.mark == "*")
    #expect(document.item("aa")?.mark == "?")
  }

  @Test func `a key without a schema appears and vanishes with its value`() {
    var document = Document(schema: fixture.schema, stored: [:])
    let count = document.items.count
    document.store(.string("red"), forKey: "legacyColor")
    #expect(document.items.count == count + 1)
    document.store(nil, forKey: "legacyColor")
    #expect(document.items.count == count)
    #expect(document.sections == ["General", "Appearance", "Advanced"])
  }

  @Test func `the kind of a key without a schema follows its value`() {
    var document = Document(suiteName: "s", stored: ["k": .integer(1)])
    #expect(document.item("k")?.entry.kind == .integer(NumberLimits()))
    document.store(.bool(true), forKey: "k")
    #expect(document.item("k")?.entry.kind == .bool)
  }

  @Test func `without a schema every value fits`() {
    let document = Document(suiteName: "s", stored: ["k": .string("a\u{1B}")])
    #expect(document.item("k")?.rejection == nil)
    #expect(document.item("k")?.mark == "?")
  }

  @Test func `a value that does not fit is not in use`() {
    let document = Document(
      schema: fixture.schema,
      stored: ["general.autosaveInterval": .integer(4)]
    )
    let item = document.item("general.autosaveInterval")
    #expect(item?.rejection == .belowMinimum(value: "4", minimum: "5"))
    #expect(item?.value == .integer(30))
    #expect(item?.mark == "!")
  }

  @Test func `set to the default differs from unset`() {
    var document = Document(schema: fixture.schema, stored: [:])
    #expect(document.item("general.autosave")?.mark == " ")
    document.store(.bool(true), forKey: "general.autosave")
    #expect(document.item("general.autosave")?.mark == "=")
  }

  @Test func `an index leads to its item after keys came and went`() {
    var document = Document(suiteName: "s", stored: ["b": .bool(true), "d": .bool(true)])
    document.store(.bool(true), forKey: "c")
    document.store(.bool(true), forKey: "a")
    document.store(nil, forKey: "b")
    for item in document.items {
      #expect(document.index(of: item.key).map { document.items[$0].key } == item.key)
    }
    #expect(document.items.map(\.key) == ["a", "c", "d"])
  }
}
