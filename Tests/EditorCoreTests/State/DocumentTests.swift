import Defaults
import DefaultsSchema
import Terminal
import Testing

@testable import EditorCore

@Suite struct DocumentTests {
  @Test func `only the values of visible rows are decoded, and kept`() {
    let stored = (0..<100).map {
      (Defaults.KeyName("key\(1000 + $0)"), Defaults.StoredValue.bool(true))
    }
    var state = EditorState(
      document: Document(suiteName: "org.example.many", stored: Dictionary(stored) { $1 }),
      size: Size(columns: 80, rows: 24)
    )
    _ = update(&state, .event(.key(KeyPress(.end))))
    _ = view(state)
    let unread = state.document.order.filter(state.document.isUnread)
    let rows = Layout(state: state).list.size.rows
    #expect(unread == Array(state.document.order.dropLast(rows)))
  }

  private let fixture = NotesFixture()

  private func mark(_ key: Defaults.KeyName, _ document: Document) -> Mark? {
    let state = EditorState(document: document, size: Size(columns: 80, rows: 24))
    return document.item(key).flatMap(state.mark)
  }

  @Test func `stored keys that the schema does not name are listed last, in order`() {
    let document = Document(
      schema: fixture.schema,
      stored: ["zz": .bool(true), "aa": .integer(1), "general.autosave": .bool(false)]
    )
    #expect(document.items.suffix(2).map(\.key) == ["aa", "zz"])
    #expect(document.sections.last == "Not in the schema")
    #expect(mark("general.autosave", document) == .set)
    #expect(mark("aa", document) == .undeclared)
  }

  @Test func `an option of the program is no key, unless the schema declares it`() {
    let option = { (value: Defaults.StoredValue) in
      KeyLayers(others: [.init(layer: .argument, location: nil, value: value)])
    }
    let document = Document(
      schema: fixture.schema,
      layers: [
        "preferences": option(.bool(true)), "general.autosave": option(.bool(false)),
      ]
    )
    #expect(document.item("preferences") == nil)
    #expect(document.item("general.autosave")?.value == .bool(false))
    #expect(document.sections == ["General", "Appearance", "Advanced"])
  }

  @Test func `a key without a schema appears and vanishes with its value`() {
    var document = Document(schema: fixture.schema, stored: [:])
    let count = document.items.count
    document.store(KeyLayers(stored: .string("red")), forKey: "legacyColor")
    #expect(document.items.count == count + 1)
    document.store(KeyLayers(stored: nil), forKey: "legacyColor")
    #expect(document.items.count == count)
    #expect(document.sections == ["General", "Appearance", "Advanced"])
  }

  @Test func `the kind of a key without a schema follows its value`() {
    var document = Document(suiteName: "s", stored: ["k": .integer(1)])
    #expect(document.item("k")?.entry.kind == .integer(NumberLimits()))
    document.store(KeyLayers(stored: .bool(true)), forKey: "k")
    #expect(document.item("k")?.entry.kind == .bool)
  }

  @Test func `without a schema every value fits`() {
    let document = Document(suiteName: "s", stored: ["k": .string("a\u{1B}")])
    #expect(document.item("k")?.rejection == nil)
    #expect(mark("k", document) == .set)
  }

  @Test func `a value that does not fit is not in use`() {
    let document = Document(
      schema: fixture.schema,
      stored: ["general.autosaveInterval": .integer(4)]
    )
    let item = document.item("general.autosaveInterval")
    #expect(item?.rejection == .belowMinimum(value: "4", minimum: "5"))
    #expect(item?.value == .integer(30))
    #expect(mark("general.autosaveInterval", document) == .invalid)
  }

  @Test func `set to the default differs from unset`() {
    var document = Document(schema: fixture.schema, stored: [:])
    #expect(mark("general.autosave", document) == nil)
    document.store(KeyLayers(stored: .bool(true)), forKey: "general.autosave")
    #expect(mark("general.autosave", document) == .storedDefault)
  }

  @Test func `an index leads to its item after keys came and went`() {
    var document = Document(suiteName: "s", stored: ["b": .bool(true), "d": .bool(true)])
    document.store(KeyLayers(stored: .bool(true)), forKey: "c")
    document.store(KeyLayers(stored: .bool(true)), forKey: "a")
    document.store(KeyLayers(stored: nil), forKey: "b")
    for item in document.items {
      #expect(document.index(of: item.key).map { document.items[$0].key } == item.key)
    }
    #expect(document.items.map(\.key) == ["a", "c", "d"])
  }

  private func layered(
    _ layer: Defaults.Layer,
    _ value: Defaults.StoredValue
  ) -> Defaults.LayeredValue {
    Defaults.LayeredValue(layer: layer, location: "/f", value: value)
  }

  @Test func `a locked value is in use, and the user's stays visible`() {
    var document = Document(schema: fixture.schema, stored: [:])
    document.store(
      KeyLayers(
        stored: .integer(60),
        others: [layered(.managed, .integer(90)), layered(.system, .integer(10))],
        lock: Defaults.Lock(location: "/f")
      ),
      forKey: "general.autosaveInterval"
    )
    let item = document.item("general.autosaveInterval")
    #expect(item?.value == .integer(90))
    #expect(item?.stored == .integer(60))
    #expect(mark("general.autosaveInterval", document) == .locked)
    #expect(item?.source == "managed")
  }

  @Test func `unset keys are locked while the locks cannot be read, and no longer`() {
    var document = Document(schema: fixture.schema, stored: [:])
    let (lock, own) = (Defaults.Lock(location: "/damaged"), Defaults.Lock(location: "/f"))
    document.store(KeyLayers(lock: own), forKey: "general.autosave")
    document.lockUnsetKeys(with: lock, insteadOf: nil)
    #expect(document.item("general.autosaveInterval")?.layers.lock == lock)
    #expect(document.item("general.autosave")?.layers.lock == own)
    document.lockUnsetKeys(with: nil, insteadOf: lock)
    #expect(document.items.filter(\.isLocked).map(\.key) == ["general.autosave"])
  }

  @Test func `a layer below shows where nothing is stored`() {
    var document = Document(schema: fixture.schema, stored: [:])
    let below = [layered(.system, .integer(10))]
    document.store(KeyLayers(others: below), forKey: "general.autosaveInterval")
    var item = document.item("general.autosaveInterval")
    #expect(item?.value == .integer(10))
    #expect(mark("general.autosaveInterval", document) == nil)
    #expect(item?.source == "system")
    document.store(
      KeyLayers(stored: .integer(60), others: below),
      forKey: "general.autosaveInterval"
    )
    item = document.item("general.autosaveInterval")
    #expect(item?.value == .integer(60))
    #expect(item?.valueWhenReset == .integer(10))
    #expect(item?.source == "user")
  }

  @Test func `a key that only another layer has is shown`() {
    var document = Document(suiteName: "s", stored: [:])
    document.store(KeyLayers(others: [layered(.system, .bool(true))]), forKey: "k")
    #expect(document.item("k")?.value == .bool(true))
    document.store(KeyLayers(), forKey: "k")
    #expect(document.item("k") == nil)
  }
}
