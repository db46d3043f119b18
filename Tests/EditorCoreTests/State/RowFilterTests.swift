import Terminal
import Testing

@testable import EditorCore

/// The filter over the rows of a table with more rows than one slice.
struct RowFilterTests {
  private static func filter(_ text: String, rows: Int) -> RowFilter {
    var filter = RowFilter()
    filter.isTyped = true
    filter.edit { $0.insert(text) }
    while filter.hasWork(count: rows) {
      filter.add(filter.nextRows(count: rows).map { SearchedTexts([(.key, "row\($0)")]) })
    }
    return filter
  }

  @Test func `rows that are removed leave the others found`() {
    var filter = Self.filter("row45", rows: 500)
    #expect(filter.shown == [45] + Array(450..<460))
    filter.remove(rows: [0, 451])
    #expect(filter.shown == [44, 449] + Array(450..<458))
    #expect(!filter.hasWork(count: 498))
  }

  @Test func `no row is prepared for a filter that is not open`() {
    let filter = RowFilter()
    #expect(!filter.hasWork(count: 500))
    #expect(filter.nextRows(count: 500).isEmpty)
  }
}
