/// A parser of one date, byte by byte.
struct DateParser {
  private var cursor: ByteCursor
  /// The year, the month and the day that were parsed, even if the calendar does not have them.
  private(set) var day: (year: Int64, month: Int64, day: Int64)?
  /// The seconds of the parsed time zone ahead of UTC; nil if the text names none.
  private(set) var offset: Int64?

  /// The sign between the epoch and a number of seconds, in the text of a time that the calendar
  /// cannot name.
  static let distanceMark = " + "

  /// Creates a parser of a text.
  init(_ text: String) {
    cursor = ByteCursor(Array(text.utf8), skippingMark: false)
  }

  /// Returns the text of the time from which seconds are counted.
  static func epoch(separator: String, end: String) -> String {
    GregorianTime(seconds: 0).text(separator: separator) + end
  }

  /// Parses the whole text, as seconds since 2001; returns nil when it is not a date.
  mutating func parse() -> Double? {
    if let distance = distantSeconds { return distance }
    skipBlanks()
    guard let (year, month, day) = date() else { return nil }
    self.day = (year, month, day)
    var time: (hour: Int64, minute: Int64, second: Int64, fraction: String) = (0, 0, 0, "")
    let end = cursor.position
    skipBlanks(and: UInt8(ascii: "T"))
    if cursor.position > end, cursor.current?.isASCIIDigit == true {
      guard let parsed = timeOfDay() else { return nil }
      time = parsed
    } else {
      cursor.position = end
    }
    skipBlanks()
    guard zone() else { return nil }
    skipBlanks()
    guard cursor.current == nil,
      let named = GregorianTime(
        year: year,
        month: month,
        day: day,
        hour: time.hour,
        minute: time.minute,
        second: time.second
      )
    else { return nil }
    return DecimalSeconds(whole: named.seconds - (offset ?? 0), fraction: time.fraction).seconds
  }

  /// The number of seconds in the text of a time that the calendar cannot name.
  private var distantSeconds: Double? {
    for (separator, end) in [(" ", " UTC"), ("T", "Z")] {
      let start = Array((Self.epoch(separator: separator, end: end) + Self.distanceMark).utf8)
      let bytes = cursor.bytes
      guard bytes.starts(with: start), bytes.last == UInt8(ascii: "s"), bytes.count < 80 else {
        continue
      }
      let number = String(decoding: bytes[start.count...].dropLast(), as: UTF8.self)
      return Double(number).flatMap { $0.isFinite ? $0 : nil }
    }
    return nil
  }

  private mutating func date() -> (Int64, Int64, Int64)? {
    let isNegative = cursor.skip("-")
    if !isNegative { _ = cursor.skip("+") }
    guard let year = number(4...7), cursor.skip("-"), let month = number(2...2), cursor.skip("-"),
      let day = number(2...2)
    else { return nil }
    return (isNegative ? -year : year, month, day)
  }

  private mutating func timeOfDay() -> (Int64, Int64, Int64, String)? {
    guard let hour = number(2...2), cursor.skip(":"), let minute = number(2...2) else { return nil }
    guard cursor.skip(":") else { return (hour, minute, 0, "") }
    guard let second = number(2...2) else { return nil }
    guard cursor.skip(".") else { return (hour, minute, second, "") }
    let digits = cursor.bytes[cursor.position...].prefix(while: \.isASCIIDigit)
    guard (1...DecimalSeconds.longestFraction).contains(digits.count) else { return nil }
    cursor.position = digits.endIndex
    return (hour, minute, second, String(decoding: digits, as: UTF8.self))
  }

  /// Parses the time zone, if any; false when it is malformed or over 18 hours away from UTC.
  private mutating func zone() -> Bool {
    if cursor.skip("Z") || cursor.skip("UTC") {
      offset = 0
      return true
    }
    let isWest = cursor.skip("-")
    guard isWest || cursor.skip("+") else { return true }
    guard let hours = number(2...2) else { return false }
    _ = cursor.skip(":")
    guard let minutes = number(2...2), hours * 60 + minutes <= 18 * 60 else { return false }
    offset = (hours * 3600 + minutes * 60) * (isWest ? -1 : 1)
    return true
  }

  private mutating func skipBlanks(and other: UInt8 = UInt8(ascii: " ")) {
    while let byte = cursor.current, byte.isWhitespace || byte == other { cursor.position += 1 }
  }

  private mutating func number(_ widths: ClosedRange<Int>) -> Int64? {
    let digits = cursor.bytes[cursor.position...].prefix(widths.upperBound)
      .prefix(while: \.isASCIIDigit)
    cursor.position = digits.endIndex
    return digits.count < widths.lowerBound
      ? nil : digits.reduce(0) { $0 * 10 + Int64($1 - UInt8(ascii: "0")) }
  }
}
