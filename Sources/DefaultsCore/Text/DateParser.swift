/// A parser of one date, byte by byte.
struct DateParser {
  private let bytes: [UInt8]
  private var position = 0
  /// The year, the month and the day that were parsed, even if the calendar does not have them.
  private(set) var day: (year: Int64, month: Int64, day: Int64)?
  /// The seconds of the parsed time zone ahead of UTC; nil if the text names none.
  private(set) var offset: Int64?

  /// The sign between the epoch and a number of seconds, in the text of a time that the calendar
  /// cannot name.
  static let distanceMark = " + "

  /// Creates a parser of a text.
  init(_ text: String) {
    bytes = Array(text.utf8)
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
    let end = position
    skipBlanks(and: UInt8(ascii: "T"))
    if position > end, current?.isDigit == true {
      guard let parsed = timeOfDay() else { return nil }
      time = parsed
    } else {
      position = end
    }
    skipBlanks()
    guard zone() else { return nil }
    skipBlanks()
    guard position == bytes.count,
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
      guard bytes.starts(with: start), bytes.last == UInt8(ascii: "s"), bytes.count < 80 else {
        continue
      }
      let number = String(decoding: bytes[start.count...].dropLast(), as: UTF8.self)
      return Double(number).flatMap { $0.isFinite ? $0 : nil }
    }
    return nil
  }

  private mutating func date() -> (Int64, Int64, Int64)? {
    let isNegative = skip("-")
    if !isNegative { _ = skip("+") }
    guard let year = number(4...7), skip("-"), let month = number(2...2), skip("-"),
      let day = number(2...2)
    else { return nil }
    return (isNegative ? -year : year, month, day)
  }

  private mutating func timeOfDay() -> (Int64, Int64, Int64, String)? {
    guard let hour = number(2...2), skip(":"), let minute = number(2...2) else { return nil }
    guard skip(":") else { return (hour, minute, 0, "") }
    guard let second = number(2...2) else { return nil }
    guard skip(".") else { return (hour, minute, second, "") }
    let start = position
    while current?.isDigit == true { position += 1 }
    guard (1...DecimalSeconds.longestFraction).contains(position - start) else { return nil }
    return (hour, minute, second, String(decoding: bytes[start..<position], as: UTF8.self))
  }

  /// Parses the time zone, if any; false when it is malformed or over 18 hours away from UTC.
  private mutating func zone() -> Bool {
    if skip("Z") || skip("UTC") {
      offset = 0
      return true
    }
    let isWest = skip("-")
    guard isWest || skip("+") else { return true }
    guard let hours = number(2...2) else { return false }
    _ = skip(":")
    guard let minutes = number(2...2), hours * 60 + minutes <= 18 * 60 else { return false }
    offset = (hours * 3600 + minutes * 60) * (isWest ? -1 : 1)
    return true
  }

  private var current: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func skip(_ text: StaticString) -> Bool {
    let matches = text.withUTF8Buffer { bytes[position...].starts(with: $0) }
    if matches { position += text.utf8CodeUnitCount }
    return matches
  }

  private mutating func skipBlanks(and other: UInt8 = UInt8(ascii: " ")) {
    while let byte = current, byte.isWhitespace || byte == other { position += 1 }
  }

  private mutating func number(_ widths: ClosedRange<Int>) -> Int64? {
    var value: Int64 = 0
    let start = position
    while let byte = current, byte.isDigit, position - start < widths.upperBound {
      value = value * 10 + Int64(byte - UInt8(ascii: "0"))
      position += 1
    }
    return position - start < widths.lowerBound ? nil : value
  }
}

extension UInt8 {
  fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
}
