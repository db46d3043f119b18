import Defaults
import DefaultsSchema
import Foundation
import Terminal
import TestSupport
import Testing

@testable import EditorCore

/// The orders of the list.
@Suite struct OrderTests {
  private var state = EditorState(
    document: Document(
      schema: NotesFixture().schema,
      stored: ["appearance.zoom": .real(2), "unknown.b": .integer(1), "Unknown.a": .integer(2)]
    ),
    size: Size(columns: 80, rows: 24)
  )

  private mutating func press(_ text: String) throws -> [Effect] {
    try Step.presses(text).flatMap { update(&state, .event(.key($0))) }
  }

  private mutating func change(_ key: Defaults.KeyName, _ value: Defaults.StoredValue?) {
    let change = Action.Change(
      suiteName: "org.example.notes",
      key: key,
      layers: KeyLayers(stored: value),
      isElsewhere: true
    )
    _ = update(&state, .changed(change))
  }

  private var keys: [String] { state.suite.listing.shown.map { state.document.key(at: $0).string } }

  /// Compares titles as people sort them: k2 before k10.
  private static func precedes(_ left: String, _ right: String) -> Bool {
    left.compare(right, options: [.caseInsensitive, .numeric]) == .orderedAscending
  }

  private var titles: [String] { state.suite.listing.shown.map { state.document.title(of: $0) } }

  @Test mutating func `by name, all titles are sorted, and the cursor stays on its key`() throws {
    _ = try press("jjo2<Enter>")
    #expect(titles == titles.sorted(by: Self.precedes))
    #expect(titles.count == 10)
    #expect(state.suite.selection == .key("general.userName"))
    #expect(view(state).text.contains("order: name"))
  }

  @Test mutating func `keys that come and go keep the list sorted by name`() throws {
    _ = try press("o2<Enter>")
    var random = SeededGenerator(seed: 3)
    for step in 0..<200 {
      let key = Defaults.KeyName("k\(Int.random(in: 0..<40, using: &random))")
      let changes = (0..<Int.random(in: 1...4, using: &random)).map { offset in
        Action.Change(
          suiteName: "org.example.notes",
          key: offset == 0 ? key : Defaults.KeyName("\(key)x\(offset)"),
          layers: KeyLayers(stored: Bool.random(using: &random) ? .integer(1) : nil),
          isElsewhere: true
        )
      }
      _ = update(&state, .changes(changes))
      #expect(titles == titles.sorted(by: Self.precedes), "step \(step)")
      #expect(Set(keys).count == state.document.count, "step \(step)")
    }
  }

  @Test mutating func `set keys come first, and a reset does not move the row`() throws {
    _ = try press("o4<Enter>")
    #expect(keys.prefix(3) == ["appearance.zoom", "Unknown.a", "unknown.b"])
    change("appearance.zoom", nil)
    #expect(keys.first == "appearance.zoom")
    _ = try press("o4<Enter>")
    #expect(keys.first == "Unknown.a")
  }

  @Test mutating func `the history is read for the order of changes`() throws {
    #expect(
      try press("o3<Enter>") == [saved(.changed), .readChanges(suiteName: "org.example.notes")]
    )
    let changes = LastChanges(
      numbers: ["appearance.theme": 7, "general.autosave": 9],
      own: ["general.autosave"]
    )
    _ = update(&state, .lastChanges(suiteName: "org.example.notes", changes))
    #expect(keys.prefix(3) == ["general.autosave", "appearance.theme", "general.autosaveInterval"])
    change("advanced.server", .string("https://a.example"))
    _ = try press("o3<Enter>")
    #expect(keys.prefix(2) == ["advanced.server", "general.autosave"])
  }

  private func saved(_ order: ListOrder) -> Effect {
    .remember(
      suiteName: "org.example.notes",
      .place(
        RememberedPlace(order: order, selection: "general.autosave"),
        replacing: RememberedPlace()
      )
    )
  }

  @Test mutating func `a search shows the best matches first in every order`() throws {
    _ = try press("o2<Enter>/autosave<Enter>")
    #expect(view(state).text.contains("2 of 10   relevance"))
    #expect(titles == ["Autosave documents", "Autosave interval"])
    _ = try press("<Esc>")
    #expect(titles.count == 10)
    #expect(titles == titles.sorted(by: Self.precedes))
  }

  @Test mutating func `a filter without words keeps the order`() throws {
    _ = try press("o2<Enter>m")
    #expect(titles == ["Unknown.a", "unknown.b", "Zoom"])
    _ = try press("mo1<Enter>")
    #expect(view(state).text.contains("▾ General"))
  }

  @Test func `the history says which keys the user has changed with the tool`() {
    func entry(
      _ key: Defaults.KeyName,
      _ user: String,
      _ program: String,
      daysAgo days: Double = 30
    ) -> Defaults.HistoryEntry {
      Defaults.HistoryEntry(
        id: key.string + program,
        date: Date(timeIntervalSinceReferenceDate: -days * 24 * 60 * 60),
        author: .init(user: user, program: program, process: 1),
        changes: [.init(key: key, old: nil, new: .bool(true))],
        cause: .edit
      )
    }
    var changes = LastChanges()
    let entries = [
      entry("a", "ada", "prefs write"), entry("b", "ada", "notesd"),
      entry("c", "eve", "prefs edit"),
      entry("d", "ada", "prefs edit"), entry("d", "ada", "notesd"), entry("e", "ada", "notes"),
      entry("f", "ada", "prefsd"), entry("g", "eve", "notesd", daysAgo: 6),
      entry("h", "eve", "notesd", daysAgo: 8),
    ]
    let now = Date(timeIntervalSinceReferenceDate: 0)
    for entry in entries { changes.add(entry, user: "ada", program: "notes", now: now) }
    #expect(changes.own == ["a", "e"])
    #expect(changes.numbers["d"] == 4)
    #expect(changes.recent == ["g"])
  }
}
