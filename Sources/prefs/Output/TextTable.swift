import Terminal

/// Rows of texts in columns that are as wide as their longest text.
enum TextTable {
  /// Returns a line for each row, the last column as it is.
  ///
  /// The texts are escaped as ``Output/writeLines(_:)`` does it, before their widths are compared.
  static func lines(_ rows: [[String]]) -> [String] {
    let rows = rows.map { $0.map(Output.escapedRecord) }
    let widths = rows.map { $0.map(width) }
    let columns = rows.map(\.count).max() ?? 0
    let widest = (0..<columns).map { column in
      widths.map { column < $0.count ? $0[column] : 0 }.max() ?? 0
    }
    return zip(rows, widths).map { row, widths in
      row.indices.map { column in
        guard column < row.count - 1 else { return row[column] }
        return row[column] + String(repeating: " ", count: widest[column] - widths[column] + 2)
      }.joined()
    }
  }

  private static func width(_ text: String) -> Int {
    text.unicodeScalars.reduce(0) { $0 + TextWidth.columns(of: $1) }
  }
}
