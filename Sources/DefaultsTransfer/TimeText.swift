import DefaultsCore
package import DefaultsSchema
package import FoundationEssentials

/// Times as people write them: `09:00`, `yesterday 18:30`, `2 hours ago` or `2026-03-14 09:26`.
///
/// A time without a time zone is that of the clock on the wall, like those of `journalctl --since`.
package struct TimeText: Sendable {
  private let now: Date
  private let clock: LocalClock

  /// Some forms that are understood, for messages.
  package static let examples = "09:00, yesterday, \"2 hours ago\" or 2026-03-14 09:26"

  /// Creates a parser with the present time and the clock on the wall.
  package init(now: Date = Date(), clock: LocalClock = .system) {
    self.now = now
    self.clock = clock
  }

  /// Returns the time that a text means; nil when it means none.
  ///
  /// A day is its beginning, and a time of day is one of today.
  package func parse(_ text: String) -> Date? {
    let words = text.lowercased().split(separator: " ").map(String.init)
    guard let first = words.first else { return nil }
    if words == ["now"] { return now }
    if words.last == "ago" {
      return Self.seconds(words.dropLast()).map { now.addingTimeInterval(-$0) }
    }
    if let daysAgo = ["today": 0, "yesterday": 1][first] {
      return words.count < 3 ? time(daysAgo: daysAgo, words.count == 2 ? words[1] : "00:00") : nil
    }
    if words.count == 1, let time = time(daysAgo: 0, first) { return time }
    guard let date = DateText.parse(text) else { return nil }
    return DateText.offset(of: text) == nil ? onWall(date) : date
  }

  /// Returns a time of one of the last days; nil when the text is no time of day.
  private func time(daysAgo: Int, _ text: String) -> Date? {
    guard text.contains(":"), let today = DateText.parse(clock.day(now)) else { return nil }
    let day = DateText.iso8601(today.addingTimeInterval(Double(-86_400 * daysAgo))).prefix {
      $0 != "T"
    }
    let hour = text.prefix { $0 != ":" }.count == 1 ? "0" : ""
    return DateText.parse("\(day) \(hour)\(text)").map(onWall)
  }

  /// Returns when the clock on the wall shows what another one shows in UTC.
  private func onWall(_ utc: Date) -> Date {
    func corrected(by date: Date) -> Date {
      let seconds = Int64(date.timeIntervalSinceReferenceDate.rounded(.down))
      return utc.addingTimeInterval(Double(-60 * clock.offset(atSeconds: seconds)))
    }
    // The first result may lie before a change of the clock, and `utc` after it.
    return corrected(by: corrected(by: utc))
  }

  /// Returns the seconds of a length of time such as `2 hours`, `90min` or `1 d`.
  private static func seconds(_ words: ArraySlice<String>) -> Double? {
    let text = words.joined()
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    guard words.count < 3, let count = Int32(digits) else { return nil }
    let unit =
      switch text.dropFirst(digits.count) {
      case "s", "sec", "second", "seconds": 1
      case "m", "min", "minute", "minutes": 60
      case "h", "hour", "hours": 3_600
      case "d", "day", "days": 86_400
      case "w", "week", "weeks": 604_800
      default: 0
      }
    return unit == 0 ? nil : Double(count) * Double(unit)
  }
}
