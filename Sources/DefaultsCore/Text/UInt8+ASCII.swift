extension UInt8 {
  /// Whether the byte is white space in JSON, XML and OpenStep text.
  @inline(__always)
  package var isWhitespace: Bool {
    self == 0x20 || self == 0x0A || self == 0x09 || self == 0x0D
  }

  /// Whether the byte is a decimal digit.
  package var isASCIIDigit: Bool { (0x30...0x39).contains(self) }

  /// Whether the byte is a letter of ASCII.
  package var isASCIILetter: Bool { (0x61...0x7A).contains(self | 0x20) }

  /// The value of a hexadecimal digit; nil for any other byte.
  package var hexDigit: UInt8? {
    if isASCIIDigit { return self - 0x30 }
    return (0x61...0x66).contains(self | 0x20) ? (self | 0x20) - 0x61 + 10 : nil
  }

  /// The byte as two hexadecimal digits, with capital letters.
  package var hexText: String {
    (self < 16 ? "0" : "") + String(self, radix: 16, uppercase: true)
  }
}
