/// Dates in XML property lists: whole seconds in UTC, `2026-03-14T09:26:53Z`.
enum PropertyListDate {
  /// The seconds since 2001 in the years that four digits can express: 0 to 9999.
  ///
  /// The year 0 is needed for Foundation's `distantPast`, which is two days before the year 1.
  static let writableSeconds = -63_145_526_400.0..<252_423_993_600.0

  /// Returns the second of a time, which is given in seconds since 2001 in the range above.
  static func text(_ seconds: Double) -> String {
    GregorianTime(seconds: Int64(seconds.rounded(.down))).text(separator: "T") + "Z"
  }

  /// Parses a date in this form, as seconds since 2001; returns nil when the text is not a date.
  ///
  /// Years of more than four digits and before 1 are accepted, since Foundation writes them.
  static func seconds(_ text: some Sequence<UInt8>) -> Double? {
    var digits = text.makeIterator()
    var next = digits.next()
    let isNegative = next == UInt8(ascii: "-")
    if isNegative { next = digits.next() }

    func number(_ widths: ClosedRange<Int>, endingWith end: Character) -> Int64? {
      var value: Int64 = 0
      var width = 0
      while let byte = next, let digit = byte.hexDigit, digit < 10, width < widths.upperBound {
        value = value * 10 + Int64(digit)
        width += 1
        next = digits.next()
      }
      guard width >= widths.lowerBound, next == end.asciiValue else { return nil }
      next = digits.next()
      return value
    }

    guard let year = number(4...7, endingWith: "-"),
      let month = number(2...2, endingWith: "-"),
      let day = number(2...2, endingWith: "T"),
      let hour = number(2...2, endingWith: ":"),
      let minute = number(2...2, endingWith: ":"),
      let second = number(2...2, endingWith: "Z"), next == nil
    else { return nil }
    return GregorianTime(
      year: isNegative ? -year : year,
      month: month,
      day: day,
      hour: hour,
      minute: minute,
      second: second
    ).map { Double($0.seconds) }
  }
}
