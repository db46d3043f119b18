public import Foundation

/// Dates as text in ISO 8601, in UTC unless the text names a time zone.
public enum DateText {
  /// Returns a date such as `2026-03-14 09:26:53 UTC`, with a fraction if it has one.
  public static func display(_ date: Date) -> String {
    fields(date, separator: " ", end: " UTC")
  }

  /// Returns a date such as `2026-03-14T09:26:53Z`, with a fraction if it has one.
  public static func iso8601(_ date: Date) -> String {
    fields(date, separator: "T", end: "Z")
  }

  /// Parses `2026-03-14`, `2026-03-14 09:26`, `2026-03-14T09:26:53.5Z` or `… +01:00`.
  ///
  /// - Returns: nil when the text is not a date, or not one of the Gregorian calendar.
  public static func parse(_ text: String) -> Date? {
    let pattern =
      #/
      ^\s*(\d{4})-(\d{2})-(\d{2})
      (?:[T\ ]+(\d{2}):(\d{2})(?::(\d{2})(\.\d+)?)?)?
      \s*(?:(Z|UTC)|([+\-])(\d{2}):?(\d{2}))?\s*$
      /#
    guard let match = text.wholeMatch(of: pattern) else { return nil }
    let (_, year, month, day, hour, minute, second, fraction, _, sign, zoneHours, zoneMinutes) =
      match.output
    var components = DateComponents()
    components.year = Int(year)
    components.month = Int(month)
    components.day = Int(day)
    components.hour = hour.flatMap { Int($0) } ?? 0
    components.minute = minute.flatMap { Int($0) } ?? 0
    components.second = second.flatMap { Int($0) } ?? 0
    guard components.isTimeOfDay, let date = calendar.date(from: components),
      calendar.dateComponents([.year, .month, .day], from: date).matchesDay(of: components)
    else { return nil }
    let minutes = (Int(zoneHours ?? "0") ?? 0) * 60 + (Int(zoneMinutes ?? "0") ?? 0)
    guard minutes <= 18 * 60 else { return nil }
    let offset = Double(minutes * 60) * (sign == "-" ? -1 : 1)
    return date.addingTimeInterval((fraction.flatMap { Double("0\($0)") } ?? 0) - offset)
  }

  private static func fields(_ date: Date, separator: String, end: String) -> String {
    let seconds = date.timeIntervalSinceReferenceDate.rounded(.down)
    let parts = calendar.dateComponents(
      [.year, .month, .day, .hour, .minute, .second],
      from: Date(timeIntervalSinceReferenceDate: seconds)
    )
    func digits(_ number: Int?, _ width: Int) -> String {
      let text = "\(number ?? 0)"
      return String(repeating: "0", count: max(0, width - text.count)) + text
    }
    let day = [digits(parts.year, 4), digits(parts.month, 2), digits(parts.day, 2)]
    let time = [digits(parts.hour, 2), digits(parts.minute, 2), digits(parts.second, 2)]
    let fraction = date.timeIntervalSinceReferenceDate - seconds
    let tail = fraction > 0 ? String(NumberText.string(fraction).dropFirst()) : ""
    return day.joined(separator: "-") + separator + time.joined(separator: ":") + tail + end
  }

  private static var calendar: Calendar {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    return calendar
  }
}

extension DateComponents {
  fileprivate var isTimeOfDay: Bool {
    (0...23).contains(hour ?? 0) && (0...59).contains(minute ?? 0) && (0...59).contains(second ?? 0)
  }

  fileprivate func matchesDay(of other: DateComponents) -> Bool {
    year == other.year && month == other.month && day == other.day
  }
}
