/// A rectangle of character cells.
public struct Rect: Hashable, Sendable {
  /// The topmost row, 0-based.
  public var row: Int
  /// The leftmost column, 0-based.
  public var column: Int
  /// The width and height in cells.
  public var size: Size

  /// Creates a rectangle from its top left cell and its size; a negative size becomes zero.
  public init(row: Int, column: Int, columns: Int, rows: Int) {
    self.row = row
    self.column = column
    self.size = Size(columns: columns, rows: rows)
  }

  /// The first row below the rectangle, 0-based.
  public var endRow: Int { Self.sum(row, size.rows) }
  /// The first column to the right of the rectangle, 0-based.
  public var endColumn: Int { Self.sum(column, size.columns) }

  /// Returns whether the cell lies inside the rectangle.
  public func contains(row: Int, column: Int) -> Bool {
    (self.row..<endRow).contains(row) && (self.column..<endColumn).contains(column)
  }

  /// Returns the sum, or the largest integer on overflow: an extent of `.max` means "to the edge".
  private static func sum(_ start: Int, _ extent: Int) -> Int {
    let (sum, isTooLarge) = start.addingReportingOverflow(extent)
    return isTooLarge ? .max : sum
  }
}
