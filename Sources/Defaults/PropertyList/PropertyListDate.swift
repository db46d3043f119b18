/// Dates in XML property lists: whole seconds in UTC, `2026-03-14T09:26:53Z`.
///
/// The Gregorian calendar is also used for the time before its introduction, as by Foundation.
enum PropertyListDate {
  /// The seconds since 2001 in the years that four digits can express: 0 to 9999.
  ///
  /// The year 0 is needed for Foundation's `distantPast`, which is two days before the year 1.
  static let writableSeconds = -63_145_526_400.0..<252_423_993_600.0

  /// Seconds from the start of 1970 to the start of 2001, the reference date.
  private static let epochOffset: Int64 = 978_307_200

  /// Returns the second of a time, which is given in seconds since 2001 in the range above.
  static func text(_ seconds: Double) -> String {
    let whole = Int64(seconds.rounded(.down)) + epochOffset
    let day = whole.flooredQuotient(86_400)
    let second = whole - day * 86_400
    let (year, month, dayOfMonth) = date(ofDay: day)
    return padded(year, 4) + "-" + padded(month, 2) + "-" + padded(dayOfMonth, 2) + "T"
      + padded(second / 3600, 2) + ":" + padded(second / 60 % 60, 2) + ":"
      + padded(second % 60, 2) + "Z"
  }

  /// Parses a date in this form.
  ///
  /// Years of more than four digits and before 1 are accepted, since Foundation writes them.
  ///
  /// - Returns: seconds since 2001; nil when the text is not a date.
  static func seconds(_ text: some Sequence<UInt8>) -> Double? {
    var digits = text.makeIterator()
    var next = digits.next()
    let isNegative = next == UInt8(ascii: "-")
    if isNegative { next = digits.next() }

    func number(_ widths: ClosedRange<Int>, endingWith end: Character) -> Int64? {
      var value: Int64 = 0
      var width = 0
      while let byte = next, let digit = byte.hexDigit, digit < 10, width < widths.upperBound {
        value = value * 10 + Int64(digit)
        width += 1
        next = digits.next()
      }
      guard width >= widths.lowerBound, next == end.asciiValue else { return nil }
      next = digits.next()
      return value
    }

    guard let year = number(4...7, endingWith: "-"),
      let month = number(2...2, endingWith: "-"), (1...12).contains(month),
      let day = number(2...2, endingWith: "T"),
      let hour = number(2...2, endingWith: ":"), hour < 24,
      let minute = number(2...2, endingWith: ":"), minute < 60,
      let second = number(2...2, endingWith: "Z"), second < 60, next == nil
    else { return nil }
    let signedYear = isNegative ? -year : year
    let first = self.day(year: signedYear, month: month)
    let following =
      month == 12
      ? self.day(year: signedYear + 1, month: 1)
      : self.day(year: signedYear, month: month + 1)
    guard day >= 1, first + day - 1 < following else { return nil }
    let time = hour * 3600 + minute * 60 + second
    return Double((first + day - 1) * 86_400 + time - epochOffset)
  }

  /// Returns the number of days from 1970 to the first of a month.
  private static func day(year: Int64, month: Int64) -> Int64 {
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
