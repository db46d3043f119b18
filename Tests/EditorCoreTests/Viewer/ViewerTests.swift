import Defaults
import DefaultsSchema
@testable import EditorCore
import Foundation
import Terminal
import Testing

/// The viewer of a key.
struct ViewerTests {
  private static func state(_ values: [Defaults.KeyName: Defaults.StoredValue]) -> EditorState {
    EditorState(
      document: Document(suiteName: "org.example.notes", stored: values),
      size: Size(columns: 80, rows: 24)
    )
  }

  private static func press(_ keys: String, _ state: inout EditorState) -> [Effect] {
    keys.flatMap { update(&state, .event(.key(.character($0)))) }
  }

  @Test func `looking at a value asks for its history and writes nothing`() {
    var state = Self.state(["a": .dictionary(["d": .date(.distantPast)])])
    let effects = Self.press("vjjllhhkke", &state)
    #expect(effects.allSatisfy { $0.request is OfSuite<Defaults.KeyName> })
    #expect(effects.first == .readHistory(suiteName: "org.example.notes", key: "a"))
  }

  @Test func `a text is copied as it is, and every other value as JSON that an import reads`() {
    var state = Self.state([
      "a": .string("two\nlines"), "b": .array([.data(.init([1, 2])), .real(2)]),
    ])
    #expect(Self.press("vy", &state).last == .copy("two\nlines"))
    let effects = Self.press("qjvy", &state)
    guard let text = effects.last?.request as? String else {
      return #expect(Bool(false), "\(effects)")
    }
    let value = try? JSONValue(parsing: text)
    #expect(value == .array([.object([.init("$data", .string("AQI="))]), .number("2.0")]))
    // The member of the selected line alone.
    #expect(Self.press("jjy", &state).last == .copy("2.0"))
  }

  @Test func `a value that is too long for a terminal is copied to a file`() {
    let text = String(repeating: "x", count: 80_000)
    var state = Self.state(["a": .string(text)])
    #expect(Self.press("vy", &state).last == .copyToFile(text))
    _ = update(&state, .copiedToFile("/x/copied.txt"))
    #expect(state.feedback.notice?.text.hasSuffix("copied to /x/copied.txt") == true)
  }

  @Test func `a change elsewhere is shown, and the removal of the key is said`() {
    var state = Self.state(["a": .string("before")])
    _ = Self.press("v", &state)
    let change = Action.Change(
      suiteName: "org.example.notes",
      key: "a",
      layers: KeyLayers(stored: .string("after")),
      isElsewhere: true
    )
    _ = update(&state, .changed(change))
    #expect(view(state).text.contains("\"after\""))
    var removal = change
    removal.layers = KeyLayers()
    _ = update(&state, .changed(removal))
    #expect(view(state).text.contains("removed elsewhere"))
    _ = Self.press("jkyleq", &state)
  }

  @Test func `changes of the key are listed with their author`() {
    var state = Self.state(["a": .integer(2)])
    _ = Self.press("H", &state)
    let key = Defaults.KeyName("a")
    _ = update(
      &state,
      .history(
        suiteName: "org.example.notes",
        key: key,
        .entries([LayeredEntry(entry: Self.entry)])
      )
    )
    let screen = view(state).text
    #expect(screen.contains("2001-01-01 00:00:00 UTC  1 → 2"))
    #expect(screen.contains("by ada, prefs edit [47]"))
    #expect(!screen.contains("1 → 9"))
  }

  /// A change of the key and of another one, at once.
  private static let entry = Defaults.HistoryEntry(
    id: "1",
    date: .init(timeIntervalSinceReferenceDate: 0.75),
    author: .init(user: "ada", program: "prefs edit", process: 47),
    changes: [
      .init(key: "b", old: .integer(1), new: .integer(9)),
      .init(key: "a", old: .integer(1), new: .integer(2)),
    ],
    cause: .edit
  )

  @Test func `going back on the page of a key changes that key only`() throws {
    var state = Self.state(["a": .integer(2), "b": .integer(9)])
    _ = Self.press("H", &state)
    let name = "org.example.notes"
    _ = update(
      &state,
      .history(suiteName: name, key: "a", .entries([LayeredEntry(entry: Self.entry)]))
    )
    #expect(view(state).text.contains("Enter restore"))
    let effects = update(&state, .event(.key(try #require(KeyPress(named: "Enter")))))
    let plan = try #require(effects.lazy.compactMap { $0.request as? PlanRequest }.first)
    #expect(plan.wanted == .values(["a": .integer(1)]))
  }

  @Test func `an undone change is named as such`() {
    var state = Self.state(["a": .integer(1)])
    _ = Self.press("H", &state)
    let history = KeyHistory.entries([LayeredEntry(entry: Self.entry)], undone: ["1"])
    _ = update(&state, .history(suiteName: "org.example.notes", key: "a", history))
    #expect(view(state).text.contains("(undone) 1 → 2"))
  }

  @Test func `the history is read when its heading is shown, and not before`() {
    let many = Defaults.StoredValue.array((0..<30).map { .integer($0) })
    var state = Self.state(["a": many])
    func reads(_ effects: [Effect]) -> Bool {
      effects.contains(.readHistory(suiteName: "org.example.notes", key: "a"))
    }
    #expect(!reads(Self.press("vjjj", &state)))
    #expect(reads(Self.press("H", &state)))
    #expect(view(state).text.contains("History, the newest first"))
    // Not once more while it is being read.
    #expect(!reads(Self.press("PH", &state)))
  }

  @Test func `a layer that the editor cannot write is neither edited nor unset`() {
    var state = Self.state(["a": .integer(1)])
    _ = Self.press("Pj", &state)
    for key in ["e", "r", "Y"] {
      #expect(Self.press(key, &state).filter(\.changesValues).isEmpty)
      #expect(state.feedback.notice?.kind == .refused, "\(key)")
    }
  }
}
