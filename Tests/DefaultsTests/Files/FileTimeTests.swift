import Glibc
import TestSupport
import Testing

@testable import Defaults
@testable import DefaultsCore

/// Times that anybody can give a file.
struct FileTimeTests {
  private static let extremes: [Int64] = [
    .min, -99_999_999_999, -9_223_372_037, -1, 0, 9_223_372_037, 10_413_792_000, 16_725_225_600,
    .max,
  ]

  @Test(arguments: extremes)
  func `the distance of any two times is in the range of an integer`(seconds: Int64) {
    let time = FileTime(seconds: seconds, nanoseconds: 999_999_999)
    for other in Self.extremes {
      let distance = time.nanoseconds(since: FileTime(seconds: other))
      #expect(distance.signum() == (seconds < other ? -1 : 1))
    }
    #expect(time.nanoseconds(since: time) == 0)
  }

  @Test func `near times have an exact distance`() {
    let now = FileTime(seconds: 1_800_000_000, nanoseconds: 5)
    let earlier = FileTime(seconds: 1_799_999_998, nanoseconds: 999_999_999)
    #expect(now.nanoseconds(since: earlier) == 1_000_000_006)
    #expect(earlier.nanoseconds(since: now) == -1_000_000_006)
  }

  @Test(arguments: [10_413_792_000, 13_569_465_600, 15_032_385_535, -2_147_483_648] as [Int])
  func `a file of any time is read and written`(seconds: Int) throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write(
      "<dict><key>k</key><integer>1</integer></dict>".utf8,
      to: "s.plist"
    )
    var times = [timespec(tv_sec: seconds, tv_nsec: 0), timespec(tv_sec: seconds, tv_nsec: 7)]
    #expect(utimensat(AT_FDCWD, path, &times, 0) == 0)
    let store = Defaults.PropertyListStore(file: path)
    #expect(try store.load(unlike: nil)?.values == ["k": .integer(1)])
    try store.commit(["k": .integer(2)])
    #expect(try store.load(unlike: nil)?.values == ["k": .integer(2)])
  }
}
