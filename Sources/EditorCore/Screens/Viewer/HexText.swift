/// Bytes as hexadecimal text, with the characters of printable ones.
enum HexText {
  /// The columns for each byte: two digits, a blank, a character.
  private static let columnsPerByte = 4
  /// The columns of the offset, and the blanks after it and before the characters.
  private static let otherColumns = 8 + 2 + 1

  /// Returns how many bytes fit on a line: 16, 12, 8 or 4, and fewer on a narrow screen.
  static func bytesPerLine(columns: Int) -> Int {
    let room = max(1, (columns - otherColumns) / columnsPerByte)
    return room < 4 ? room : min(16, room / 4 * 4)
  }

  /// Returns a line: the offset, the bytes, and their characters; a dot for what is not printable.
  static func line(offset: Int, _ bytes: [UInt8], perLine: Int) -> String {
    let digits = bytes.map { hex(UInt64($0), digits: 2) }.joined(separator: " ")
    let blanks = String(repeating: " ", count: (perLine - bytes.count) * 3)
    let characters = bytes.map { (0x20..<0x7F).contains($0) ? Character(UnicodeScalar($0)) : "." }
    return "\(hex(UInt64(offset), digits: 8))  \(digits)\(blanks)  \(String(characters))"
  }

  /// Returns a number in hexadecimal, with zeros before it up to a number of digits.
  static func hex(_ number: UInt64, digits: Int) -> String {
    let text = String(number, radix: 16)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }
}
