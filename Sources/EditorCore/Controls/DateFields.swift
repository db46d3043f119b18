import Terminal

/// The parts of a date as fields: `[2026]-[03]-[14]  [09]:[26]:[53]  UTC`, in one line or in two.
struct DateFields {
  private let parts: DateParts
  private let zone: String
  private let isOneLine: Bool

  init(_ parts: DateParts, zone: String, columns: Int) {
    self.parts = parts
    self.zone = zone
    isOneLine = columns >= 33 + parts.fraction.count + zone.count
  }

  /// The number of lines.
  var rows: Int { isOneLine ? 1 : 2 }

  private func row(of part: DateParts.Part) -> Int { isOneLine || part < .hour ? 0 : 1 }

  /// Returns the text of a field, and the text between it and the next field.
  private func texts(_ part: DateParts.Part) -> (field: String, rest: String) {
    let separator =
      switch part {
      case .year, .month: "-"
      case .day: isOneLine ? "  " : ""
      case .hour, .minute: ":"
      case .second: (parts.fraction.isEmpty ? "" : "." + parts.fraction) + "  " + zone
      }
    return ("[\(parts.text(of: part))]", separator)
  }

  /// Returns the lines of the fields, with one field highlighted.
  func lines(selected: DateParts.Part) -> [StyledLine] {
    var lines = Array(repeating: StyledLine(spans: []), count: rows)
    for part in DateParts.Part.allCases {
      let texts = texts(part)
      lines[row(of: part)].spans += [
        .init(text: SafeText(texts.field), role: .strong, isSelected: part == selected),
        .init(text: SafeText(texts.rest), role: .text),
      ]
    }
    return lines
  }

  private func columns(of part: DateParts.Part) -> Range<Int> {
    var start = 0
    for other in DateParts.Part.allCases where other < part && row(of: other) == row(of: part) {
      let texts = texts(other)
      start += texts.field.count + texts.rest.count
    }
    return start..<start + texts(part).field.count
  }

  /// Returns the position of the last digit of a field.
  func cursor(for part: DateParts.Part) -> (line: Int, column: Int) {
    (row(of: part), columns(of: part).upperBound - 2)
  }

  /// Returns the part at a position in the lines; nil between the fields.
  func part(row: Int, column: Int) -> DateParts.Part? {
    DateParts.Part.allCases.first { self.row(of: $0) == row && columns(of: $0).contains(column) }
  }
}
