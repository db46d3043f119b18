import DefaultsCore
public import FoundationEssentials
import Glibc

/// The time of day where the user is, for times at which something happened.
///
/// Stored dates are shown in UTC with ``DateText``, because that is what a property list holds; the
/// editor of a date can also show local time. The time of a change is compared with a clock on the wall.
public struct LocalClock: Sendable {
  /// Returns the number of seconds that local time is ahead of UTC at a time.
  private let offset: @Sendable (Date) -> Int

  /// Creates a clock.
  ///
  /// - Parameter offset: returns the number of seconds that local time is ahead of UTC at a time.
  public init(offset: @escaping @Sendable (Date) -> Int) {
    self.offset = offset
  }

  /// A clock that shows UTC.
  public static let utc: LocalClock = LocalClock { _ in 0 }

  /// A clock in the time zone of the process: that of the variable `TZ`, or that of the system.
  public static let system: LocalClock = LocalClock { date in
    guard var seconds = time_t(exactly: date.timeIntervalSince1970.rounded(.down)) else { return 0 }
    var parts = tm()
    // Without this, POSIX does not promise that `localtime_r` knows the time zone.
    tzset()
    return localtime_r(&seconds, &parts) == nil ? 0 : parts.tm_gmtoff
  }

  /// Returns a time such as `2026-03-14 10:26:53 +01:00`, or `… UTC`, without a fraction of a second.
  public func text(_ date: Date) -> String {
    let (time, zone) = parts(date)
    return "\(time) \(zone)"
  }

  /// Returns a time such as `2026-03-14 10:26`, without seconds and without the time zone.
  package func minute(_ date: Date) -> String {
    String(parts(date).time.dropLast(":00".count))
  }

  /// Returns the day of a time, such as `2026-03-14`.
  package func day(_ date: Date) -> String {
    String(parts(date).time.prefix { $0 != " " })
  }

  /// Returns the time of day with the time zone, such as `10:26:53 +01:00`.
  package func timeOfDay(_ date: Date) -> String {
    String(text(date).drop { $0 != " " }.dropFirst())
  }

  /// Returns the time zone at a time, such as `+01:00`, or `UTC`.
  package func zone(_ date: Date) -> String { parts(date).zone }

  /// Returns the minutes that local time is ahead of UTC at a number of seconds since 2001.
  package func offset(atSeconds seconds: Int64) -> Int64 {
    Int64(offset(Date(timeIntervalSinceReferenceDate: Double(seconds))) / 60)
  }

  private func parts(_ date: Date) -> (time: String, zone: String) {
    // Time zones differ from UTC by whole minutes; earlier ones by seconds, which are left out.
    let minutes = offset(date) / 60
    let local = DateText.displayWithoutFraction(date.addingTimeInterval(Double(minutes * 60)))
    let time = local.hasSuffix(" UTC") ? String(local.dropLast(" UTC".count)) : local
    return (time, Self.zoneName(minutes: minutes))
  }

  /// Returns a difference to UTC in the form `+01:00`, or `UTC` for none.
  package static func zoneName(minutes: Int) -> String {
    guard minutes != 0 else { return "UTC" }
    let digits = { (number: Int) in number < 10 ? "0\(number)" : "\(number)" }
    let distance = abs(minutes)
    return "\(minutes < 0 ? "-" : "+")\(digits(distance / 60)):\(digits(distance % 60))"
  }
}
