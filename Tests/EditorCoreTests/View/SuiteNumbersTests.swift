import Defaults
import DefaultsSchema
import Terminal
import Testing

@testable import EditorCore

/// The numbers of keys of suites, in the list of suites and in the pane.
@Suite struct SuiteNumbersTests {
  private var state = EditorState(
    document: Document(suiteName: "s", stored: ["a": .integer(1)]),
    suites: ["s", "large", "unread"].map { SuiteSummary(name: $0) },
    size: Size(columns: 120, rows: 40)
  )

  init() {
    let values = (0..<12_000).map { (Defaults.KeyName("k\($0)"), Defaults.StoredValue.bool(true)) }
    let document = Document(suiteName: "large", stored: Dictionary(uniqueKeysWithValues: values))
    state.catalog.overviews.set(SuiteOverview(document))
  }

  private func line(of name: String) -> String? {
    view(state).text.split(separator: "\n").map(String.init)
      .first { $0.contains(" \(name) ") }
  }

  @Test mutating func `numbers of five digits are separated`() throws {
    for press in try Step.presses("s") { _ = update(&state, .event(.key(press))) }
    let screen = view(state).text
    #expect(screen.contains(" 12000 12000 "), "\(screen)")
  }

  @Test func `the numbers of a suite are unknown until it was read`() throws {
    let row = try #require(line(of: "unread"))
    #expect(row.prefix(26).contains("…"), "\(row)")
    #expect(!row.prefix(26).contains("?"), "\(row)")
    #expect(try #require(line(of: "large")).prefix(26).contains("12000"))
  }

  @Test mutating func `staged edits of other suites are counted beside their names`() throws {
    let key = SuiteKey(suiteName: "large", key: "k1")
    state.staged.replace(.init(key, .user), with: .init(value: .bool(false)))
    #expect(try #require(line(of: "large")).prefix(26).contains("~1"))
  }
}
