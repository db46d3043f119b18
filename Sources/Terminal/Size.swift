/// The width and height of a screen, or of a part of it, in cells.
public struct Size: Hashable, Sendable {
  /// Width in columns, never negative.
  public var columns: Int
  /// Height in rows, never negative.
  public var rows: Int

  /// Creates a size; negative values become zero.
  public init(columns: Int, rows: Int) {
    self.columns = max(0, columns)
    self.rows = max(0, rows)
  }
}
