/// The scroll position in a list of lines of which only some are visible.
///
/// Drawing and mouse events use ``visible(containing:of:rows:)``, which does not change the position,
/// so both agree on the visible lines. ``show(_:of:rows:)`` is called after each event.
struct Scroll: Hashable, Sendable {
  /// The number of lines above the first visible one.
  private(set) var top: Int = 0

  /// Returns the indices of the visible lines at the scroll position, of which `rows` fit.
  ///
  /// The lines are moved as little as possible so that `line`, if there is one, is among them.
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

  /// Sets the scroll position to the one that ``visible(containing:of:rows:)`` computes.
  mutating func show(_ line: Int?, of count: Int, rows: Int) {
    top = visible(containing: line, of: count, rows: rows).lowerBound
  }
}
