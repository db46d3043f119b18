extension Defaults {
  /// A line and column in a text.
  public struct TextPlace: Hashable, Comparable, Sendable {
    /// The 1-based line.
    public var line: Int
    /// The 1-based column, counted in Unicode scalars.
    public var column: Int

    /// Creates a place.
    public init(line: Int, column: Int) {
      self.line = line
      self.column = column
    }

    /// Returns whether one place comes before another.
    public static func < (left: TextPlace, right: TextPlace) -> Bool {
      (left.line, left.column) < (right.line, right.column)
    }
  }
}

extension Defaults.TextPlace {
  /// Returns the places of some bytes of a text in UTF-8, in one pass over the text.
  ///
  /// The offsets are the number of bytes before each place, in ascending order. A line ends with
  /// LF, CR LF or CR.
  package static func places(of offsets: [Int], in bytes: [UInt8]) -> [Defaults.TextPlace] {
    var place = Defaults.TextPlace(line: 1, column: 1)
    var index = 0
    return offsets.map { offset in
      let end = min(offset, bytes.count)
      while index < end {
        let isFirstOfTwo = index + 1 < bytes.count && bytes[index + 1] == 0x0A
        if bytes[index] == 0x0A || (bytes[index] == 0x0D && !isFirstOfTwo) {
          place = Defaults.TextPlace(line: place.line + 1, column: 1)
        } else if bytes[index] & 0xC0 != 0x80 {
          place.column += 1
        }
        index += 1
      }
      return place
    }
  }
}
