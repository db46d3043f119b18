import Foundation
import TestSupport
import Testing

@testable import Defaults
@testable import DefaultsCore

struct PropertyListDateTests {
  @Test func `dates agree with Foundation's over ten thousand years`() throws {
    let times = stride(from: -730_485.0, to: 2_921_573, by: 997).map { $0 * 86_400 + 12_345 }
    let data = try PropertyListSerialization.data(
      fromPropertyList: times.map { Date(timeIntervalSinceReferenceDate: $0) },
      format: .xml,
      options: 0
    )
    let texts = String(decoding: data, as: UTF8.self).matches(of: /<date>(.*)<.date>/).map(\.1)
    #expect(texts == times.map { PropertyListDate.text($0)[...] })
    #expect(texts.map { PropertyListDate.seconds($0.utf8) } == times)
  }

  @Test(arguments: [
    ("0001-01-01T00:00:00Z", -63_113_904_000.0), ("9999-12-31T23:59:59Z", 252_423_993_599),
    ("2001-01-01T00:00:00Z", 0), ("2000-02-29T00:00:00Z", -26_524_800),
    ("10000-01-01T00:00:00Z", 252_423_993_600), ("0000-12-31T23:59:59Z", -63_113_904_001),
  ])
  func `dates at the edges are read`(text: String, seconds: Double) {
    #expect(PropertyListDate.seconds(text.utf8) == seconds)
  }

  @Test func `a fraction belongs to the second it lies in`() {
    #expect(PropertyListDate.text(-0.5) == "2000-12-31T23:59:59Z")
    #expect(PropertyListDate.text(0.999) == "2001-01-01T00:00:00Z")
  }

  @Test func `months of the years 1 to 9999 begin and end as Python's datetime says`() throws {
    let script = """
      import calendar, datetime
      epoch = datetime.datetime(2001, 1, 1)
      for year in sorted({*range(1, 10000, 8), *range(1896, 2104), 9999}):
        for month in range(1, 13):
          for day in (1, calendar.monthrange(year, month)[1]):
            date = datetime.datetime(year, month, day, 23, 59, 58)
            print(date.isoformat(), int((date - epoch).total_seconds()))
      """
    let lines = try Python.run(script, lines: [])
    #expect(lines.count > 1400 * 24)
    var different: [String] = []
    for line in lines {
      let parts = line.split(separator: " ")
      let text = parts[0] + "Z"
      guard let seconds = Double(parts[1]), PropertyListDate.seconds(text.utf8) == seconds,
        PropertyListDate.text(seconds) == text
      else {
        different.append(line)
        continue
      }
    }
    #expect(different == [])
  }

  @Test func `no day is read that the calendar does not have`() throws {
    let script = """
      import datetime
      for year in list(range(1, 2500)) + list(range(9900, 10000)):
        for month, day in ((2, 29), (2, 30), (4, 31), (0, 1), (13, 1), (1, 0), (1, 32)):
          try: datetime.date(year, month, day)
          except ValueError: print(f"{year:04}-{month:02}-{day:02}T00:00:00Z")
      """
    let lines = try Python.run(script, lines: [])
    #expect(lines.count > 2599 * 6)
    #expect(lines.filter { PropertyListDate.seconds($0.utf8) != nil } == [])
  }
}
