/// A text encoding that XML declares or a byte order mark shows.
///
/// These are the encodings that property lists are found in and that need no table worth the name.
/// Others are refused by name, and their files are left as they are.
package enum TextEncoding: Hashable, Sendable {
  /// UTF-8, and ASCII as a part of it.
  case utf8
  case utf16(isBigEndian: Bool)
  case utf32(isBigEndian: Bool)
  /// ISO-8859-1: every byte is the code of its character.
  case latin1
  /// ISO-8859-15: Latin-1 with the sign of the euro and seven more letters.
  case latin9
  /// Windows-1252: Latin-1 with letters and signs in place of control characters.
  case windows1252

  /// The encoding of a document that does not declare a single-byte encoding, and the length of its
  /// byte order mark.
  ///
  /// Text without a mark is recognised by the zeros around its first `<` (XML 1.0, appendix F).
  package static func detect(_ bytes: [UInt8]) -> (encoding: TextEncoding, markLength: Int) {
    let table: [(start: [UInt8], encoding: TextEncoding, markLength: Int)] = [
      ([0xEF, 0xBB, 0xBF], .utf8, 3),
      ([0xFF, 0xFE, 0, 0], .utf32(isBigEndian: false), 4),
      ([0, 0, 0xFE, 0xFF], .utf32(isBigEndian: true), 4),
      ([0xFF, 0xFE], .utf16(isBigEndian: false), 2),
      ([0xFE, 0xFF], .utf16(isBigEndian: true), 2),
      ([0x3C, 0, 0, 0], .utf32(isBigEndian: false), 0),
      ([0, 0, 0, 0x3C], .utf32(isBigEndian: true), 0),
      ([0x3C, 0], .utf16(isBigEndian: false), 0),
      ([0, 0x3C], .utf16(isBigEndian: true), 0),
    ]
    guard let row = table.first(where: { bytes.starts(with: $0.start) }) else { return (.utf8, 0) }
    return (row.encoding, row.markLength)
  }

  /// The names under which a declaration is true of UTF-8, in lower case.
  static let utf8Names: Set<String> = ["utf-8", "utf8"]

  /// Returns whether a name is that of an encoding in which a declaration is not ASCII.
  static func isWide(_ name: String) -> Bool {
    ["utf-16", "utf16", "utf-32", "utf32", "ucs", "iso-10646"]
      .contains { name.lowercased().hasPrefix($0) }
  }

  /// Returns the encoding that a declaration in ASCII names; nil for a name that is not known.
  static func declared(as name: String) -> TextEncoding? {
    switch name.lowercased() {
    case "utf-8", "utf8", "us-ascii", "ascii": .utf8
    case "iso-8859-1", "iso8859-1", "iso_8859-1", "latin1", "latin-1", "l1": .latin1
    case "iso-8859-15", "iso8859-15", "iso_8859-15", "latin9", "latin-9": .latin9
    case "windows-1252", "cp1252", "cp-1252": .windows1252
    default: nil
    }
  }

  /// The name in messages.
  var name: String {
    switch self {
    case .utf8: "UTF-8"
    case .utf16: "UTF-16"
    case .utf32: "UTF-32"
    case .latin1: "ISO-8859-1"
    case .latin9: "ISO-8859-15"
    case .windows1252: "windows-1252"
    }
  }

  /// Converts text to UTF-8; returns nil when the bytes are not text in this encoding.
  package func utf8(_ bytes: ArraySlice<UInt8>) -> [UInt8]? {
    switch self {
    case .utf8:
      return Array(bytes)
    case .utf16(let isBigEndian):
      guard let units = Self.units(bytes, UInt16.self, isBigEndian) else { return nil }
      return String(validating: units, as: UTF16.self).map { Array($0.utf8) }
    case .utf32(let isBigEndian):
      guard let units = Self.units(bytes, UInt32.self, isBigEndian) else { return nil }
      return String(validating: units, as: UTF32.self).map { Array($0.utf8) }
    case .latin1, .latin9, .windows1252:
      var output: [UInt8] = []
      output.reserveCapacity(bytes.count + bytes.count / 8)
      for byte in bytes {
        guard let scalar = scalar(byte) else { return nil }
        output.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
      }
      return output
    }
  }

  /// Returns the number of bytes that the first bytes of converted text had in this encoding.
  func length(ofConverted utf8: ArraySlice<UInt8>) -> Int {
    let text = String(decoding: utf8, as: UTF8.self)
    return switch self {
    case .utf8: utf8.count
    case .utf16: text.utf16.count * 2
    case .utf32: text.unicodeScalars.count * 4
    case .latin1, .latin9, .windows1252: text.unicodeScalars.count
    }
  }

  private static func units<Unit: FixedWidthInteger>(
    _ bytes: ArraySlice<UInt8>,
    _ type: Unit.Type,
    _ isBigEndian: Bool
  ) -> [Unit]? {
    let width = MemoryLayout<Unit>.size
    guard bytes.count.isMultiple(of: width) else { return nil }
    return stride(from: bytes.startIndex, to: bytes.endIndex, by: width).map { start in
      (0..<width).reduce(0) { unit, offset in
        unit << 8 | Unit(bytes[isBigEndian ? start + offset : start + width - 1 - offset])
      }
    }
  }

  /// Returns the character of a byte in a single-byte encoding.
  private func scalar(_ byte: UInt8) -> Unicode.Scalar? {
    switch self {
    case .latin9: Self.latin9Scalars[byte] ?? Unicode.Scalar(byte)
    case .windows1252 where (0x80...0x9F).contains(byte):
      Unicode.Scalar(Self.windows1252Codes[Int(byte - 0x80)]).flatMap { $0.value == 0 ? nil : $0 }
    case .latin1, .windows1252, .utf8, .utf16, .utf32: Unicode.Scalar(byte)
    }
  }

  private static let latin9Scalars: [UInt8: Unicode.Scalar] = [
    0xA4: "\u{20AC}", 0xA6: "\u{160}", 0xA8: "\u{161}", 0xB4: "\u{17D}", 0xB8: "\u{17E}",
    0xBC: "\u{152}", 0xBD: "\u{153}", 0xBE: "\u{178}",
  ]

  /// The codes of the bytes 0x80 to 0x9F; 0 for a byte that is not assigned.
  private static let windows1252Codes: [UInt32] = [
    0x20AC, 0, 0x201A, 0x192, 0x201E, 0x2026, 0x2020, 0x2021, 0x2C6, 0x2030, 0x160, 0x2039, 0x152,
    0, 0x17D, 0, 0, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x2DC, 0x2122, 0x161,
    0x203A, 0x153, 0, 0x17E, 0x178,
  ]
}
