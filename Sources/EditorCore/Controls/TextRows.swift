import Terminal

/// The rows of the screen that a part of a line of text needs.
struct TextRows {
  /// The byte offsets in the part at which the rows start; the first is 0.
  private let starts: [Int]
  /// The number of bytes of the part.
  private let length: Int

  /// Creates the rows of a part of a line, without a line break.
  ///
  /// With `atBlanks`, rows end at blanks where possible.
  init(_ text: Substring, columns: Int, atBlanks: Bool) {
    length = text.utf8.count
    var starts = [0]
    var (offset, used) = (0, 0)
    // The offset behind the last blank of the row, and the columns up to it.
    var blank: (offset: Int, used: Int)?
    for character in text {
      let width = character.columns
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
    self.starts = starts
  }

  /// The number of rows; at least one.
  var count: Int { starts.count }

  /// Returns the bytes of a row.
  subscript(row: Int) -> Range<Int> {
    starts[row]..<(row + 1 < starts.count ? starts[row + 1] : length)
  }

  /// Returns the row of a byte offset; one at the end of a row belongs to the next one.
  func row(of offset: Int) -> Int { (starts.lastIndex { $0 <= offset }) ?? 0 }
}

extension Character {
  /// The width of the character, or of its escaped form, in columns.
  var columns: Int { isPlain ? 1 : SafeText(String(self)).width }
}
