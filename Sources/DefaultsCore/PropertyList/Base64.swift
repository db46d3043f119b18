import FoundationEssentials

/// Base64 as in XML property lists.
enum Base64 {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8
  )
  private static let values = {
    var table = [UInt8](repeating: 0xFF, count: 256)
    for (value, letter) in alphabet.enumerated() { table[Int(letter)] = UInt8(value) }
    return table
  }()

  /// Returns the number of bytes that Base64 text encodes; nil for other characters or an
  /// incomplete last group.
  ///
  /// White space may be anywhere, and padding at the end may be missing.
  static func byteCount(_ text: ArraySlice<UInt8>) -> Int? {
    var count = 0
    var padding = 0
    for letter in text where !letter.isWhitespace {
      if letter == UInt8(ascii: "=") {
        padding += 1
        continue
      }
      guard values[Int(letter)] != 0xFF, padding == 0 else { return nil }
      count += 1
    }
    switch count % 4 {
    case 0 where padding == 0: return count / 4 * 3
    case 2 where padding == 0 || padding == 2: return count / 4 * 3 + 1
    case 3 where padding == 0 || padding == 1: return count / 4 * 3 + 2
    default: return nil
    }
  }

  /// Decodes Base64 text in the forms that ``byteCount(_:)`` accepts; nil for any other text.
  static func decoded(_ text: ArraySlice<UInt8>) -> Data? {
    guard let byteCount = byteCount(text) else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(byteCount)
    var group: UInt32 = 0
    var bits = 0
    for letter in text where values[Int(letter)] != 0xFF {
      group = group << 6 | UInt32(values[Int(letter)])
      bits += 6
      if bits >= 8 {
        bits -= 8
        bytes.append(UInt8(truncatingIfNeeded: group >> UInt32(bits)))
      }
    }
    return Data(bytes)
  }

  /// Appends bytes as Base64 in lines.
  ///
  /// A line has this many groups of three bytes, after this many tabs.
  static func append(_ data: Data, to output: inout [UInt8], groups: Int, indentation: Int) {
    data.withUnsafeBytes { bytes in
      for index in stride(from: 0, to: bytes.count, by: 3) {
        if (index / 3).isMultiple(of: groups) {
          if index > 0 { output.append(UInt8(ascii: "\n")) }
          output.append(contentsOf: repeatElement(UInt8(ascii: "\t"), count: indentation))
        }
        let left = bytes.count - index
        let group =
          UInt32(bytes[index]) << 16
          | (left > 1 ? UInt32(bytes[index + 1]) << 8 : 0)
          | (left > 2 ? UInt32(bytes[index + 2]) : 0)
        output.append(alphabet[Int(group >> 18)])
        output.append(alphabet[Int(group >> 12 & 63)])
        output.append(left > 1 ? alphabet[Int(group >> 6 & 63)] : UInt8(ascii: "="))
        output.append(left > 2 ? alphabet[Int(group & 63)] : UInt8(ascii: "="))
      }
    }
    if !data.isEmpty { output.append(UInt8(ascii: "\n")) }
  }
}
