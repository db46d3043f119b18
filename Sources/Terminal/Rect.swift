/// A rectangle of character cells.
public struct Rect: Hashable, Sendable {
  /// The topmost row, 0-based.
  public var row: Int
  /// The leftmost column, 0-based.
  public var column: Int
  /// How many columns and rows it covers.
  public var size: Size

  /// Creates a rectangle from its corner and its extent; negative extents become zero.
  public init(row: Int, column: Int, columns: Int, rows: Int) {
    self.row = row
    self.column = column
    self.size = Size(columns: columns, rows: rows)
  }

  /// The first row below it, 0-based.
  public var endRow: Int { Self.sum(row, size.rows) }
  /// The first column to the right of it, 0-based.
  public var endColumn: Int { Self.sum(column, size.columns) }

  /// Answers whether the cell lies inside.
  public func contains(row: Int, column: Int) -> Bool {
    (self.row..<endRow).contains(row) && (self.column..<endColumn).contains(column)
  }

  /// Adds without ever trapping: "to the edge" is often spelled as the largest number.
  private static func sum(_ start: Int, _ extent: Int) -> Int {
    let (sum, isTooLarge) = start.addingReportingOverflow(extent)
    return isTooLarge ? .max : sum
  }
}
