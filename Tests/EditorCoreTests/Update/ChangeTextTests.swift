import Defaults
import DefaultsSchema
import Foundation
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
    #expect(state.feedback.notice?.text == "a was locked")
    change([("a", Self.locked(.string("dark"), reason: reason))])
    #expect(state.feedback.notice?.text == "a is locked")
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
    ("list", .array([.integer(1), .integer(3)]), "2 2 → 3"),
    ("table", .dictionary(["x": .integer(5), "y": .integer(6)]), "x 1 → 5, y 2 → 6"),
    ("table", .dictionary(["x": .integer(1), "z": .integer(2)]), "renamed y to z"),
  ]

  @Test(arguments: pairs)
  mutating func `a change inside of a value is told by its places`(
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

  @Test mutating func `a question about an undo names the places that it would change`() throws {
    let newer = NewerValue(
      key: "list",
      wanted: .array([.integer(1), .integer(2)]),
      now: .array([.integer(1), .integer(7)]),
      author: "notesd"
    )
    let suite = ScopedSuite(name: "s", scope: .user)
    let question = OverwritingQuestion(request: .restore(.undo, suite), newer: [newer])
    let lines = question.question(state).lines
    #expect(lines[0] == "list has changed, by notesd. Undo: 2 7 → 2.")
    #expect(lines[1].hasPrefix("Undo anyway?"))
    let plain = NewerValue(key: "a", wanted: .string("dark"), now: .string("light"))
    let other = OverwritingQuestion(request: .restore(.undo, suite), newer: [plain])
    #expect(other.question(state).lines[0] == "a is now \"light\".")
    #expect(other.question(state).lines[1].hasPrefix("Undo to \"dark\" anyway?"))
  }

  @Test mutating func `undo, redo, a reset and a staged edit name the changed places`() throws {
    let (old, new) = (
      state.document.item("table")?.stored, Defaults.StoredValue.dictionary(["x": .integer(5)])
    )
    change([("table", KeyLayers(stored: new))])
    let entry = Defaults.HistoryEntry(
      id: "1",
      date: .init(timeIntervalSinceReferenceDate: 0),
      author: .init(user: "ada", program: "test", process: 1),
      changes: [.init(key: "table", old: old, new: new, omission: nil)],
      cause: .edit
    )
    _ = update(
      &state,
      .restored([(RestoreRequest(suiteName: "s", direction: .redo), .restored(entry))])
    )
    #expect(state.feedback.notice?.text.hasPrefix("Redone: table: removed y: 2, x 1 → 5") == true)
    _ = update(
      &state,
      .restored([(RestoreRequest(suiteName: "other", direction: .redo), .restored(entry))])
    )
    #expect(
      state.feedback.notice?.text.hasPrefix("Redone in other: table: removed y: 2, x 1 → 5") == true
    )
    var request = WriteRequest(
      suiteName: "s",
      key: "table",
      value: old,
      purpose: .edit(extendsLast: false)
    )
    request.isStaged = true
    _ = update(&state, .written(request, .staged))
    #expect(state.feedback.notice?.text.hasPrefix("Staged table: x 5 → 1, added y: 2") == true)
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
    #expect(
      lines.contains { $0.hasPrefix("1.host") && $0.contains("\"a\"") && $0.contains("\"b\"") }
    )
  }

  @Test mutating func `a key that is overwritten here is no longer changed elsewhere`() {
    change([("b", KeyLayers(stored: .integer(7)))])
    #expect(state.document.item("b")?.isChangedElsewhere == true)
    let own = Action.Change(
      suiteName: "s",
      key: "b",
      layers: KeyLayers(stored: .integer(8)),
      isElsewhere: false
    )
    state.requests.undosAndPlans = 1
    _ = update(&state, .changes([own]))
    #expect(state.document.item("b")?.isChangedElsewhere == false)
    #expect(state.document.counts.changedElsewhere == 0)
  }

  @Test func `a recorded change names its places, or why it has none`() {
    let entry = Entry(undeclaredKey: "k", value: .dictionary(["x": .integer(1)]))
    func text(
      _ new: Defaults.StoredValue?,
      _ omission: Defaults.HistoryEntry.Omission? = nil
    ) -> String {
      let old = Defaults.StoredValue.dictionary(["x": .integer(1)])
      return ValueText.change(.init(key: "k", old: old, new: new, omission: omission), in: entry)
    }
    #expect(text(.dictionary(["x": .integer(2)])) == "x 1 → 2")
    #expect(text(nil) == "{x} → unset")
    #expect(text(nil, .secret) == "changed (secret)")
  }

  // MARK: - Secrets

  @Test func `a secret member is named without its values`() {
    let member = TableMember("pin", title: "PIN", kind: .integer(NumberLimits())).secret()
    let entry = Entry(untypedKey: "t", title: "T", kind: .table([member], others: .any))
    let values = [4711, 4712].map {
      Defaults.StoredValue.dictionary(["pin": .integer($0), "x": .integer($0 * 2)])
    }
    #expect(ValueText.changes(values[0], values[1], in: entry) == "PIN changed, x 9422 → 9424")
  }

  @Test mutating func `showing a secret names why there is nothing to show`() throws {
    state.suite.selection = nil
    for press in try Step.presses("V") { _ = update(&state, .event(.key(press))) }
    #expect(state.feedback.notice?.text == "No key is selected.")
    state.suite.selection = .key("a")
    for press in try Step.presses("V") { _ = update(&state, .event(.key(press))) }
    #expect(state.feedback.notice?.text == "The value of a is not secret.")
  }
}
