package import FoundationEssentials

/// Dates as text in ISO 8601, in UTC unless the text names a time zone.
///
/// The Gregorian calendar is used for all years. Parsing a text that was made here returns the same
/// `Double` of seconds: a fraction has as many decimals as that takes, and is not rounded.
package enum DateText {
  /// Returns a date such as `2026-03-14 09:26:53 UTC`, with a fraction if it has one.
  package static func display(_ date: Date) -> String {
    fields(date, separator: " ", end: " UTC")
  }

  /// Returns a date such as `2026-03-14 09:26:53 UTC`, without the fraction that it may have.
  package static func displayWithoutFraction(_ date: Date) -> String {
    let seconds = date.timeIntervalSinceReferenceDate.rounded(.down)
    return display(Date(timeIntervalSinceReferenceDate: seconds))
  }

  /// Returns a date such as `2026-03-14T09:26:53Z`, with a fraction if it has one.
  package static func iso8601(_ date: Date) -> String {
    fields(date, separator: "T", end: "Z")
  }

  /// Parses `2026-03-14`, `2026-03-14 09:26`, `2026-03-14T09:26:53.5Z` or `… +01:00`.
  ///
  /// The result is nil when the text is not a date of the Gregorian calendar. Years have four to
  /// seven digits, with a sign before them where one is needed: a stored date may have any year.
  package static func parse(_ text: String) -> Date? {
    var parser = DateParser(text)
    return parser.parse().map(Date.init(timeIntervalSinceReferenceDate:))
  }

  /// Returns the minutes that the time zone of a date is ahead of UTC; nil if the text names none.
  package static func offset(of text: String) -> Int64? {
    var parser = DateParser(text)
    return parser.parse() == nil ? nil : parser.offset.map { $0 / 60 }
  }

  /// Returns why a text is not a date: its month has no such day, or it has another form.
  package static func rejection(of text: String) -> Defaults.Rejection {
    var parser = DateParser(text)
    guard parser.parse() == nil, let (year, month, day) = parser.day, (1...12).contains(month),
      case let last = GregorianTime.length(ofMonth: month, year: year), day > last
    else { return .notADate(text) }
    let name = "\(months[Int(month) - 1]) \(year)"
    return .dayNotInMonth(day: "\(day)", month: name, last: "\(last)")
  }

  /// The names of the months.
  package static let months: [String] = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]

  /// The years of dates that can be entered; stored dates may have others, which are kept.
  private static let years: ClosedRange<Int64> = 1...9999

  /// Returns a value that was entered, if every text form of its dates can hold their years in UTC.
  package static func checkingYears(
    of value: Defaults.StoredValue
  ) throws(Defaults.Rejection) -> Defaults.StoredValue {
    if case .date(let date) = value {
      guard let exact = DecimalSeconds(date.timeIntervalSinceReferenceDate),
        years.contains(GregorianTime(seconds: exact.whole).year)
      else { throw .yearOutOfRange(display(date)) }
    }
    for part in value.parts { _ = try checkingYears(of: part) }
    return value
  }

  private static func fields(_ date: Date, separator: String, end: String) -> String {
    let seconds = date.timeIntervalSinceReferenceDate
    guard let exact = DecimalSeconds(seconds) else {
      // Beyond the calendar: a property list can hold any number of seconds.
      return DateParser.epoch(separator: separator, end: end) + DateParser.distanceMark
        + NumberText.string(seconds) + "s"
    }
    let fraction = exact.fraction.isEmpty ? "" : "." + exact.fraction
    return GregorianTime(seconds: exact.whole).text(separator: separator) + fraction + end
  }
}

/// A number of seconds since 2001 as a decimal number: whole seconds, and a fraction that is added.
///
/// A date lies a fraction after a whole second, also before 2001, where the number of seconds is
/// negative: -0.25 is -1 and ".75". In binary that sum rounds: -1e-20 would be -1 and a fraction of
/// one whole second. In decimal it is exact. It is made of the shortest decimal that is parsed as
/// the same `Double`, so the sum is parsed as the same `Double` again.
struct DecimalSeconds: Hashable {
  /// The last whole second before the time, or the time itself.
  var whole: Int64
  /// The decimals after it, without a final 0.
  var fraction: String

  /// The number of decimals that is parsed: the smallest `Double` has 324.
  static let longestFraction = 400

  /// Creates the number from parts that were parsed.
  init(whole: Int64, fraction: String) {
    self.whole = whole
    self.fraction = fraction
  }

  /// Creates the number from a `Double`; nil outside of the years of ``GregorianTime`` and for NaN.
  init?(_ seconds: Double) {
    guard abs(seconds) < 3e14 else { return nil }
    let (digits, exponent) = Self.decimal(abs(seconds))
    // Digits before and after the decimal point.
    let point = max(0, digits.count + exponent)
    let zeros = [UInt8](repeating: 0, count: max(0, -(digits.count + exponent)))
    var decimals = zeros + digits.dropFirst(point)
    var whole = digits.prefix(point).reduce(Int64(0)) { $0 * 10 + Int64($1) }
    for _ in 0..<max(0, exponent) { whole *= 10 }
    while decimals.last == 0 { decimals.removeLast() }
    if seconds < 0 {
      whole = -whole
      if !decimals.isEmpty {
        whole -= 1
        decimals = Self.complement(of: decimals)
      }
    }
    guard GregorianTime.years.contains(GregorianTime(seconds: whole).year) else { return nil }
    self.whole = whole
    fraction = String(decoding: decimals.map { $0 + UInt8(ascii: "0") }, as: UTF8.self)
  }

  /// The nearest `Double`.
  var seconds: Double? {
    var whole = whole
    var decimals = fraction.utf8.map { $0 - UInt8(ascii: "0") }
    while decimals.last == 0 { decimals.removeLast() }
    guard !decimals.isEmpty else { return Double(whole) }
    let isNegative = whole < 0
    if isNegative {
      whole = -(whole + 1)
      decimals = Self.complement(of: decimals)
    }
    let text = decimals.map { String($0) }.joined()
    return Double("\(isNegative ? "-" : "")\(whole).\(text)")
  }

  /// Returns the decimals of one minus a fraction, whose last decimal is not 0.
  private static func complement(of decimals: [UInt8]) -> [UInt8] {
    decimals.enumerated().map { $0 == decimals.count - 1 ? 10 - $1 : 9 - $1 }
  }

  /// Returns the shortest decimal of a positive number: its digits, and the power of ten that they
  /// are multiplied by.
  private static func decimal(_ number: Double) -> (digits: [UInt8], exponent: Int) {
    let parts = number.description.split(separator: "e")
    var exponent = parts.count > 1 ? Int(parts[1]) ?? 0 : 0
    var digits: [UInt8] = []
    var isAfterPoint = false
    for byte in parts[0].utf8 {
      if byte == UInt8(ascii: ".") {
        isAfterPoint = true
      } else {
        digits.append(byte - UInt8(ascii: "0"))
        if isAfterPoint { exponent -= 1 }
      }
    }
    return (digits, exponent)
  }
}
