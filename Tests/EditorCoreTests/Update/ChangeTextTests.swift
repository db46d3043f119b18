import Defaults
import DefaultsSchema
import Terminal
import Testing

@testable import EditorCore

/// What notices say about changes is what has changed.
@Suite struct ChangeTextTests {
  private var state = EditorState(
    document: Document(
      suiteName: "s",
      stored: [
        "a": .string("dark"), "b": .integer(1), "list": .array([.integer(1), .integer(2)]),
        "table": .dictionary(["x": .integer(1), "y": .integer(2)]),
      ]
    ),
    size: Size(columns: 80, rows: 24)
  )

  private mutating func change(_ changes: [(Defaults.KeyName, KeyLayers)]) {
    _ = update(
      &state,
      .changes(
        changes.map { key, layers in
          Action.Change(suiteName: "s", key: key, layers: layers, isElsewhere: true)
        }
      )
    )
  }

  private static func locked(_ value: Defaults.StoredValue, reason: String?) -> KeyLayers {
    KeyLayers(
      stored: .string("dark"),
      others: [.init(layer: .managed, location: "/etc/x", value: value)],
      lock: Defaults.Lock(location: "/etc/x", reason: reason)
    )
  }

  // MARK: - Locks

  @Test(arguments: [nil, "Because.", "Ask Ada."])
  mutating func `a reason that follows its lock does not look like another value`(
    reason: String?
  ) {
    change([("a", Self.locked(.string("dark"), reason: "First."))])
    #expect(state.feedback.notice?.text == "a was locked by policy")
    change([("a", Self.locked(.string("dark"), reason: reason))])
    #expect(state.feedback.notice?.text == "a is locked by policy")
  }

  @Test mutating func `another locked value is told`() {
    change([("a", Self.locked(.string("dark"), reason: nil))])
    change([("a", Self.locked(.string("light"), reason: nil))])
    #expect(state.feedback.notice?.text == "a: \"dark\" → \"light\" elsewhere")
  }

  // MARK: - Removed keys

  @Test mutating func `keys that went with their file are counted`() {
    change((["a", "b", "list"] as [Defaults.KeyName]).map { ($0, KeyLayers()) })
    #expect(state.feedback.notice?.text == "3 keys changed elsewhere")
  }

  @Test mutating func `a removed key and a changed one are two keys`() {
    change([("a", KeyLayers()), ("b", KeyLayers(stored: .integer(2)))])
    #expect(state.feedback.notice?.text == "2 keys changed elsewhere")
  }

  @Test mutating func `a single removed key is named`() {
    change([("a", KeyLayers())])
    #expect(state.feedback.notice?.text == "a was removed elsewhere")
  }

  // MARK: - Values whose texts are equal

  private static let pairs: [(Defaults.KeyName, Defaults.StoredValue, String)] = [
    ("list", .array([.integer(1), .integer(3)]), "1 of 2 items changed"),
    ("table", .dictionary(["x": .integer(5), "y": .integer(6)]), "2 of 2 entries changed"),
    ("table", .dictionary(["x": .integer(1), "z": .integer(2)]), "2 of 3 entries changed"),
  ]

  @Test(arguments: pairs)
  mutating func `a change inside of a value is told by the number of its parts`(
    key: Defaults.KeyName,
    value: Defaults.StoredValue,
    words: String
  ) throws {
    let old = state.document.item(key)?.stored
    change([(key, KeyLayers(stored: value))])
    #expect(state.feedback.notice?.text == "\(key): \(words) elsewhere")
    let request = WriteRequest(
      suiteName: "s",
      key: key,
      value: value,
      purpose: .edit(extendsLast: false)
    )
    _ = update(&state, .written(request, .saved(old: old, new: value)))
    #expect(state.feedback.notice?.text.hasPrefix("Saved \(key): \(words)") == true)
  }

  @Test mutating func `the parts of a conflict that are lists or tables are shown`() throws {
    let record: Defaults.StoredValue = .dictionary(["host": .string("a")])
    let other: Defaults.StoredValue = .dictionary(["host": .string("b")])
    change([("list", KeyLayers(stored: .array([record])))])
    let item = try #require(state.document.item("list"))
    var edit = OpenEdit(item, stored: .array([record]))
    edit.isChangedElsewhere = true
    edit.theirs = .array([other])
    let lines = QuestionView.conflict(state, edit).lines
    #expect(lines.contains { $0.contains(#"- {"host": "a"}"#) && $0.contains(#"+ {"host": "b"}"#) })
  }

  // MARK: - Secrets

  @Test mutating func `showing a secret names why there is nothing to show`() throws {
    state.suite.selection = nil
    for press in try Step.presses("V") { _ = update(&state, .event(.key(press))) }
    #expect(state.feedback.notice?.text == "No key is selected.")
    state.suite.selection = .key("a")
    for press in try Step.presses("V") { _ = update(&state, .event(.key(press))) }
    #expect(state.feedback.notice?.text == "The value of a is not secret.")
  }
}
