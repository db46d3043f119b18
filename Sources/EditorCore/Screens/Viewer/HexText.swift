/// The first bytes of data as hexadecimal text, with the characters of printable ones.
enum HexText {
  /// The greatest number of lines with bytes.
  private static let lineLimit = 4

  /// Returns lines with the first bytes, and `…` if there are more.
  static func lines(of data: some Collection<UInt8>, columns: Int) -> [String] {
    let perLine = bytesPerLine(columns: columns)
    let start = Array(data.prefix(lineLimit * perLine))
    let lines = stride(from: 0, to: start.count, by: perLine).map { offset in
      line(start[offset..<min(start.count, offset + perLine)], perLine: perLine)
    }
    return lines + (start.count < data.count ? ["…"] : [])
  }

  /// Returns how many bytes fit on a line: 16, 12, 8 or 4, and fewer on a narrow screen.
  ///
  /// A byte needs four columns, for two digits, a blank and a character; there is one more blank.
  private static func bytesPerLine(columns: Int) -> Int {
    let room = max(1, (columns - 1) / 4)
    return room < 4 ? room : min(16, room / 4 * 4)
  }

  /// Returns a line: the bytes and their characters, with a dot for each byte that is not printable.
  private static func line(_ bytes: ArraySlice<UInt8>, perLine: Int) -> String {
    let digits = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined(separator: " ")
    let blanks = String(repeating: " ", count: (perLine - bytes.count) * 3)
    let characters = bytes.map { (0x20..<0x7F).contains($0) ? Character(UnicodeScalar($0)) : "." }
    return "\(digits)\(blanks)  \(String(characters))"
  }
}
