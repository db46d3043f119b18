import Defaults
import DefaultsSchema
import Terminal
import Testing

@testable import EditorCore

/// Which columns the list has, and how wide they are.
@Suite struct ListColumnTests {
  private static func widths(_ columns: Int) -> [Int] {
    let size = Size(columns: columns, rows: 16)
    let layout = Layout(.init(size: size, showsDetails: false, showsSuites: false))
    let fixture = NotesFixture()
    let state = EditorState(
      document: Document(schema: fixture.schema, stored: [:]),
      size: size
    )
    // Wide lists have a column for bookmarks before these.
    return ListColumn.arranged(in: state, layout).map(\.rect.size.columns).suffix(6)
  }

  @Test(arguments: [
    // The cursor, the mark, the title, the value, the type, the source.
    (30, [1, 1, 12, 12, 0, 0]), (40, [1, 1, 18, 16, 0, 0]), (60, [1, 1, 21, 23, 0, 8]),
    (80, [1, 1, 27, 37, 0, 8]), (99, [1, 1, 34, 49, 0, 8]), (102, [1, 1, 26, 34, 24, 8]),
    (200, [1, 1, 40, 114, 28, 8]),
  ])
  func `the list has the columns for which there is room`(columns: Int, widths: [Int]) {
    #expect(Self.widths(columns) == widths)
  }

  @Test func `a wider list has no column less`() {
    var before = Self.widths(30)
    for columns in 31...300 {
      let widths = Self.widths(columns)
      #expect(zip(before, widths).allSatisfy { $0 == 0 || $1 > 0 }, "\(columns)")
      #expect(widths[2] >= 12 && widths[3] >= 12, "\(columns)")
      before = widths
    }
  }

  @Test(arguments: [80, 100])
  func `long titles are whole before there are extra columns`(columns: Int) {
    let titles = ["Number of simultaneous downloads allowed at once", "Language of the dictionary"]
    let schema = Schema(suite: Defaults.Suite(inMemory: "org.example.titles"), title: "Titles") {
      Section("All") {
        Entry(untypedKey: "downloads", title: titles[0], kind: .bool)
        Entry(untypedKey: "language", title: titles[1], kind: .bool)
      }
    }
    let state = EditorState(
      document: Document(schema: schema, stored: [:]),
      size: Size(columns: columns, rows: 24)
    )
    #expect(titles.allSatisfy(view(state).text.contains))
  }

  @Test(arguments: [0, 8, 256])
  func `a colour has a patch where the terminal can show it`(colorCount: Int) throws {
    let suite = Defaults.Suite(inMemory: "org.example.colors")
    let schema = Schema(suite: suite, title: "Colours") {
      Section("All") { Entry(untypedKey: "ink", title: "Ink", kind: .color) }
    }
    let state = EditorState(
      document: Document(schema: schema, stored: ["ink": .string("#0a84ff")]),
      size: Size(columns: 80, rows: 24),
      colorCount: colorCount
    )
    let row = try #require(view(state).rows.first { $0.contains { $0.text == "#" } })
    let start = try #require(row.firstIndex { $0.text == "#" }) + "#0a84ff\" ".count
    let isShown = colorCount == 256
    for cell in row[start..<start + 2] {
      #expect(cell.text == (isShown ? "█" : " "))
      #expect(cell.style.trueColor == (isShown ? TrueColor(red: 10, green: 132, blue: 255) : nil))
      // A reversed patch would have the colour of the background.
      #expect(cell.style.isReversed != isShown)
    }
  }

  @Test(arguments: [(80, false), (110, true)])
  func `a wide list shows the type of each key`(columns: Int, isShown: Bool) {
    let fixture = NotesFixture()
    let state = EditorState(
      document: Document(schema: fixture.schema, stored: [:]),
      size: Size(columns: columns, rows: 16)
    )
    let lines = view(state).text.split(separator: "\n")
    let row = lines.first { $0.contains("Autosave documents") } ?? ""
    #expect(row.contains("Bool") == isShown)
  }
}
