/// How many columns of a terminal text takes.
///
/// The numbers are those of the C function `wcwidth`, from tables of our own, so that a frame has
/// the same layout whatever locale it is made in.
public enum TextWidth {
  /// The newest version of Unicode whose characters terminals can be expected to agree about.
  ///
  /// Newer ones are unknown to many C libraries and terminals, each of which then guesses another
  /// width; text shows their numbers instead.
  static let newestUnicode: Unicode.Version = (major: 14, minor: 0)

  /// Returns the columns of one scalar: 0 for a mark that joins the character before it, else 1 or 2.
  ///
  /// Control characters, which are never shown as they are, count as one.
  public static func columns(of scalar: Unicode.Scalar) -> Int {
    let value = scalar.value
    if value < 0x300 { return 1 }
    if contains(value, in: TextWidthTables.zero) { return 0 }
    return contains(value, in: TextWidthTables.wide) ? 2 : 1
  }

  /// Returns the columns of one character as its reader sees it: the sum of its scalars.
  public static func columns(of character: Character) -> Int {
    if character.isASCII { return 1 }
    var columns = 0
    for scalar in character.unicodeScalars { columns += Self.columns(of: scalar) }
    return columns
  }

  /// Answers whether one of the ranges holds the value; the ranges are in order.
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
