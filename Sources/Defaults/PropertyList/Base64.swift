import Foundation

/// Bytes as XML property lists write them.
enum Base64 {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8
  )
  private static let values = {
    var table = [UInt8](repeating: 0xFF, count: 256)
    for (value, letter) in alphabet.enumerated() { table[Int(letter)] = UInt8(value) }
    return table
  }()

  /// Reads base64, with blanks anywhere and with or without the padding at the end.
  ///
  /// - Returns: nil when another character occurs or the last group is cut off.
  static func decoded(_ text: Substring.UTF8View) -> Data? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count / 4 * 3 + 3)
    var group: UInt32 = 0
    var count = 0
    var padding = 0
    for letter in text where !letter.isWhitespace {
      if letter == UInt8(ascii: "=") {
        padding += 1
        continue
      }
      let value = values[Int(letter)]
      guard value != 0xFF, padding == 0 else { return nil }
      group = group << 6 | UInt32(value)
      count += 1
      if count == 4 {
        bytes.append(UInt8(truncatingIfNeeded: group >> 16))
        bytes.append(UInt8(truncatingIfNeeded: group >> 8))
        bytes.append(UInt8(truncatingIfNeeded: group))
        group = 0
        count = 0
      }
    }
    switch count {
    case 0 where padding == 0:
      break
    case 2 where padding == 0 || padding == 2:
      bytes.append(UInt8(truncatingIfNeeded: group >> 4))
    case 3 where padding == 0 || padding == 1:
      bytes.append(UInt8(truncatingIfNeeded: group >> 10))
      bytes.append(UInt8(truncatingIfNeeded: group >> 2))
    default:
      return nil
    }
    return Data(bytes)
  }

  /// Writes bytes in lines.
  ///
  /// - Parameters:
  ///   - data: the bytes.
  ///   - output: where the lines are added.
  ///   - groups: how many groups of three bytes one line holds.
  ///   - indentation: how many tabs begin each line.
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
