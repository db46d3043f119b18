import DefaultsSchema
import Foundation
import Testing

@Suite struct DateTextTests {
  @Test(arguments: [
    ("2026-03-14T09:26:53Z", 1_773_480_413.0), ("2026-03-14 09:26:53", 1_773_480_413),
    ("2026-03-14 09:26:53 UTC", 1_773_480_413), ("2026-03-14T10:26:53+01:00", 1_773_480_413),
    ("2026-03-14 09:26", 1_773_480_360), ("2026-03-14", 1_773_446_400),
    ("2026-03-14T09:26:53.5Z", 1_773_480_413.5), ("1969-12-31 23:59:59", -1),
  ])
  func `dates are read in the ways people write them`(text: String, seconds: Double) {
    #expect(DateText.parse(text)?.timeIntervalSince1970 == seconds)
  }

  @Test(arguments: [
    "", "yesterday", "2026-13-01", "2026-02-30", "2026-03-14 25:00", "2026-03-14 09:60",
    "2026-3-4", "2026-03-14T09:26:53+99:00",
  ])
  func `what is no date is refused`(text: String) {
    #expect(DateText.parse(text) == nil)
  }

  @Test(arguments: [1_773_480_413.0, 1_773_480_413.25, -1.5, 0])
  func `a date comes back from its text`(seconds: Double) {
    let date = Date(timeIntervalSince1970: seconds)
    #expect(DateText.parse(DateText.display(date)) == date)
    #expect(DateText.parse(DateText.iso8601(date)) == date)
  }
}
