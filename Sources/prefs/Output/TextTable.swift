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

  /// Lays rows out in columns, with a line for each row.
  ///
  /// The texts are escaped as ``Output/writeLines(_:)`` does it, before their widths are compared.
  /// The lines are as wide as the terminal; if `width` is nil, nothing is cut.
  static func lines(
    heading: [String]? = nil,
    _ rows: [[OutputLine.Part]],
    width: Int? = OutputStyle.columns
  ) -> [OutputLine] {
    let headings = heading.map { [$0.map { OutputLine.Part(text: $0, role: .heading) }] } ?? []
    let rows = (headings + rows).map { row in
      row.map { OutputLine.Part(text: Output.escapedRecord($0.text), role: $0.role) }
    }
    let widths = rows.map { $0.map { Self.width($0.text) } }
    let count = rows.map(\.count).max() ?? 0
    let widest = (0..<count).map { column in
      widths.map { column < $0.count ? $0[column] : 0 }.max() ?? 0
    }
    let limits = width.map { fitted(widest, into: $0 - gap * (count - 1)) } ?? widest
    return zip(rows, widths).map { row, widths in
      OutputLine(
        parts: row.indices.flatMap { column in
          cell(row[column], widths[column], limits[column], isLast: column == row.count - 1)
        }
      )
    }
  }

  /// Lays rows without roles out in columns.
  static func lines(_ rows: [[String]]) -> [OutputLine] {
    lines(rows.map { $0.map { OutputLine.Part(text: $0) } })
  }

  /// Returns a text cut or padded to its column, with the gap after it.
  private static func cell(
    _ part: OutputLine.Part,
    _ width: Int,
    _ limit: Int,
    isLast: Bool
  ) -> [OutputLine.Part] {
    let isCut = width > limit
    let text = isCut ? SafeText(part.text).truncated(to: limit).string : part.text
    let cell = OutputLine.Part(text: text, role: part.role)
    guard !isLast else { return [cell] }
    let blanks = limit - (isCut ? Self.width(text) : width) + gap
    return [cell, OutputLine.Part(text: String(repeating: " ", count: blanks))]
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
