import Defaults
import Foundation
import TestSupport
import Testing

@Suite struct DateTextTests {
  @Test(arguments: [
    ("2026-03-14T09:26:53Z", 1_773_480_413.0), ("2026-03-14 09:26:53", 1_773_480_413),
    ("2026-03-14 09:26:53 UTC", 1_773_480_413), ("2026-03-14T10:26:53+01:00", 1_773_480_413),
    ("2026-03-14T08:56:53 -0030", 1_773_480_413), ("2026-03-14 +01:00", 1_773_442_800),
    ("2026-03-14 09:26", 1_773_480_360), ("2026-03-14", 1_773_446_400),
    ("2026-03-14T09:26:53.5Z", 1_773_480_413.5), ("1969-12-31 23:59:59", -1),
    ("1500-01-01", -14_831_769_600), ("1582-10-10", -12_219_724_800),
    ("0001-01-01", -62_135_596_800), ("9999-12-31T23:59:59Z", 253_402_300_799),
    ("12026-03-14", 317_342_966_400), ("-0001-12-31", -62_167_305_600),
  ])
  func `dates are read in the ways people write them`(text: String, seconds: Double) {
    #expect(DateText.parse(text)?.timeIntervalSince1970 == seconds)
  }

  @Test(arguments: [
    "", "yesterday", "2026-13-01", "2026-02-30", "2026-03-14 25:00", "2026-03-14 09:60",
    "2026-3-4", "2026-03-14T09:26:53+99:00", "1500-02-30", "1900-02-29", "2026-03-14T",
    "2026-03-14T09:26:53.Z", "2026-03-14T09:26:53Zz", "٢٠٢٦-03-14", "20260314", "123-01-01",
    "12345678-01-01", "2026-03-14T09:26:53." + String(repeating: "1", count: 401),
  ])
  func `what is no date is refused`(text: String) {
    #expect(DateText.parse(text) == nil)
  }

  @Test(arguments: [
    (795_173_213.0, "2026-03-14T09:26:53Z"), (795_173_213.25, "2026-03-14T09:26:53.25Z"),
    (2.0000740966796875, "2001-01-01T00:00:02.0000740966796875Z"),
    (-0.25, "2000-12-31T23:59:59.75Z"), (-1e-20, "2000-12-31T23:59:59.99999999999999999999Z"),
    (1e-7, "2001-01-01T00:00:00.0000001Z"), (0.1, "2001-01-01T00:00:00.1Z"),
    (-15_810_076_800, "1500-01-01T00:00:00Z"), (-63_114_076_800, "0000-12-30T00:00:00Z"),
    (252_423_993_600, "10000-01-01T00:00:00Z"), (1e300, "2001-01-01T00:00:00Z + 1e+300s"),
  ])
  func `a date is shown in UTC and with all of its fraction`(seconds: Double, text: String) {
    let date = Date(timeIntervalSinceReferenceDate: seconds)
    #expect(DateText.iso8601(date) == text)
    #expect(DateText.parse(text) == date)
  }

  @Test(arguments: [
    0, 1_773_480_413.25, -1.5, 1e-300, -1e-300, .leastNonzeroMagnitude, -.leastNonzeroMagnitude,
    0.1 + 0.2, -0.1 - 0.2, 1e14 + 0.5, -1e14 - 0.5, 2.9e14, -2.9e14, 3e14, -3e14, 1e15, 1e18, 1e19,
    -1e19, .greatestFiniteMagnitude, -.greatestFiniteMagnitude,
  ])
  func `a date comes back from its text`(seconds: Double) {
    let date = Date(timeIntervalSinceReferenceDate: seconds)
    #expect(DateText.parse(DateText.display(date)) == date)
    #expect(DateText.parse(DateText.iso8601(date)) == date)
  }

  /// Times in the years 1 to 9999, most with a fraction, the same in every run.
  private static let times: [Double] = (0..<10_000).map { number in
    let start = -63_113_904_000.0 + Double(number) * 31_553_700
    return start + [0.0, 0.5, 0.1, 1e-4, 0.999_999, 1 / 3][number % 6]
  }

  @Test func `Python reads the same times in our texts`() throws {
    let script = """
      import datetime, fractions, sys
      epoch = datetime.datetime(2001, 1, 1)
      for line in sys.stdin.read().splitlines():
        whole, _, rest = line.rstrip("Z").partition(".")
        seconds = (datetime.datetime.fromisoformat(whole) - epoch) // datetime.timedelta(seconds=1)
        print(repr(float(seconds + fractions.Fraction("0." + (rest or "0")))))
      """
    let texts = Self.times.map { DateText.iso8601(Date(timeIntervalSinceReferenceDate: $0)) }
    let read = try Python.run(script, lines: texts).map { Double($0) }
    #expect(read == Self.times.map { $0 })
  }

  @Test func `we read the same times in Python's texts`() throws {
    let script = """
      import datetime
      epoch = datetime.datetime(2001, 1, 1)
      zones = [0, 60, -90, 840, -720]
      for number in range(10000):
        time = datetime.datetime(1, 1, 2) + datetime.timedelta(
          days=number * 365, seconds=number * 8641 % 86400, microseconds=number * 104729 % 10**6)
        zone = datetime.timezone(datetime.timedelta(minutes=zones[number % 5]))
        text = (time + zone.utcoffset(None)).replace(tzinfo=zone).isoformat()
        print(text, repr((time - epoch) // datetime.timedelta(microseconds=1) / 10**6))
      """
    let lines = try Python.run(script, lines: [])
    #expect(lines.count == 10_000)
    let different = lines.filter { line in
      let parts = line.split(separator: " ")
      return DateText.parse(String(parts[0]))?.timeIntervalSinceReferenceDate != Double(parts[1])
    }
    #expect(different == [])
  }
}
