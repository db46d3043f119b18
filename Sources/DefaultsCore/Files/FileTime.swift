import Glibc

/// A time of a file or of the clock, as the kernel returns it.
///
/// Anyone who owns a file can set its times to any number of seconds, also to one whose nanoseconds
/// exceed an `Int64`. So no function of this type overflows.
struct FileTime: Sendable {
  /// The seconds since 1970; negative before.
  let seconds: Int64
  /// The nanoseconds in the second.
  let nanoseconds: Int64

  /// Creates a time from its parts.
  init(seconds: Int64, nanoseconds: Int64 = 0) {
    self.seconds = seconds
    self.nanoseconds = nanoseconds
  }

  /// Creates a time from the C structure.
  init(_ time: timespec) {
    seconds = Int64(time.tv_sec)
    nanoseconds = Int64(time.tv_nsec)
  }

  /// Returns the time of a clock of the kernel.
  static func now(on clock: clockid_t) -> FileTime {
    var time = timespec()
    clock_gettime(clock, &time)
    return FileTime(time)
  }

  /// Returns the nanoseconds from an earlier time to this one, limited to the range of `Int64`.
  func nanoseconds(since earlier: FileTime) -> Int64 {
    let (seconds, isTooLong) = seconds.subtractingReportingOverflow(earlier.seconds)
    let (product, isTooLarge) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    let difference = nanoseconds - earlier.nanoseconds
    let (sum, isOutOfRange) = product.addingReportingOverflow(difference)
    guard isTooLong || isTooLarge || isOutOfRange else { return sum }
    return self.seconds < earlier.seconds ? .min : .max
  }

  /// The nanoseconds since 1970, modulo 2^64.
  var word: UInt64 {
    UInt64(bitPattern: seconds &* 1_000_000_000 &+ nanoseconds)
  }
}
