import Defaults
import DefaultsSchema
import Terminal
import TestSupport
import Testing

@testable import EditorCore

/// The titles of the rows: cut in the middle, and without what their heading says.
@Suite struct RowTitlesTests {
  private static func cut(_ text: String, _ columns: Int, _ others: [String] = []) -> String {
    RowTitles.cut(text, to: columns, unlike: others).string
  }

  private static let request = "Request timeout for downloads over a metered connection"

  @Test(arguments: [
    (request, 60, request), (request, 40, "Request timeout for … metered connection"),
    (request, 27, "Request … connection"), ("Autosave interval", 10, "Autos…rval"),
    ("semantic.punctuation.separate", 20, "semantic.…separate"), ("aaaaaaaaaa", 5, "aa…aa"),
    ("日本語の設定", 7, "日…設定"), ("abc", 2, "a…"), ("abc", 1, "…"), ("abc", 0, ""),
  ])
  func `a long title is cut in its middle`(title: String, columns: Int, shown: String) {
    #expect(Self.cut(title, columns) == shown)
  }

  @Test(arguments: [
    (request, "Request timeout for uploads over a metered connection", 40, "downloads"),
    (
      "Semantic tokens of all operators: enable", "Semantic tokens of all numbers: enable", 22,
      "operators"
    ),
    ("aaaaaaaaaaaaXbbbb", "aaaaaaaaaaaaYbbbb", 8, "X"),
  ])
  func `the word in which titles differ is kept`(
    title: String,
    other: String,
    columns: Int,
    word: String
  ) {
    let shown = Self.cut(title, columns, [other])
    #expect(shown.contains(word))
    #expect(SafeText(shown).width <= columns)
    #expect(shown != Self.cut(other, columns, [title]))
  }

  @Test func `every text fits its width`() {
    for columns in 0...70 {
      for text in [Self.request, "日本語の設定 と 言語", "a.b_c-d", "", " x ", "e\u{301}e\u{301}e\u{301}"] {
        let shown = RowTitles.cut(text, to: columns)
        #expect(shown.width <= columns, "\(text) in \(columns): \(shown)")
      }
    }
  }

  // MARK: - The list

  private static func state(_ titles: [String], heading: String, _ size: Size) -> EditorState {
    let suite = Defaults.Suite(name: "org.example.titles", store: Defaults.InMemoryStore())
    let schema = Schema(suite: suite, title: "Titles") {
      Section(heading) {
        for (number, title) in titles.enumerated() {
          Entry(untypedKey: "key\(number)", title: title, kind: .bool, defaultValue: .bool(true))
        }
      }
    }
    return EditorState(document: Document(schema: schema, stored: [:]), size: size)
  }

  private static func shown(_ state: EditorState) -> [String] {
    let titles = RowTitles(state, Layout(state: state))
    return state.document.order.map { titles.text(state.document.key(at: $0)).string }
  }

  @Test(arguments: [
    ("Proxy", ["Proxy host", "Proxy port"], ["host", "port"]),
    (
      "Downloads", ["Timeout of downloads", "Limit of downloads"],
      [
        "Timeout of downloads", "Limit of downloads",
      ]
    ),
    ("Editor", ["Editor: tab size", "Editor: wrap"], ["tab size", "wrap"]),
    // The heading does not say it, or not all rows share it.
    ("Network", ["Proxy host", "Proxy port"], ["Proxy host", "Proxy port"]),
    ("Proxy", ["Proxy host", "Port"], ["Proxy host", "Port"]),
    // A title never loses all its words.
    ("Proxy", ["Proxy", "Proxy port"], ["Proxy", "Proxy port"]),
    ("Proxy", ["Proxy host"], ["Proxy host"]),
  ])
  func `what the heading says is not repeated`(
    heading: String,
    titles: [String],
    shown: [String]
  ) throws {
    var state = Self.state(titles, heading: heading, Size(columns: 80, rows: 24))
    #expect(Self.shown(state) == shown)
    for press in try Step.presses("/key<Enter>") { _ = update(&state, .event(.key(press))) }
    // Without headings, the titles are whole.
    #expect(Self.shown(state) == titles)
  }

  @Test func `titles have the room that the values do not need, and do not move while scrolling`() {
    let titles = (1...40).map { "Setting \($0)" } + [Self.request, "Other " + Self.request]
    var state = Self.state(titles, heading: "All", Size(columns: 90, rows: 16))
    let before = Self.shown(state)
    #expect(before[40] == "Request timeout for … over a metered connection")
    let columns = ListColumn.arranged(in: state, Layout(state: state)).map(\.rect)
    _ = update(&state, .event(.key(KeyPress(.end))))
    #expect(Self.shown(state) == before)
    #expect(ListColumn.arranged(in: state, Layout(state: state)).map(\.rect) == columns)
    #expect(columns[3].size.columns == 50)
  }

  @Test func `a word that is left out is not the one in which a near title differs`() {
    let others = Self.request.replacing("downloads", with: "uploads")
    let state = Self.state([Self.request, others], heading: "All", Size(columns: 80, rows: 24))
    #expect(Self.shown(state)[0].contains("downloads"))
    #expect(Self.shown(state)[1].contains("uploads"))
  }

  @Test func `near titles differ also where only their start has room`() {
    let titles = (10...14).map { "Enable the experimental feature \($0) for every window" }
    let state = Self.state(titles, heading: "All", Size(columns: 40, rows: 12))
    let shown = Self.shown(state)
    #expect(Set(shown).count == titles.count, "\(shown)")
    for columns in 14...40 {
      let cut = titles.map { RowTitles.cut($0, to: columns, among: titles).string }
      #expect(Set(cut).count == titles.count, "\(cut)")
    }
  }

  @Test func `keys with the same title show their names`() {
    let state = Self.state(["Same", "Same", "Other"], heading: "All", Size(columns: 80, rows: 24))
    #expect(Self.shown(state) == ["key0", "key1", "Other"])
  }
}
