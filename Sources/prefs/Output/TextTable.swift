import Glibc
import Terminal

/// Rows of texts in columns that are as wide as their longest text.
///
/// On a terminal, the widest columns are cut so that each row fits on one line. Elsewhere nothing is
/// cut: a script must get every value as it is.
enum TextTable {
  /// The blanks between two columns.
  private static let gap = 2
  /// The least number of columns of the terminal to which a text is cut.
  private static let leastWidth = 8

  /// Lays rows out in columns.
  ///
  /// The texts are escaped as ``Output/writeLines(_:)`` does it, before their widths are compared.
  ///
  /// - Parameters:
  ///   - heading: the headings of the columns; nil for none.
  ///   - rows: the texts.
  ///   - width: the columns of the terminal; nil to cut nothing.
  /// - Returns: a line for each row.
  static func lines(
    heading: [String]? = nil,
    _ rows: [[String]],
    width: Int? = OutputStyle.columns
  ) -> [String] {
    let rows = ((heading.map { [$0] } ?? []) + rows).map { $0.map(Output.escapedRecord) }
    let widths = rows.map { $0.map(Self.width) }
    let count = rows.map(\.count).max() ?? 0
    let widest = (0..<count).map { column in
      widths.map { column < $0.count ? $0[column] : 0 }.max() ?? 0
    }
    let limits = width.map { fitted(widest, into: $0 - gap * (count - 1)) } ?? widest
    return zip(rows, widths).map { row, widths in
      row.indices.map { column in
        let isCut = widths[column] > limits[column]
        let text =
          isCut ? SafeText(row[column]).truncated(to: limits[column]).string : row[column]
        guard column < row.count - 1 else { return text }
        let blanks = limits[column] - (isCut ? Self.width(text) : widths[column]) + gap
        return text + String(repeating: " ", count: blanks)
      }.joined()
    }
  }

  /// Returns widths of columns whose sum is at most the available one, where that is possible.
  ///
  /// All columns that are wider than a common limit get that limit; the others keep their widths.
  static func fitted(_ widths: [Int], into available: Int) -> [Int] {
    var limit = max(available, leastWidth)
    while limit > leastWidth, widths.reduce(0, { $0 + min($1, limit) }) > available { limit -= 1 }
    var fitted = widths.map { min($0, limit) }
    var rest = available - fitted.reduce(0, +)
    // What is left of the last step is given to the first columns that are cut.
    for column in widths.indices where fitted[column] < widths[column] && rest > 0 {
      fitted[column] += 1
      rest -= 1
    }
    return fitted
  }

  private static func width(_ text: String) -> Int {
    text.unicodeScalars.reduce(0) { $0 + TextWidth.columns(of: $1) }
  }
}
