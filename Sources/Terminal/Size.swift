/// The extent of a screen or of a part of it, in character cells.
public struct Size: Hashable, Sendable {
  /// Width in columns, never negative.
  public var columns: Int
  /// Height in rows, never negative.
  public var rows: Int

  /// Creates a size; negative extents become zero.
  public init(columns: Int, rows: Int) {
    self.columns = max(0, columns)
    self.rows = max(0, rows)
  }
}
