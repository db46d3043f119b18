import Terminal

/// The rows of the screen that a line of text needs: parts of the line that fit into the columns.
///
/// The cost of a row follows its length, except that the rows of a line are found from its start. So rows
/// of a very long line that is all printable ASCII are computed, because they all have the same length.
struct TextRows {
  /// The longest line in bytes that is broken at blanks.
  private static let longestBrokenAtBlanks = 4096

  /// The byte offsets at which the rows start; the first is 0.
  private(set) var starts: [Int] = []
  /// The length of each row, where they all have the same one; then `starts` is empty.
  private let uniformLength: Int?
  /// The number of bytes of the line.
  private let length: Int

  /// Breaks a line.
  ///
  /// - Parameters:
  ///   - line: the line, without its line break.
  ///   - columns: the width of a row.
  ///   - atBlanks: whether rows end at blanks where possible.
  init(_ line: Substring, columns: Int, atBlanks: Bool) {
    length = line.utf8.count
    let columns = max(1, columns)
    let breaksAtBlanks = atBlanks && length <= Self.longestBrokenAtBlanks
    if line.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) {
      guard length > columns, breaksAtBlanks else {
        uniformLength = columns
        return
      }
    }
    uniformLength = nil
    starts = Self.starts(line, columns: columns, atBlanks: breaksAtBlanks)
  }

  private static func starts(_ line: Substring, columns: Int, atBlanks: Bool) -> [Int] {
    var starts = [0]
    var (offset, used) = (0, 0)
    // The offset behind the last blank of the row, and the columns up to it.
    var blank: (offset: Int, used: Int)?
    for character in line {
      let width = character.isPlain ? 1 : SafeText(String(character)).width
      if used + width > columns, used > 0 {
        if let end = blank, character != " " {
          starts.append(end.offset)
          used -= end.used
        } else {
          starts.append(offset)
          used = 0
        }
        blank = nil
      }
      used += width
      offset += character.utf8.count
      if atBlanks, character == " " { blank = (offset, used) }
    }
    return starts
  }

  /// The number of rows; at least one.
  var count: Int {
    guard let uniformLength else { return starts.count }
    return max(1, (length + uniformLength - 1) / uniformLength)
  }

  /// Returns the bytes of a row.
  subscript(row: Int) -> Range<Int> {
    if let uniformLength {
      return min(length, row * uniformLength)..<min(length, (row + 1) * uniformLength)
    }
    return starts[row]..<(row + 1 < starts.count ? starts[row + 1] : length)
  }

  /// Returns the row of a byte offset; one behind the last row's end belongs to that row.
  func row(of offset: Int) -> Int {
    if let uniformLength { return min(count - 1, offset / uniformLength) }
    return (starts.partitionIndex { $0 > offset }) - 1
  }
}

extension [Int] {
  /// Returns the index of the first element of a sorted array for which a condition holds.
  fileprivate func partitionIndex(_ isBehind: (Int) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isBehind(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
