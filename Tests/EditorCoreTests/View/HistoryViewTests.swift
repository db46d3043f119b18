import DefaultsCore
import Foundation
import Terminal
import Testing

@testable import EditorCore

/// The table of changes.
@Suite struct HistoryViewTests {
  private static let names = ["office", "orchard"].map { "org.example.department.\($0)" }

  @Test func `a change of all suites has its suite in the row and below the table`() throws {
    var state = EditorState(
      document: Document(suiteName: Self.names[0], stored: ["size": .integer(1)]),
      suites: Self.names.map { SuiteSummary(name: $0) },
      size: Size(columns: 80, rows: 24)
    )
    for press in try Step.presses("C<S-Tab>") { _ = update(&state, .event(.key(press))) }
    let histories = Self.names.map { name in
      let entry = Defaults.HistoryEntry(
        id: name,
        date: Date(timeIntervalSince1970: 0),
        author: .init(user: "ada", program: "prefs", process: 1),
        changes: [.init(key: "size", old: .integer(0), new: .integer(1))],
        cause: .edit
      )
      return (name, KeyHistory.entries([LayeredEntry(entry: entry)]))
    }
    state.setHistories(Dictionary(histories) { $1 }, ofAll: true, shown: Self.names[0])
    let text = view(state).text
    #expect(text.contains("org.…office ") && text.contains("org.…orchard "), "\(text)")
    #expect(text.contains("org.example.department.orchard › size: 0 → 1"), "\(text)")
  }

  /// The history of a suite with a change of each of some keys, the newest first.
  private static func state(_ keys: [String]) throws -> EditorState {
    let stored = Dictionary(keys.map { (Defaults.KeyName($0), Defaults.StoredValue.integer(1)) }) {
      $1
    }
    var state = EditorState(
      document: Document(suiteName: "org.example.notes", stored: stored),
      size: Size(columns: 80, rows: 24)
    )
    let entries = keys.map { key in
      LayeredEntry(
        entry: Defaults.HistoryEntry(
          id: key,
          date: Date(timeIntervalSince1970: 0),
          author: .init(user: "ada", program: "prefs", process: 1),
          changes: [.init(key: .init(key), old: .integer(0), new: .integer(1))],
          cause: .edit
        )
      )
    }
    try press("C", &state)
    state.setHistories(
      ["org.example.notes": KeyHistory.entries(entries)],
      ofAll: false,
      shown: "org.example.notes"
    )
    return state
  }

  private static func press(_ keys: String, _ state: inout EditorState) throws {
    for press in try Step.presses(keys) { _ = update(&state, .event(.key(press))) }
  }

  @Test func `a filter shows the changes that match, and Esc clears it before it closes`() throws {
    var state = try Self.state(["size", "theme", "sizeOfText", "zoom"])
    try Self.press("/SIZE<C-u>size ada -text<Enter>", &state)
    #expect(state.topScreen(HistoryScreen.self)?.filter.shown == [0])
    try Self.press("/<C-u>size<Enter>G", &state)
    let text = view(state).text
    #expect(text.contains("History of org.example.notes   2 of 4"), "\(text)")
    #expect(text.contains("/ size ") && !text.contains("theme: 0"), "\(text)")
    #expect(text.contains("sizeOfText: 0 → 1"), "\(text)")
    try Self.press("<Esc>", &state)
    let history = try #require(state.topScreen(HistoryScreen.self))
    #expect(history.filter.shown == nil && history.selectedIndex == 2)
    try Self.press("<Esc>", &state)
    #expect(state.isInList)
  }

  @Test func `a filter of many changes is prepared in slices, and kept for a newer history`() throws
  {
    var state = try Self.state((0..<3000).map { "key\($0)" })
    try Self.press("/key99<Enter>", &state)
    #expect(state.hasWork)
    while state.hasWork { _ = update(&state, .proceed) }
    #expect(state.topScreen(HistoryScreen.self)?.filter.shown?.count == 11)
    let all = state.topScreen(HistoryScreen.self)?.histories ?? [:]
    state.setHistories(all, ofAll: false, shown: "org.example.notes")
    while state.hasWork { _ = update(&state, .proceed) }
    #expect(state.topScreen(HistoryScreen.self)?.filter.shown?.count == 11)
    #expect(state.topScreen(HistoryScreen.self)?.selectedIndex == 99)
  }
}
