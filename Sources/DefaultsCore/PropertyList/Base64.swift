import FoundationEssentials

/// Base64 as in XML property lists.
enum Base64 {
  /// Decodes Base64 text; nil for other characters or an incomplete last group.
  ///
  /// White space may be anywhere, and padding at the end may be missing.
  static func decoded(_ text: ArraySlice<UInt8>) -> Data? {
    let pad = UInt8(ascii: "=")
    var letters = text.filter { !$0.isWhitespace }
    let padding = letters.reversed().prefix { $0 == pad }.count
    letters.removeLast(padding)
    let missing = -letters.count & 3
    // Foundation accepts too much padding, and padding inside.
    guard missing < 3, padding == 0 || padding == missing, !letters.contains(pad) else {
      return nil
    }
    letters += repeatElement(pad, count: missing)
    return Data(base64Encoded: Data(letters))
  }

  /// Appends bytes as Base64 in lines.
  ///
  /// A line has this many groups of three bytes, after this many tabs.
  static func append(_ data: Data, to output: inout [UInt8], groups: Int, indentation: Int) {
    var rest = data.base64EncodedData()[...]
    while !rest.isEmpty {
      output.append(contentsOf: repeatElement(UInt8(ascii: "\t"), count: indentation))
      output.append(contentsOf: rest.prefix(groups * 4))
      output.append(UInt8(ascii: "\n"))
      rest = rest.dropFirst(groups * 4)
    }
  }
}
