import Terminal

/// A description of how a rectangle is divided into named parts.
///
/// An arrangement is a tree: a node divides its rectangle into rows or columns, and each of them has an
/// ``Extent`` and can be divided further. ``rects(in:)`` computes the rectangle of each named part. No
/// view computes a position from the size of the screen; all of them come from the descriptions in
/// ``Layout`` and ``Panel``, so the parts cannot overlap and a new part moves the others by itself.
struct Arrangement<Part: Hashable & Sendable>: Sendable {
  private indirect enum Content: Sendable {
    case rows([Arrangement])
    case columns([Arrangement])
  }

  /// The name; nil for a node that only divides, or that is blank.
  private let part: Part?
  /// The length in the direction in which the parent is divided.
  private let extent: Extent
  /// The nodes inside; nil for none.
  private let content: Content?

  private init(_ part: Part?, _ extent: Extent, _ content: Content?) {
    self.part = part
    self.extent = extent
    self.content = content
  }

  /// Creates a named part, which can be divided further.
  static func part(_ part: Part, _ extent: Extent, _ inside: Arrangement? = nil) -> Self {
    Self(part, extent, inside.map { .rows([$0]) })
  }

  /// Creates blank cells.
  static func space(_ length: Int) -> Self { Self(nil, .fixed(length), nil) }

  /// Creates rows, from top to bottom.
  static func rows(_ parts: [Arrangement], _ extent: Extent = .flexible()) -> Self {
    Self(nil, extent, .rows(parts))
  }

  /// Creates columns, from left to right.
  static func columns(_ parts: [Arrangement], _ extent: Extent = .flexible()) -> Self {
    Self(nil, extent, .columns(parts))
  }

  /// Creates a named part with blank columns on both sides.
  static func inset(_ part: Part, by columns: Int = 1, _ extent: Extent = .flexible()) -> Self {
    .columns([.space(columns), .part(part, .flexible()), .space(columns)], extent)
  }

  /// Returns the rectangle of each named part that has at least one cell.
  func rects(in rect: Rect) -> [Part: Rect] {
    var rects: [Part: Rect] = [:]
    add(to: &rects, rect)
    return rects
  }

  private func add(to rects: inout [Part: Rect], _ rect: Rect) {
    guard rect.size.rows > 0, rect.size.columns > 0 else { return }
    if let part { rects[part] = rect }
    switch content {
    case .rows(let parts):
      let ranges = Extent.ranges(of: parts.map { $0.extent }, in: rect.row..<rect.endRow)
      for (part, range) in zip(parts, ranges) { part.add(to: &rects, rect.rows(range)) }
    case .columns(let parts):
      let ranges = Extent.ranges(of: parts.map { $0.extent }, in: rect.column..<rect.endColumn)
      for (part, range) in zip(parts, ranges) { part.add(to: &rects, rect.columns(range)) }
    case nil:
      break
    }
  }
}

extension Rect {
  /// A rectangle without cells; drawing in it has no effect.
  static let none: Rect = Rect(row: 0, column: 0, columns: 0, rows: 0)

  /// Creates the rectangle of a whole screen.
  init(_ size: Size) {
    self.init(row: 0, column: 0, columns: size.columns, rows: size.rows)
  }

  /// Whether the rectangle has no cells.
  var isEmpty: Bool { size.columns == 0 || size.rows == 0 }

  /// Returns a range of rows, in coordinates of the screen.
  func rows(_ range: Range<Int>) -> Rect {
    Rect(row: range.lowerBound, column: column, columns: size.columns, rows: range.count)
  }

  /// Returns a range of columns, in coordinates of the screen.
  func columns(_ range: Range<Int>) -> Rect {
    Rect(row: row, column: range.lowerBound, columns: range.count, rows: size.rows)
  }

  /// Returns one row by its number in the rectangle, 0-based; an empty one if it does not exist.
  func line(_ number: Int) -> Rect {
    (0..<size.rows).contains(number) ? rows(row + number..<row + number + 1) : .none
  }

  /// The last row, in coordinates of the screen; the first one if the rectangle is empty.
  var lastRow: Int { max(row, endRow - 1) }

  /// Divides the rectangle into columns; a column that is not shown is empty.
  func columns(_ parts: [Extent]) -> [Rect] {
    Extent.ranges(of: parts, in: column..<endColumn).map { columns($0) }
  }

  /// Returns a rectangle of a size in the middle of this one.
  func centered(_ size: Size) -> Rect {
    let columns = min(size.columns, self.size.columns)
    let rows = min(size.rows, self.size.rows)
    // If the number of free rows is odd, there is one more above than below.
    return Rect(
      row: row + (self.size.rows - rows + 1) / 2,
      column: column + (self.size.columns - columns) / 2,
      columns: columns,
      rows: rows
    )
  }
}
