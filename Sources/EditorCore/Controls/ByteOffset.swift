/// The offset of a byte in data, as a person types it: decimal, or hexadecimal after `0x`.
struct ByteOffset: CustomStringConvertible {
  /// Why a text is not an offset in the data.
  enum Problem: Error, CustomStringConvertible {
    /// The text is not a number.
    case notANumber
    /// The number is too large for this many bytes.
    case outOfRange(count: Int)

    /// The problem and what to type instead, as a sentence.
    var description: String {
      switch self {
      case .notANumber: "Type a number such as 300 or 0x12c."
      case .outOfRange(let count):
        "Out of range: the last byte is at \(ByteOffset(value: count - 1))."
      }
    }
  }

  /// The number of bytes before it.
  let value: Int

  private init(value: Int) {
    self.value = value
  }

  /// Parses a text.
  ///
  /// - Parameters:
  ///   - text: the text; blanks around it are ignored.
  ///   - count: the number of bytes of the data; at least one.
  /// - Throws: ``Problem`` if the text is not a number, or one beyond the last byte.
  init(_ text: String, count: Int) throws(Problem) {
    let text = text.lowercased().filter { !$0.isWhitespace }
    let isHexadecimal = text.hasPrefix("0x")
    let digits = isHexadecimal ? text.dropFirst(2) : text[...]
    guard !digits.isEmpty, digits.allSatisfy({ isHexadecimal ? $0.isHexDigit : $0.isWholeNumber }),
      digits.allSatisfy(\.isASCII)
    else { throw .notANumber }
    // Digits alone fail only where the number is greater than every integer.
    guard let value = Int(digits, radix: isHexadecimal ? 16 : 10), value < count else {
      throw .outOfRange(count: count)
    }
    self.value = value
  }

  /// The number in both forms.
  var description: String { "\(value) (0x\(HexText.hex(UInt64(value), digits: 1)))" }
}
