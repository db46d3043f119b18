import Terminal
import TestSupport
import Testing

@testable import EditorCore

/// The selected line of every list is drawn as selected text over the whole width, in every theme.
@Suite struct HighlightTests {
  /// Key presses that show a list, and the number of the key in the schema of ``BoxGeometryTests``.
  private static let lists: [(key: Int, presses: String)] = [
    (0, ""), (9, ""), (0, "z"), (2, "y"), (2, "o"), (2, ":"), (2, "P"), (14, "v"), (14, "vj"),
    (2, "?jj"), (6, "<Enter>"), (6, "<Enter>j"), (7, "<Enter>choice<Down>"),
    (8, "<Enter><Down>"), (13, "<Enter><C-u>re<Down>"), (14, "<Enter>"), (15, "<Enter>jj"),
    (16, "<Enter>"), (17, "<Enter>j"), (18, "<Enter>"), (18, "<Enter><Right>"), (19, "<Enter>"),
    (0, "/@<Tab>"),
  ]

  @Test(.thorough, arguments: Theme.all, lists)
  func `the highlight is the whole line`(
    theme: Theme,
    list: (key: Int, presses: String)
  ) throws {
    for size in [Size(columns: 80, rows: 24), Size(columns: 40, rows: 12)] {
      var state = BoxGeometryTests.state(size, theme)
      let keys = String(repeating: "j", count: list.key) + list.presses
      for press in try Step.presses(keys) { _ = update(&state, .event(.key(press))) }
      let frame = view(state)
      let top = frame.rows.firstIndex { $0.contains { $0.text == "┌" } } ?? -1
      let rows = frame.rows.dropFirst(top + 1).filter { $0.contains(where: \.style.isReversed) }
      // On a small screen, the completion of the filter is a line of words.
      guard size.columns == 80 || !list.presses.hasPrefix("/") else { continue }
      let row = try #require(rows.first, "\(list) at \(size)")
      #expect(rows.count == 1, "\(list) at \(size)")
      let edges = row.indices.filter { row[$0].text == "│" }
      let isSheet = edges.isEmpty && state.screen.panel != nil
      let line =
        edges.count > 1
        ? edges[0] + 2..<edges[edges.count - 1] - 1 : isSheet ? 1..<size.columns - 1 : row.indices
      let missing = line.filter { !row[$0].style.isReversed }
      #expect(missing.isEmpty, "\(list) at \(size): \(missing)")
    }
  }

  @Test(arguments: [Size(columns: 80, rows: 24), Size(columns: 40, rows: 12)])
  func `each refused key press changes the screen`(size: Size) throws {
    let document = Document(schema: NotesFixture().schema, stored: [:])
    var state = EditorState(document: document, size: size)
    func press(_ keys: String) throws -> Frame {
      for press in try Step.presses(keys) { _ = update(&state, .event(.key(press))) }
      return view(state)
    }
    var frame = try press("j<Enter><C-u>4")
    for _ in 1...4 {
      let next = try press("<Enter>")
      #expect(next.text.contains("below the minimum"))
      #expect(next.rows != frame.rows)
      frame = next
    }
  }

  @Test(arguments: Theme.all)
  func `the selected cell is told apart in the highlighted line`(theme: Theme) throws {
    var state = BoxGeometryTests.state(Size(columns: 80, rows: 24), theme)
    let keys = String(repeating: "j", count: 18) + "<Enter>"
    for press in try Step.presses(keys) { _ = update(&state, .event(.key(press))) }
    let frame = view(state)
    let row = frame.rows[frame.cursor.row]
    let cell = row[frame.cursor.column].style
    #expect(cell.isReversed && cell.isUnderlined)
    #expect(row.filter(\.style.isUnderlined).count == "\"n\"".count)
  }
}
