/// A second in UTC, as the Gregorian calendar names it.
///
/// The calendar is also used for the time before its introduction in 1582 (the proleptic Gregorian
/// calendar), as by ISO 8601, by property lists and by Python's `datetime`. Foundation's `Calendar`
/// changes to the Julian calendar there, so texts of dates are made and parsed with this type alone.
package struct GregorianTime: Hashable, Sendable {
  /// The year; 0 is the year before the year 1.
  package var year: Int64
  /// The month, from 1 to 12.
  package var month: Int64
  /// The day of the month, from 1.
  package var day: Int64
  /// The second of the day, from 0 to 86,399.
  package var second: Int64

  /// The years that this type can name.
  package static let years: ClosedRange<Int64> = -9_999_999...9_999_999

  /// Seconds from the start of 1970 to the start of 2001, the reference date.
  private static let epochOffset: Int64 = 978_307_200

  /// Creates a time from seconds since 2001.
  ///
  /// Precondition: the time is in ``years``.
  package init(seconds: Int64) {
    let whole = seconds + Self.epochOffset
    let number = whole.flooredQuotient(86_400)
    (year, month, day) = Self.date(ofDay: number)
    second = whole - number * 86_400
  }

  /// Creates a time from its parts.
  ///
  /// The result is nil when the calendar has no such day, the day no such time, or the year is not
  /// one of ``years``.
  package init?(
    year: Int64,
    month: Int64,
    day: Int64,
    hour: Int64 = 0,
    minute: Int64 = 0,
    second: Int64 = 0
  ) {
    guard Self.years.contains(year), (1...12).contains(month), (0..<24).contains(hour),
      (0..<60).contains(minute), (0..<60).contains(second)
    else { return nil }
    guard (1...Self.length(ofMonth: month, year: year)).contains(day) else { return nil }
    self.year = year
    self.month = month
    self.day = day
    self.second = hour * 3600 + minute * 60 + second
  }

  /// Returns the number of days in a month, from 1 to 12.
  package static func length(ofMonth month: Int64, year: Int64) -> Int64 {
    let next =
      month == 12 ? dayNumber(year: year + 1, month: 1) : dayNumber(year: year, month: month + 1)
    return next - dayNumber(year: year, month: month)
  }

  /// The seconds since 2001; negative before.
  package var seconds: Int64 {
    (Self.dayNumber(year: year, month: month) + day - 1) * 86_400 + second - Self.epochOffset
  }

  /// Returns the time as text: `2026-03-14`, the separator, `09:26:53`.
  ///
  /// A year has at least four digits, and a sign when it is negative.
  package func text(separator: String) -> String {
    let year = (year < 0 ? "-" : "") + Self.padded(abs(year), 4)
    return year + "-" + Self.padded(month, 2) + "-" + Self.padded(day, 2) + separator
      + Self.padded(second / 3600, 2) + ":" + Self.padded(second / 60 % 60, 2) + ":"
      + Self.padded(second % 60, 2)
  }

  /// Returns the number of days from 1970 to the first of a month.
  private static func dayNumber(year: Int64, month: Int64) -> Int64 {
    // The year is counted from March: the leap day is its last, so months have fixed offsets.
    let shifted = month <= 2 ? year - 1 : year
    let era = shifted.flooredQuotient(400)
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  /// Returns the date of a day that is counted from 1970.
  private static func date(ofDay day: Int64) -> (year: Int64, month: Int64, day: Int64) {
    let shifted = day + 719_468
    let era = shifted.flooredQuotient(146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = (shiftedMonth + 2) % 12 + 1
    let year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0)
    return (year, month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
  }

  private static func padded(_ number: Int64, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
  }
}

extension Int64 {
  fileprivate func flooredQuotient(_ divisor: Int64) -> Int64 {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? quotient - 1 : quotient
  }
}
