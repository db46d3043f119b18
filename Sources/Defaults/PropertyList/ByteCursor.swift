import Glibc

/// A position in text that is read byte by byte.
///
/// It never reads outside the bytes: the end shows as nil.
struct ByteCursor {
  /// The whole text.
  let bytes: [UInt8]
  /// How many bytes have been read.
  var position: Int

  /// Starts at the first byte, or behind a UTF-8 byte order mark.
  init(_ bytes: [UInt8], skippingMark: Bool) {
    self.bytes = bytes
    position = skippingMark && bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  }

  /// The byte that is read next, nil at the end.
  @inline(__always)
  var current: UInt8? {
    position < bytes.count ? bytes[position] : nil
  }

  /// Looks at a byte further on without reading it.
  @inline(__always)
  func peek(_ distance: Int) -> UInt8? {
    position + distance < bytes.count ? bytes[position + distance] : nil
  }

  /// Answers whether the text goes on like this.
  @inline(__always)
  func isAt(_ text: StaticString) -> Bool {
    guard bytes.count - position >= text.utf8CodeUnitCount else { return false }
    for index in 0..<text.utf8CodeUnitCount
    where bytes[position + index] != text.utf8Start[index] {
      return false
    }
    return true
  }

  /// Reads this byte when it comes next.
  ///
  /// - Returns: whether it did.
  @inline(__always)
  mutating func skip(_ byte: UInt8) -> Bool {
    guard current == byte else { return false }
    position += 1
    return true
  }

  /// Reads this text when it comes next.
  ///
  /// - Returns: whether it did.
  mutating func skip(_ text: StaticString) -> Bool {
    guard isAt(text) else { return false }
    position += text.utf8CodeUnitCount
    return true
  }

  /// Reads up to and including the next occurrence of this text.
  ///
  /// - Returns: false, at the end of the text, when it does not occur any more.
  mutating func skip(past text: StaticString) -> Bool {
    while position < bytes.count {
      if skip(text) { return true }
      position += 1
    }
    return false
  }

  /// Reads blanks, tabs and line ends.
  @inline(__always)
  mutating func skipWhitespace() {
    while let byte = current, byte.isWhitespace { position += 1 }
  }

  /// Makes an error about a place in the text, told in bytes, or about the current one.
  func failure(_ reason: String, at offset: Int? = nil) -> PropertyListError {
    let offset = min(offset ?? position, bytes.count)
    let line = 1 + bytes[..<offset].count { $0 == UInt8(ascii: "\n") }
    return PropertyListError(reason: reason, line: line, byteOffset: offset)
  }

  /// Makes a string of some of the bytes.
  ///
  /// - Throws: ``PropertyListError`` when they are not UTF-8.
  func string(_ range: Range<Int>) throws(PropertyListError) -> String {
    guard let text = String(validating: bytes[range], as: UTF8.self) else {
      throw failure("the text is not valid UTF-8", at: range.lowerBound)
    }
    return text
  }
}

extension UInt8 {
  /// Whether XML and OpenStep text see this byte as a blank.
  @inline(__always)
  var isWhitespace: Bool {
    self == 0x20 || self == 0x0A || self == 0x09 || self == 0x0D
  }

  /// The value of a hexadecimal digit, nil for every other byte.
  var hexDigit: UInt8? {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}

extension ArraySlice<UInt8> {
  /// Compares many bytes at a time.
  func isSame(as other: ArraySlice<UInt8>) -> Bool {
    guard count == other.count else { return false }
    return withUnsafeBytes { bytes in
      other.withUnsafeBytes { others in
        guard let start = bytes.baseAddress, let other = others.baseAddress else { return true }
        return memcmp(start, other, bytes.count) == 0
      }
    }
  }
}
