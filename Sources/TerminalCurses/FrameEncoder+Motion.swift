extension FrameEncoder {
  /// Moves the cursor by the fewest bytes.
  ///
  /// Row and column are 0-based. The cells are those of the target row up to the column, which may
  /// be written again to move.
  mutating func move(toRow row: Int, column: Int, in cells: [ScreenCell]? = nil) {
    let target = Position(row: row, column: column)
    guard position != target else { return }
    if rendition != .plain, !terminal.movesWithAttributes { use(.plain) }
    var best = terminal.position(row, column)
    if let position, let vertical = vertical(from: position.row, to: row) {
      for sequence in horizontal(from: position.column, to: column, in: cells)
      where vertical.count + sequence.count < best.count {
        best = vertical + sequence
      }
    }
    output += best
    position = target
  }

  /// Returns the shortest sequence that changes only the row; nil if the terminal has none.
  private func vertical(from old: Int, to new: Int) -> [UInt8]? {
    if old == new { return [] }
    var best = terminal.row?(new)
    if let down = terminal.down, new > old, new - old < 4 {
      let steps = Array(repeating: down, count: new - old).flatMap(\.self)
      if steps.count < best?.count ?? .max { best = steps }
    }
    return best
  }

  /// Returns sequences that change only the column.
  private func horizontal(from old: Int?, to new: Int, in cells: [ScreenCell]?) -> [[UInt8]] {
    if old == new { return [[]] }
    let start: [UInt8] = [0x0D]
    var sequences: [[UInt8]] = terminal.column.map { [$0(new)] } ?? []
    if new == 0 {
      sequences.append(start)
    } else if let right = terminal.right {
      sequences.append(start + right(new))
    }
    if let cells, let text = repeated(cells[..<new]) { sequences.append(start + text) }
    guard let old else { return sequences }
    if new > old {
      if let right = terminal.right { sequences.append(right(new - old)) }
      if let cells, let text = repeated(cells[old..<new]) { sequences.append(text) }
    } else if let left = terminal.left, old - new < 5 {
      sequences.append(Array(repeating: left, count: old - new).flatMap(\.self))
    }
    return sequences
  }

  /// Returns the text of cells that can be written again without a change of attributes.
  ///
  /// It is nil if there are more than a sequence would take, or if they need other attributes.
  private func repeated(_ cells: ArraySlice<ScreenCell>) -> [UInt8]? {
    guard cells.count < 8, let rendition else { return nil }
    var text: [UInt8] = []
    for cell in cells {
      guard !cell.isDoubtful, cell.isBlank ? !rendition.showsBlanks : cell.rendition == rendition
      else { return nil }
      text += cell.text.utf8
    }
    return text
  }
}
