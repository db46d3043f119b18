/// The scroll position in lines of which only some fit.
struct Scroll: Hashable, Sendable {
  /// The number of lines above the first visible one.
  private(set) var top: Int = 0

  /// Returns the visible lines: those at the scroll position, moved just far enough to contain one.
  ///
  /// - Parameters:
  ///   - line: the line that must be visible; nil for none.
  ///   - count: the number of lines.
  ///   - rows: the number of lines that fit.
  /// - Returns: the indices of the visible lines.
  func visible(containing line: Int?, of count: Int, rows: Int) -> Range<Int> {
    let rows = max(1, min(rows, count))
    var top = top
    if let line {
      if line < top { top = line }
      if line >= top + rows { top = line - rows + 1 }
    }
    top = max(0, min(top, count - rows))
    return top..<min(count, top + rows)
  }

  /// Changes the scroll position as ``visible(containing:of:rows:)`` returns it.
  mutating func show(_ line: Int?, of count: Int, rows: Int) {
    top = visible(containing: line, of: count, rows: rows).lowerBound
  }
}
