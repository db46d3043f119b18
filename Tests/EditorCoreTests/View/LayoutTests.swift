@testable import EditorCore
import Terminal
import Testing

@Suite struct LayoutTests {
  @Test(arguments: [
    (80, 24, Layout.Kind.stacked), (120, 40, .panes), (40, 12, .compact), (30, 6, .compact),
    (29, 6, .single), (10, 2, .single), (9, 2, .blank), (0, 0, .blank), (60, 16, .stacked),
    (59, 40, .compact),
  ])
  func `the size decides what is shown`(columns: Int, rows: Int, kind: Layout.Kind) {
    let size = Size(columns: columns, rows: rows)
    #expect(Layout(size: size, showsDetails: true, showsSuites: true).kind == kind)
  }

  @Test func `a box leaves the row it edits in sight`() {
    let layout = Layout(
      size: Size(columns: 80, rows: 24),
      showsDetails: true,
      showsSuites: false
    )
    for row in 2..<17 {
      let box = layout.box(columns: 60, rows: 9, avoiding: row)
      #expect(!(box.row..<box.endRow).contains(row), "row \(row)")
      #expect(box.row >= 1 && box.endRow <= 22)
    }
  }
}
