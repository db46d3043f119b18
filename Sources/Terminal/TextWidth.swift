/// The widths of scalars and characters in terminal columns.
///
/// The widths agree with the C function `wcwidth`, but come from our own tables, so that the layout of
/// a frame does not depend on the process's locale.
public enum TextWidth {
  /// The newest Unicode version whose characters are shown; ``SafeText`` escapes newer ones.
  ///
  /// The width of a newer character differs between C libraries and terminals.
  static let newestUnicode: Unicode.Version = (major: 14, minor: 0)

  /// Returns the columns of one scalar: 0 for a combining mark, otherwise 1 or 2.
  ///
  /// A control character counts as one column; it is always escaped before it is shown.
  public static func columns(of scalar: Unicode.Scalar) -> Int {
    let value = scalar.value
    // Latin letters, and the lines of boxes.
    if value < 0x300 || (0x2500..<0x2580).contains(value) { return 1 }
    if contains(value, in: TextWidthTables.zero) { return 0 }
    return contains(value, in: TextWidthTables.wide) ? 2 : 1
  }

  /// Returns the columns of one character: the sum of the columns of its scalars.
  public static func columns(of character: Character) -> Int {
    if character.isASCII { return 1 }
    var columns = 0
    for scalar in character.unicodeScalars { columns += Self.columns(of: scalar) }
    return columns
  }

  /// Returns whether every terminal shows a character with the width of ``columns(of:)``.
  ///
  /// This holds for the letters of many languages and for line drawing. Terminals disagree about emoji,
  /// letters with combining marks, and scripts whose letters are joined.
  public static func isAgreed(_ text: String) -> Bool {
    let scalars = text.unicodeScalars
    guard let scalar = scalars.first, scalars.dropFirst().isEmpty else { return false }
    switch scalar.value {
    case ..<0x300, 0x370...0x482, 0x48A...0x52F, 0x1E00...0x1FFF, 0x2010...0x2027, 0x2030...0x205E,
      0x20A0...0x20BF, 0x2500...0x25FC, 0x3041...0x3096, 0x309B...0x30FF, 0x4E00...0x9FFC,
      0xAC00...0xD7A3, 0xFF01...0xFF60:
      return true
    case 0x2190...0x23E8, 0x2600...0x27BF:
      // All but emoji among arrows, mathematical signs and other signs. The trigrams and digrams of the
      // I Ching are wide since Unicode 16.
      return !scalar.properties.isEmoji && columns(of: scalar) == 1
        && !(0x2630...0x2637).contains(scalar.value) && !(0x268A...0x268F).contains(scalar.value)
    default:
      return false
    }
  }

  /// Returns whether one of the sorted ranges contains the value.
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
