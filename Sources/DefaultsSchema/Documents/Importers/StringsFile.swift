import DefaultsCore

/// A parser for Apple's `.strings` files: `"key" = "text";`, or a property list.
enum StringsFile {
  /// Returns the texts of a file in UTF-8 or UTF-16.
  static func texts(in bytes: [UInt8]) throws(PropertyListError) -> [String: String] {
    var values: [Defaults.KeyName: Defaults.StoredValue]
    do throws(PropertyListError) {
      values = try PropertyListDocument(parsing: bytes).values
    } catch {
      // The plain form is an OpenStep dictionary without its braces.
      values = try PropertyListDocument(parsing: Array("{\n\(text(of: bytes))\n}".utf8)).values
    }
    var texts: [String: String] = [:]
    for (key, value) in values {
      if case .string(let text) = value { texts[key.string] = text }
    }
    return texts
  }

  private static func text(of bytes: [UInt8]) -> String {
    let isBigEndian: Bool
    switch Array(bytes.prefix(2)) {
    case [0xFE, 0xFF]: isBigEndian = true
    case [0xFF, 0xFE]: isBigEndian = false
    default:
      let mark = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
      return String(decoding: bytes.dropFirst(mark), as: UTF8.self)
    }
    let units = stride(from: 2, to: bytes.count - 1, by: 2).map { index in
      let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
      return isBigEndian ? first << 8 | second : second << 8 | first
    }
    return String(decoding: units, as: UTF16.self)
  }
}
