import DefaultsCore
import DefaultsSchema
import Terminal

/// The weeks of a month, with one day highlighted.
struct MonthCalendar {
  static let columns = 20
  /// The title, the weekdays, and six weeks.
  static let rows = 8

  private let title: String
  private let day: Int64
  private let dayCount: Int64
  /// The weekday of the first of the month: 0 for Monday.
  private let firstWeekday: Int64

  /// Creates the calendar of the month of a date; nil if the parts are not a valid date.
  init?(_ parts: DateParts) {
    guard let year = parts[.year], let month = parts[.month], let day = parts[.day],
      let first = GregorianTime(year: year, month: month, day: 1),
      case let length = GregorianTime.length(ofMonth: month, year: year),
      (1...length).contains(day)
    else { return nil }
    self.day = day
    dayCount = length
    title = "\(DateText.months[Int(month) - 1]) \(year)"
    // 1 January 2001 was a Monday.
    let weekday = (first.seconds / 86_400) % 7
    firstWeekday = weekday < 0 ? weekday + 7 : weekday
  }

  /// Returns the lines of the month, with texts to the right of the weeks.
  func lines(beside facts: [SafeText]) -> [StyledLine] {
    let blanks = String(repeating: " ", count: max(0, (Self.columns - title.count) / 2))
    var lines = [
      StyledLine(SafeText(blanks + title), role: .heading),
      StyledLine("Mo Tu We Th Fr Sa Su", role: .quiet),
    ]
    for week in 0..<6 {
      let days = (0..<7).map { Int64(week) * 7 + $0 - firstWeekday + 1 }
      lines.append(
        StyledLine(
          spans: days.enumerated().map { place, number in
            let isInMonth = (1...dayCount).contains(number)
            let text = isInMonth ? (number < 10 ? " \(number)" : "\(number)") : "  "
            return .init(
              text: SafeText(text + (place == 6 || number == day ? "" : " ")),
              role: number == day ? .strong : .text,
              isSelected: number == day
            )
          }
        )
      )
      // The blank after the highlighted day is a span of its own, without the highlight.
      if let place = days.firstIndex(of: day), place < 6 {
        lines[lines.count - 1].spans.insert(.init(text: " ", role: .text), at: place + 1)
      }
    }
    for (offset, fact) in facts.enumerated() {
      let gap = Self.columns + 4 - lines[offset + 1].width
      lines[offset + 1].spans.append(
        .init(text: SafeText(String(repeating: " ", count: gap)) + fact, role: .quiet)
      )
    }
    return lines
  }

  /// Returns the day at a position in the lines.
  func day(row: Int, column: Int) -> Int64? {
    guard row >= 2, (0..<Self.columns).contains(column) else { return nil }
    let number = Int64((row - 2) * 7 + column / 3) - firstWeekday + 1
    return (1...dayCount).contains(number) ? number : nil
  }
}
