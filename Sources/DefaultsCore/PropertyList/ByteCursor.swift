import Glibc

/// A position in text that is read byte by byte.
///
/// Reading past the end is safe: there, the current byte is nil.
package struct ByteCursor {
  /// The whole text.
  package let bytes: [UInt8]
  /// The number of bytes that were read.
  package var position: Int

  /// Creates a cursor at the first byte, or after a UTF-8 byte order mark.
  package init(_ bytes: [UInt8], skippingMark: Bool) {
    self.bytes = bytes
    position = skippingMark && bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  }

  /// The next byte; nil at the end.
  @inline(__always)
  package var current: UInt8? {
    position < bytes.count ? bytes[position] : nil
  }

  /// Returns the byte at a distance from the next one; nil past the end.
  @inline(__always)
  func peek(_ distance: Int) -> UInt8? {
    position + distance < bytes.count ? bytes[position + distance] : nil
  }

  /// Returns whether the rest of the text starts with this text.
  @inline(__always)
  package func isAt(_ text: StaticString) -> Bool {
    guard bytes.count - position >= text.utf8CodeUnitCount else { return false }
    for index in 0..<text.utf8CodeUnitCount
    where bytes[position + index] != text.utf8Start[index] {
      return false
    }
    return true
  }

  /// Skips this byte if it comes next; returns whether it was skipped.
  @inline(__always)
  package mutating func skip(_ byte: UInt8) -> Bool {
    guard current == byte else { return false }
    position += 1
    return true
  }

  /// Skips this text if it comes next; returns whether it was skipped.
  package mutating func skip(_ text: StaticString) -> Bool {
    guard isAt(text) else { return false }
    position += text.utf8CodeUnitCount
    return true
  }

  /// Skips everything up to and including the next occurrence of a text.
  ///
  /// Returns false when there is none; then everything is skipped.
  package mutating func skip(past text: StaticString) -> Bool {
    while position < bytes.count {
      if skip(text) { return true }
      position += 1
    }
    return false
  }

  /// Skips spaces, tabs and line ends.
  @inline(__always)
  package mutating func skipWhitespace() {
    while let byte = current, byte.isWhitespace { position += 1 }
  }

  /// Returns an error at an offset in bytes; the current position by default.
  package func failure(_ reason: String, at offset: Int? = nil) -> PropertyListError {
    let offset = min(offset ?? position, bytes.count)
    let line = 1 + bytes[..<offset].count { $0 == UInt8(ascii: "\n") }
    return PropertyListError(reason: reason, line: line, byteOffset: offset)
  }

  /// Returns some of the bytes as a string; fails when they are not valid UTF-8.
  package func string(_ range: Range<Int>) throws(PropertyListError) -> String {
    guard let text = String(validating: bytes[range], as: UTF8.self) else {
      throw failure("the text is not valid UTF-8", at: range.lowerBound)
    }
    return text
  }
}

extension ArraySlice<UInt8> {
  /// Returns whether two slices have the same bytes, by the C function `memcmp`.
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
