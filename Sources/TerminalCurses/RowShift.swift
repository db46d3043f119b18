/// A move of the rest of a row to the left or to the right, as when a word at its start changes.
struct RowShift: Equatable {
  /// The first column that moves.
  let column: Int
  /// The number of columns by which the rest moves left; negative for right.
  let offset: Int

  /// The smallest number of characters that a shift must move to their new columns.
  private static let fewestCharacters = 8
  /// The largest offset that is tried.
  private static let largestOffset = 12

  /// Finds the offset that moves the most characters at the end of a row to their new columns; nil if
  /// they are too few, or if the terminal may have drawn a character in other columns.
  init?(from old: [ScreenCell], to new: [ScreenCell]) {
    guard !old.contains(where: \.isDoubtful), !old.contains(where: \.isContinuation),
      new.indices.count(where: { !new[$0].isBlank && new[$0] != old[$0] }) >= Self.fewestCharacters
    else { return nil }
    var best: (column: Int, offset: Int, gain: Int)?
    for distance in 1...Self.largestOffset {
      for offset in [distance, -distance] {
        // For most offsets the search ends at the first character from the right.
        let column =
          (new.indices.last { column in
            let source = column + offset
            return new[column] != (old.indices.contains(source) ? old[source] : .blank)
          } ?? -1) + 1
        let start = max(column, -offset)
        let gain = (start..<max(start, new.count)).count { !new[$0].isBlank && new[$0] != old[$0] }
        if gain > best?.gain ?? Self.fewestCharacters - 1 { best = (column, offset, gain) }
      }
    }
    guard let best else { return nil }
    // Inserted blanks come before the first cell that moved.
    column = best.offset > 0 ? best.column : max(0, best.column + best.offset)
    offset = best.offset
  }

  /// Returns the cells of a row after the shift.
  func applied(to row: [ScreenCell]) -> [ScreenCell] {
    Self.shift(row, from: column, by: offset)
  }

  private static func shift(
    _ row: [ScreenCell],
    from column: Int,
    by offset: Int
  ) -> [ScreenCell] {
    let blanks = Array(repeating: ScreenCell.blank, count: min(abs(offset), row.count - column))
    if offset > 0 { return row[..<column] + row[(column + blanks.count)...] + blanks }
    return row[..<column] + blanks + row[column..<(row.count - blanks.count)]
  }
}
