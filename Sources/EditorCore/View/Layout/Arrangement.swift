import Terminal

/// How a rectangle is divided into named parts: rows and columns in each other, with extents.
///
/// All places on the screen come from descriptions of this kind: those of ``Layout`` and ``Panel``.
struct Arrangement<Part: Hashable & Sendable>: Sendable {
  private indirect enum Content: Sendable {
    case rows([Arrangement])
    case columns([Arrangement])
  }

  private let part: Part?
  private let extent: Extent
  private let content: Content?

  private init(_ part: Part?, _ extent: Extent, _ content: Content?) {
    self.part = part
    self.extent = extent
    self.content = content
  }

  /// A named part, which may be divided further.
  static func part(_ part: Part, _ extent: Extent, _ inside: Arrangement? = nil) -> Self {
    Self(part, extent, inside.map { .rows([$0]) })
  }

  /// Cells that belong to no part.
  static func space(_ length: Int) -> Self { Self(nil, .fixed(length), nil) }

  /// Parts below each other.
  static func rows(_ parts: [Arrangement], _ extent: Extent = .flexible()) -> Self {
    Self(nil, extent, .rows(parts))
  }

  /// Parts beside each other.
  static func columns(_ parts: [Arrangement], _ extent: Extent = .flexible()) -> Self {
    Self(nil, extent, .columns(parts))
  }

  /// A part with blank columns on both sides.
  static func inset(_ part: Part, by columns: Int = 1, _ extent: Extent = .flexible()) -> Self {
    .columns([.space(columns), .part(part, .flexible()), .space(columns)], extent)
  }

  /// Returns the cells of each part; parts without room are left out.
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
      let ranges = Extent.ranges(of: parts.map(\.extent), in: rect.row..<rect.endRow)
      for (part, range) in zip(parts, ranges) { part.add(to: &rects, rect.rows(range)) }
    case .columns(let parts):
      let ranges = Extent.ranges(of: parts.map(\.extent), in: rect.column..<rect.endColumn)
      for (part, range) in zip(parts, ranges) { part.add(to: &rects, rect.columns(range)) }
    case nil:
      break
    }
  }
}

extension Rect {
  /// A rectangle without cells.
  static let none: Rect = Rect(row: 0, column: 0, columns: 0, rows: 0)

  /// Creates the rectangle of a whole screen.
  init(_ size: Size) {
    self.init(row: 0, column: 0, columns: size.columns, rows: size.rows)
  }

  var isEmpty: Bool { size.columns == 0 || size.rows == 0 }

  /// Returns some of the rows, by their numbers on the screen.
  func rows(_ range: Range<Int>) -> Rect {
    Rect(row: range.lowerBound, column: column, columns: size.columns, rows: range.count)
  }

  /// Returns some of the columns, by their numbers on the screen.
  func columns(_ range: Range<Int>) -> Rect {
    Rect(row: row, column: range.lowerBound, columns: range.count, rows: size.rows)
  }

  /// Returns one row, by its number in the rectangle; without cells if there is no such row.
  func line(_ number: Int) -> Rect {
    (0..<size.rows).contains(number) ? rows(row + number..<row + number + 1) : .none
  }

  /// The number of the last row on the screen.
  var lastRow: Int { max(row, endRow - 1) }

  /// Returns the columns of parts beside each other.
  func columns(_ parts: [Extent]) -> [Rect] {
    Extent.ranges(of: parts, in: column..<endColumn).map { columns($0) }
  }

  /// Returns a rectangle of a size in the middle of this one, or as near to it as possible without
  /// covering a row: below the row, else above it, else over it.
  func centered(_ size: Size, avoiding covered: Int? = nil) -> Rect {
    let columns = min(size.columns, self.size.columns)
    let rows = min(size.rows, self.size.rows)
    // There is one more row above than below if the number is odd.
    let middle = row + (self.size.rows - rows + 1) / 2
    var top = middle
    if let covered, (middle..<middle + rows).contains(covered) {
      let (below, above) = (covered + 1, covered - rows)
      top = below + rows <= endRow ? below : above >= row ? above : middle
    }
    return Rect(
      row: top,
      column: column + (self.size.columns - columns) / 2,
      columns: columns,
      rows: rows
    )
  }
}
