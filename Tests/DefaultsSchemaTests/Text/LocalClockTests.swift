import DefaultsSchema
import Foundation
import Testing

@Suite struct LocalClockTests {
  private let date = Date(timeIntervalSince1970: 1_773_480_413.75)

  @Test(arguments: [
    (0, "2026-03-14 09:26:53 UTC"), (3600, "2026-03-14 10:26:53 +01:00"),
    (19_800, "2026-03-14 14:56:53 +05:30"), (-34_200, "2026-03-13 23:56:53 -09:30"),
    (54_000, "2026-03-15 00:26:53 +15:00"), (-1, "2026-03-14 09:26:53 UTC"),
  ])
  func `a time is shown with its difference to UTC`(seconds: Int, text: String) {
    let clock = LocalClock { _ in seconds }
    #expect(clock.text(date) == text)
    #expect(clock.day(date) == text.prefix(10))
    #expect(clock.minute(date) == text.prefix(16))
    #expect(clock.timeOfDay(date) == text.dropFirst(11))
    #expect(text.hasSuffix(clock.zone(date)))
  }

  @Test func `summer and winter have their own differences`() {
    let summer = Date(timeIntervalSince1970: 1_784_000_000)
    let clock = LocalClock { $0 < summer ? 3600 : 7200 }
    #expect(clock.zone(date) == "+01:00")
    #expect(clock.zone(summer) == "+02:00")
  }

  @Test func `a time beyond the calendar is shown as the distance to its end`() {
    let clock = LocalClock { _ in 3600 }
    #expect(clock.text(Date(timeIntervalSince1970: 1e300)).contains("1e+300"))
    #expect(LocalClock.system.text(Date(timeIntervalSince1970: .infinity)).contains("inf"))
  }
}
