/// Conversion of text in UTF-16, recognised by its byte order mark, to UTF-8.
enum UTF16Text {
  /// Converts text in UTF-16 to UTF-8.
  ///
  /// - Returns: nil when the bytes do not begin with a UTF-16 byte order mark.
  /// - Throws: ``PropertyListError`` when the text is cut off or has half a surrogate pair.
  static func transcoded(_ bytes: [UInt8]) throws(PropertyListError) -> [UInt8]? {
    let isBigEndian: Bool
    if bytes.starts(with: [0xFE, 0xFF]) {
      isBigEndian = true
    } else if bytes.starts(with: [0xFF, 0xFE]) {
      isBigEndian = false
    } else {
      return nil
    }
    guard bytes.count.isMultiple(of: 2) else {
      throw PropertyListError(reason: "the text in UTF-16 is cut off", byteOffset: bytes.count)
    }
    let units = stride(from: 2, to: bytes.count, by: 2).map { index in
      let first = UInt16(bytes[index])
      let second = UInt16(bytes[index + 1])
      return isBigEndian ? first << 8 | second : second << 8 | first
    }
    guard let text = String(validating: units, as: UTF16.self) else {
      throw PropertyListError(reason: "the text is not valid UTF-16", byteOffset: 2)
    }
    return Array(text.utf8)
  }

  /// Returns an error in converted text with its offset in the original bytes.
  static func original(_ error: PropertyListError, in utf8: [UInt8]) -> PropertyListError {
    var error = error
    let units = String(decoding: utf8[..<min(error.byteOffset, utf8.count)], as: UTF8.self).utf16
    error.byteOffset = 2 + 2 * units.count
    return error
  }
}
