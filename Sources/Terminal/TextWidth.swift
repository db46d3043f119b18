/// The widths of scalars and characters in terminal columns.
///
/// The widths are those of the C function `wcwidth`, from tables of our own, so that the layout of
/// a frame does not depend on the process's locale.
public enum TextWidth {
  /// The newest Unicode version whose characters are shown; those of later ones are escaped.
  ///
  /// The width of a newer character differs between C libraries and terminals; ``SafeText``
  /// therefore shows its number.
  static let newestUnicode: Unicode.Version = (major: 14, minor: 0)

  /// Returns the columns of one scalar: 0 for a combining mark, otherwise 1 or 2.
  ///
  /// A control character counts as one column; it is always escaped before it is shown.
  public static func columns(of scalar: Unicode.Scalar) -> Int {
    let value = scalar.value
    if value < 0x300 { return 1 }
    if contains(value, in: TextWidthTables.zero) { return 0 }
    return contains(value, in: TextWidthTables.wide) ? 2 : 1
  }

  /// Returns the columns of one character: the sum of those of its scalars.
  public static func columns(of character: Character) -> Int {
    if character.isASCII { return 1 }
    var columns = 0
    for scalar in character.unicodeScalars { columns += Self.columns(of: scalar) }
    return columns
  }

  /// Returns whether one of the ranges, which are sorted, contains the value.
  private static func contains(_ value: UInt32, in ranges: [UInt32]) -> Bool {
    var low = 0
    var high = ranges.count / 2
    while low < high {
      let middle = (low + high) / 2
      if value > ranges[2 * middle + 1] {
        low = middle + 1
      } else if value < ranges[2 * middle] {
        high = middle
      } else {
        return true
      }
    }
    return false
  }
}
