import DefaultsCore
import DefaultsSchema

/// The parts of a date in a time zone, any of which may be missing.
///
/// The parts are what the user sees and edits, so they are in the time zone ``offset``. A step or a
/// change of the time zone converts them to seconds since 2001 in UTC and back (``GregorianTime``);
/// typing changes one part and can produce a date that does not exist, for which ``value`` is nil. The
/// fraction of the second is kept as text, because a step of another part must not round it.
struct DateParts: Hashable, Sendable {
  /// A part that is edited on its own.
  enum Part: Int, CaseIterable, Comparable {
    case year, month, day, hour, minute, second

    static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
  }

  /// The numbers by part; nil for a missing part.
  private var numbers: [Int64?] = Array(repeating: nil, count: Part.allCases.count)
  /// The decimal digits of the second; empty for none.
  private(set) var fraction: String = ""
  /// The difference between the time zone and UTC in minutes, positive east of Greenwich.
  private(set) var offset: Int64 = 0

  /// Creates a date with all parts missing.
  init() {}

  /// Creates the parts of a stored date in UTC; nil for no date, or one outside of the calendar.
  init?(_ value: Defaults.StoredValue?) {
    guard case .date(let date) = value else { return nil }
    // `2026-03-14 09:26:53.25 UTC`; parsing this text gives exactly the same date.
    self.init(partialText: DateText.display(date))
  }

  /// Parses ISO 8601 text; the parts are in the time zone of the text, or else in UTC.
  init?(text: String) {
    guard let date = DateText.parse(text), let parts = Self(.date(date)) else { return nil }
    self = parts
    show(offset: DateText.offset(of: text) ?? 0)
  }

  /// Parses the form of ``text``, in which parts may be missing.
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
    offset = DateText.offset(of: "2001-01-01 00:00:00 \(words[2])") ?? 0
  }

  /// Whether all parts are missing.
  var isEmpty: Bool { numbers.allSatisfy { $0 == nil } }

  /// The number of a part; nil if the part is missing.
  subscript(part: Part) -> Int64? {
    get { numbers[part.rawValue] }
    set { numbers[part.rawValue] = newValue }
  }

  /// The date, with midnight for a missing time; nil when a part is missing or out of range.
  var value: Defaults.StoredValue? { DateText.parse(text).map { .date($0) } }

  /// The first part that is missing or out of range; nil for none.
  ///
  /// A missing time is midnight.
  var wrongPart: Part? {
    Part.allCases.first { part in
      self[part].map { !range(of: part).contains($0) } ?? (part <= .day)
    }
  }

  /// Returns the numbers that a part can be, those of the day in the month of the parts.
  func range(of part: Part) -> ClosedRange<Int64> {
    switch part {
    case .year: return GregorianTime.years
    case .month: return 1...12
    case .day:
      guard let year = self[.year], let month = self[.month], (1...12).contains(month) else {
        return 1...31
      }
      return 1...GregorianTime.length(ofMonth: month, year: year)
    case .hour: return 0...23
    case .minute, .second: return 0...59
    }
  }

  /// The date in whole seconds since 2001 in UTC, rounded down; nil as for ``value``.
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

  /// Sets all parts to a time in seconds since 2001, in the given time zone; keeps the fraction.
  ///
  /// - Returns: false, without a change, if the calendar cannot represent the time.
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

  // MARK: - The time zone

  /// Converts the parts to another time zone; missing parts are those of that zone.
  mutating func show(offset: Int64) {
    if let seconds { _ = set(seconds: seconds, offset: offset) } else { self.offset = offset }
  }

  /// Converts the parts to local time.
  mutating func show(_ clock: LocalClock) {
    if let seconds { show(offset: clock.offset(atSeconds: seconds)) }
  }

  /// Keeps the parts, and takes them for those of another time zone.
  mutating func assume(offset: Int64) { self.offset = offset }

  /// Keeps the parts, and takes them for local time.
  mutating func assume(_ clock: LocalClock) {
    // The offset depends on the time, and the time on the offset. The first one may be that of the
    // other half of the year; the second one differs only within hours of a change of the clocks.
    for _ in 0..<2 {
      if let seconds { offset = clock.offset(atSeconds: seconds) }
    }
  }

  /// The parts as ISO 8601 text, with `_` for each digit of a missing year, month or day.
  var text: String {
    let date = [Part.year, .month, .day].map(text(of:)).joined(separator: "-")
    let time = [Part.hour, .minute, .second]
      .map { self[$0] == nil ? "00" : text(of: $0) }
      .joined(separator: ":")
    return "\(date) \(time)\(fraction.isEmpty ? "" : "." + fraction) \(zoneName)"
  }

  /// Returns a part with leading zeros, or `_` for each digit if the part is missing.
  func text(of part: Part) -> String {
    let width = part == .year ? 4 : 2
    guard let number = self[part] else { return String(repeating: "_", count: width) }
    let digits = String(abs(number))
    let zeros = String(repeating: "0", count: max(0, width - digits.count))
    return (number < 0 ? "-" : "") + zeros + digits
  }

  /// `UTC`, or the offset in the form `+01:00`.
  var zoneName: String {
    LocalClock.zoneName(minutes: Int(offset))
  }

  /// Adds a number to a part and carries into the larger parts.
  ///
  /// If the new month is shorter than the day, the day becomes the last of the month. If any part is
  /// missing, the step only fills in the parts of 1 January 2001. At the ends of the calendar,
  /// nothing changes.
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

  /// Limits the day to the length of the month.
  private mutating func clampDay() {
    guard let day = self[.day] else { return }
    self[.day] = max(1, min(day, range(of: .day).upperBound))
  }
}
