import Defaults
import DefaultsSchema

/// The parts of a date in a time zone, some of which may be missing.
struct DateParts: Hashable, Sendable {
  /// A part that is edited on its own.
  enum Part: Int, CaseIterable, Comparable {
    case year, month, day, hour, minute, second

    static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
  }

  private var numbers: [Int64?] = Array(repeating: nil, count: Part.allCases.count)
  /// The decimals of the second.
  private(set) var fraction: String = ""
  /// The minutes by which the time zone is ahead of UTC.
  private var offset: Int64 = 0
  /// The last offset that was given, to which ``switchZone()`` returns.
  private var otherOffset: Int64 = 0

  /// Creates parts that are all missing.
  init() {}

  /// Creates the parts of a stored date in UTC.
  ///
  /// - Returns: nil when the value is no date, or one that the calendar cannot name.
  init?(_ value: Defaults.StoredValue?) {
    guard case .date(let date) = value else { return nil }
    // `2026-03-14 09:26:53.25 UTC`; the fraction has the decimals that are parsed as the same date.
    let words = DateText.display(date).split(separator: " ")
    guard words.count == 3 else { return nil }
    let isNegative = words[0].hasPrefix("-")
    let days = words[0].split(separator: "-").compactMap { Int64($0) }
    let time = words[1].split(separator: ".")
    let seconds = time[0].split(separator: ":").compactMap { Int64($0) }
    guard days.count == 3, seconds.count == 3 else { return nil }
    numbers = [isNegative ? -days[0] : days[0], days[1], days[2]] + seconds
    fraction = time.count > 1 ? String(time[1]) : ""
  }

  /// Parses ISO 8601 text; the parts are in the time zone of the text.
  init?(text: String) {
    let text = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    guard let date = DateText.parse(text), let parts = Self(.date(date)) else { return nil }
    self = parts
    show(offset: Self.offset(endOf: text))
    otherOffset = offset
  }

  /// Parses what ``text`` returns, where a part may be missing.
  init?(partialText text: String) {
    let words = text.split(separator: " ")
    guard words.count == 3 else { return nil }
    let time = words[1].split(separator: ".")
    let fields = words[0].split(separator: "-") + time[0].split(separator: ":")
    guard fields.count == Part.allCases.count else { return nil }
    for part in Part.allCases {
      let field = fields[part.rawValue]
      self[part] = Int64(field)
      guard self[part] != nil || field.allSatisfy({ $0 == "_" }) else { return nil }
    }
    if text.hasPrefix("-") { self[.year] = self[.year].map { -$0 } }
    fraction = time.count > 1 ? String(time[1]) : ""
    offset = Self.offset(endOf: text)
    otherOffset = offset
  }

  subscript(part: Part) -> Int64? {
    get { numbers[part.rawValue] }
    set { numbers[part.rawValue] = newValue }
  }

  /// The date, with midnight for a missing time; nil when a part is missing or out of range.
  var value: Defaults.StoredValue? { DateText.parse(text).map { .date($0) } }

  /// The last whole second before the date, counted from 2001; nil as for ``value``.
  var seconds: Int64? {
    guard let year = self[.year], let month = self[.month], let day = self[.day] else { return nil }
    let time = GregorianTime(
      year: year,
      month: month,
      day: day,
      hour: self[.hour] ?? 0,
      minute: self[.minute] ?? 0,
      second: self[.second] ?? 0
    )
    return time.map { $0.seconds - offset * 60 }
  }

  /// Sets all parts to those of a second in the time zone; the fraction stays.
  ///
  /// - Returns: false, and changes nothing, if the calendar cannot name the second.
  private mutating func set(seconds: Int64, offset: Int64) -> Bool {
    let time = GregorianTime(seconds: seconds + offset * 60)
    let utc = GregorianTime(seconds: seconds)
    guard GregorianTime.years.contains(time.year), GregorianTime.years.contains(utc.year) else {
      return false
    }
    self.offset = offset
    numbers = [
      time.year, time.month, time.day, time.second / 3600, time.second / 60 % 60, time.second % 60,
    ]
    return true
  }

  private mutating func show(offset: Int64) {
    if let seconds { _ = set(seconds: seconds, offset: offset) }
  }

  /// The parts as ISO 8601 text, with `_` for the digits of a missing date.
  var text: String {
    let date = [Part.year, .month, .day].map(text(of:)).joined(separator: "-")
    let time = [Part.hour, .minute, .second]
      .map { self[$0] == nil ? "00" : text(of: $0) }
      .joined(separator: ":")
    return "\(date) \(time)\(fraction.isEmpty ? "" : "." + fraction) \(zoneName)"
  }

  /// Returns a part with all its digits, or with `_` for each missing one.
  func text(of part: Part) -> String {
    let width = part == .year ? 4 : 2
    guard let number = self[part] else { return String(repeating: "_", count: width) }
    let digits = String(abs(number))
    let zeros = String(repeating: "0", count: max(0, width - digits.count))
    return (number < 0 ? "-" : "") + zeros + digits
  }

  /// `UTC`, or the offset from it.
  var zoneName: String {
    guard offset != 0 else { return "UTC" }
    let (hours, minutes) = abs(offset).quotientAndRemainder(dividingBy: 60)
    let sign = offset < 0 ? "-" : "+"
    return "\(sign)\(hours < 10 ? "0" : "")\(hours):\(minutes < 10 ? "0" : "")\(minutes)"
  }

  /// Returns the number of days in a month; nil for a month that the calendar does not have.
  static func length(ofMonth month: Int64, year: Int64) -> Int64? {
    (28...31).last { GregorianTime(year: year, month: month, day: $0) != nil }
  }

  /// Adds to a part, carrying into the larger ones; a day beyond the end of a month becomes its
  /// last one.
  ///
  /// Missing parts become those of the start of 2001. Nothing changes at the ends of the calendar.
  mutating func step(_ part: Part, by count: Int64) {
    guard !numbers.contains(nil) else {
      let start: [Int64] = [2001, 1, 1, 0, 0, 0]
      for part in Part.allCases { self[part] = self[part] ?? start[part.rawValue] }
      return
    }
    var next = self
    switch part {
    case .year, .month:
      let months = (self[.year] ?? 0) * 12 + (self[.month] ?? 1) - 1
      let sum = months + count * (part == .year ? 12 : 1)
      let year = sum >= 0 ? sum / 12 : (sum - 11) / 12
      next[.year] = year
      next[.month] = sum - year * 12 + 1
      next.clampDay()
    case .day, .hour, .minute, .second:
      next.clampDay()
      let unit: Int64 = [.day: 86_400, .hour: 3600, .minute: 60][part] ?? 1
      guard let seconds = next.seconds,
        next.set(seconds: seconds + count * unit, offset: offset)
      else { return }
    }
    if next.value != nil { self = next }
  }

  private mutating func clampDay() {
    guard let year = self[.year], let month = self[.month], let day = self[.day],
      let length = Self.length(ofMonth: month, year: year)
    else { return }
    self[.day] = max(1, min(day, length))
  }

  /// Shows the same time in UTC, or in the time zone that was given last.
  mutating func switchZone() {
    if offset != 0 { otherOffset = offset }
    show(offset: offset == 0 ? otherOffset : 0)
  }

  /// Returns the offset at the end of a text that is a date.
  private static func offset(endOf text: String) -> Int64 {
    guard
      let time = text.split(whereSeparator: { $0 == "T" || $0 == " " }).dropFirst().joined()
        .split(separator: "Z", maxSplits: 1, omittingEmptySubsequences: false).first,
      let sign = time.lastIndex(where: { $0 == "+" || $0 == "-" })
    else { return 0 }
    let digits = time[sign...].filter(\.isNumber)
    guard digits.count == 4, let number = Int64(digits) else { return 0 }
    return (number / 100 * 60 + number % 100) * (time[sign] == "-" ? -1 : 1)
  }
}
