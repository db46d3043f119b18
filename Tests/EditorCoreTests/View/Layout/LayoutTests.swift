import Terminal
import TestSupport
import Testing

@testable import EditorCore

/// Where the parts of the screen and the boxes over it lie, for every size.
@Suite struct LayoutTests {
  /// Parts that lie inside others.
  private static let nested: Set<Layout.Part> = [.listColumns, .detailsText]

  /// Every size up to 100 columns and 26 rows, where each row counts, and a quarter of the larger ones.
  private static let sizes: [Size] = (0...200).flatMap { columns in
    (0...60).map { Size(columns: columns, rows: $0) }
  }
  .filter { ($0.columns <= 100 && $0.rows <= 26) || ($0.columns + 2 * $0.rows) % 5 == 0 }

  private static func layouts(_ size: Size) -> [Layout] {
    // Both together, and each alone on every other size.
    [(true, true), (size.columns % 2 == 0, size.rows % 2 == 0)].map {
      Layout(.init(size: size, showsDetails: $0.0, showsSuites: $0.1))
    }
  }

  private static func isInside(_ rect: Rect, _ outer: Rect) -> Bool {
    rect.row >= outer.row && rect.endRow <= outer.endRow && rect.column >= outer.column
      && rect.endColumn <= outer.endColumn
  }

  private static func overlap(_ left: Rect, _ right: Rect) -> Bool {
    left.row < right.endRow && right.row < left.endRow && left.column < right.endColumn
      && right.column < left.endColumn
  }

  @Test(arguments: [
    (80, 24, Layout.Kind.stacked), (120, 40, .panes), (40, 12, .compact), (30, 6, .compact),
    (29, 6, .single), (10, 2, .single), (9, 2, .blank), (0, 0, .blank), (60, 16, .stacked),
    (59, 40, .compact),
  ])
  func `the size decides what is shown`(columns: Int, rows: Int, kind: Layout.Kind) {
    let size = Size(columns: columns, rows: rows)
    #expect(Layout(.init(size: size, showsDetails: true, showsSuites: true)).kind == kind)
  }

  @Test(.thorough) func `every part is inside the screen, and no two overlap`() {
    let always: [Layout.Part] = [.title, .list, .listColumns, .status, .hints]
    for size in Self.sizes {
      let screen = Rect(size)
      let hasList = size.columns >= 30 && size.rows >= 6
      for layout in Self.layouts(size) {
        let parts = Layout.Part.allCases.filter { !layout[$0].isEmpty }
        let isSound = parts.allSatisfy { Self.isInside(layout[$0], screen) }
        let flat = parts.filter { !Self.nested.contains($0) }
        let isApart = flat.indices.allSatisfy { index in
          flat[..<index].allSatisfy { !Self.overlap(layout[$0], layout[flat[index]]) }
        }
        let isComplete = always.allSatisfy(parts.contains) && layout.list.size.rows >= 3
        guard isSound, isApart, isComplete || !hasList,
          Self.isInside(layout[.listColumns], layout.list),
          Self.isInside(layout[.detailsText], layout[.details])
        else {
          Issue.record("\(size) \(layout.kind)")
          return
        }
      }
    }
  }

  @Test(arguments: [
    // The widths that people know: the details get a third of the screen, the list the rest.
    (110, 72, 37), (120, 79, 40),
  ])
  func `panes share the columns`(columns: Int, list: Int, details: Int) {
    let size = Size(columns: columns, rows: 40)
    let layout = Layout(.init(size: size, showsDetails: true, showsSuites: false))
    #expect(layout.list.size.columns == list)
    #expect(layout[.details].size.columns == details)
    let list = Layout(.init(size: size, showsDetails: false, showsSuites: false)).list
    #expect(list.size.columns == columns)
  }

  @Test func `a list beside the suites is never narrower than on a small screen`() {
    for columns in 110...220 {
      let size = Size(columns: columns, rows: 40)
      let layout = Layout(.init(size: size, showsDetails: true, showsSuites: true))
      #expect(layout.list.size.columns >= 80 || columns < 120)
      #expect(layout.hasDetailsBeside == (columns >= 163))
      #expect(!layout[.suites].isEmpty && !layout[.details].isEmpty)
    }
  }

  @Test(.thorough, arguments: [Panel.Form.box, .row, .sheet])
  func `a panel is inside the screen, and its text inside the panel`(form: Panel.Form) {
    for size in Self.sizes {
      let layout = Layout(.init(size: size, showsDetails: true, showsSuites: true))
      // A huge text, and one that is smaller than most screens.
      for content in [Size(columns: 300, rows: 100), Size(columns: 9, rows: size.columns % 7)] {
        let list = layout.list
        let row = list.isEmpty ? nil : list.row + size.columns % list.size.rows
        let panel = Panel(layout, form, content, below: row)
        let isSound =
          Self.isInside(panel.covered, Rect(size)) && Self.isInside(panel.inside, panel.covered)
          && !Self.overlap(panel.covered, layout[.hints])
          && (panel.inside.isEmpty == (layout.kind == .blank))
        guard isSound else {
          Issue.record("\(size) \(form) \(panel)")
          return
        }
      }
    }
  }

  @Test(.thorough) func `a banner is shown at every size, and everything else is below it`() {
    for size in Self.sizes where size.columns > 0 && size.rows > 0 {
      let layout = Layout(
        .init(size: size, showsDetails: true, showsSuites: true, showsBanner: true)
      )
      let below = Size(columns: size.columns, rows: size.rows - 1)
      let others = Layout.Part.allCases.filter { $0 != .banner && !layout[$0].isEmpty }
        .map { layout[$0] }
      let panels = [Panel.Form.box, .row, .sheet].map { Panel(layout, $0, nil).covered }
        .filter { !$0.isEmpty }
      let isBelow = (others + panels).allSatisfy { $0.row >= 1 && $0.endRow <= size.rows }
      let kind = Layout(.init(size: below, showsDetails: true, showsSuites: true)).kind
      guard layout[.banner] == Rect(size).line(0), isBelow, layout.kind == kind else {
        Issue.record("\(size) \(layout.kind)")
        return
      }
    }
  }

  @Test(arguments: [1, 4, 9, 11, 12, 30])
  func `a box covers the list below its row, or all of the details too`(rows: Int) {
    for size in [Size(columns: 80, rows: 24), Size(columns: 120, rows: 40)] {
      let layout = Layout(.init(size: size, showsDetails: true, showsSuites: false))
      let (list, pane) = (layout.list, layout.pane)
      for row in list.row..<list.endRow {
        let content = Size(columns: 56, rows: rows)
        let box = Panel(layout, .row, content, below: row).covered
        #expect(box.column == list.column && box.size.columns == list.size.columns)
        #expect((list.row + 1...row + 1).contains(box.row))
        #expect(box.endRow <= list.endRow || box.endRow == pane.endRow)
        let fits = rows + 2 < list.size.rows
        #expect(fits ? box.size.rows == rows + 2 : box.endRow == pane.endRow)
        #expect(box.row == row + 1 || box.endRow == (fits ? list : pane).endRow)
      }
    }
  }
}
