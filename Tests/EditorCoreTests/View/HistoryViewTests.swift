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
}
