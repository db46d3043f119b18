import DefaultsSchema
import DefaultsTransfer
import FoundationEssentials
import Testing

@testable import DefaultsCore

/// Times as people write them, on 2026-03-29 in Vienna, where clocks went from 02:00 to 03:00.
struct TimeTextTests {
  private func time(_ text: String, at now: String = "2026-03-29T10:00:00Z") throws -> String? {
    let change = try #require(DateText.parse("2026-03-29T01:00:00Z"))
    let clock = LocalClock { $0 < change ? 3_600 : 7_200 }
    let parser = TimeText(now: try #require(DateText.parse(now)), clock: clock)
    return parser.parse(text).map(DateText.iso8601)
  }

  @Test(arguments: [
    ("now", "2026-03-29T10:00:00Z"),
    ("today", "2026-03-28T23:00:00Z"), ("yesterday", "2026-03-27T23:00:00Z"),
    ("09:00", "2026-03-29T07:00:00Z"), ("9:00", "2026-03-29T07:00:00Z"),
    ("01:30", "2026-03-29T00:30:00Z"), ("23:00:05", "2026-03-29T21:00:05Z"),
    ("today 9:00", "2026-03-29T07:00:00Z"), ("Yesterday 18:30", "2026-03-28T17:30:00Z"),
    ("2 hours ago", "2026-03-29T08:00:00Z"), ("90min ago", "2026-03-29T08:30:00Z"),
    ("1 d ago", "2026-03-28T10:00:00Z"), ("3 weeks ago", "2026-03-08T10:00:00Z"),
    ("2026-03-14", "2026-03-13T23:00:00Z"), ("2026-03-14 09:26", "2026-03-14T08:26:00Z"),
    ("2026-03-14 09:26 UTC", "2026-03-14T09:26:00Z"),
    ("2026-03-14T09:26:53Z", "2026-03-14T09:26:53Z"),
    ("2026-03-14 09:26:53 +01:00", "2026-03-14T08:26:53Z"),
  ])
  func `a time is understood as people write it`(text: String, time: String) throws {
    #expect(try self.time(text) == time)
  }

  @Test(arguments: [
    "", " ", "x", "ago", "2 ago", "hours ago", "2 years ago", "-2 hours ago", "2 hours", "25:00",
    "9", "yesterday tomorrow", "yesterday 9", "today 09:00 UTC", "1 2 hours ago",
    "99999999999 days ago", "2026-02-30",
  ])
  func `another text is no time`(text: String) throws {
    #expect(try time(text) == nil)
  }

  @Test func `yesterday is the day before after midnight too`() throws {
    #expect(try time("yesterday", at: "2026-03-29T22:30:00Z") == "2026-03-28T23:00:00Z")
  }
}
