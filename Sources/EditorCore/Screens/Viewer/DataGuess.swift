/// A guess of the file type of data, from its first bytes.
enum DataGuess {
  private static let signatures: [(start: [UInt8], name: String)] = [
    ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], "PNG image"),
    ([0xFF, 0xD8, 0xFF], "JPEG image"),
    (Array("GIF8".utf8), "GIF image"),
    (Array("BM".utf8), "BMP image"),
    (Array("%PDF-".utf8), "PDF document"),
    (Array("bplist0".utf8), "binary property list"),
    (Array("SQLite format 3".utf8), "SQLite database"),
    ([0x7F, 0x45, 0x4C, 0x46], "ELF program"),
    ([0x1F, 0x8B], "gzip archive"),
    ([0x28, 0xB5, 0x2F, 0xFD], "Zstandard archive"),
    ([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00], "xz archive"),
    (Array("BZh".utf8), "bzip2 archive"),
    ([0x50, 0x4B, 0x03, 0x04], "zip archive"),
    ([0x30, 0x82], "DER, such as a certificate"),
    (Array("-----BEGIN ".utf8), "PEM, such as a certificate"),
    (Array("<?xml".utf8), "XML text"),
  ]

  /// Returns the name of the type; nil for an unknown type.
  static func name(of bytes: some Collection<UInt8>) -> String? {
    guard !bytes.isEmpty else { return nil }
    if let match = signatures.first(where: { bytes.starts(with: $0.start) }) { return match.name }
    let start = bytes.prefix(1024)
    if start.starts(with: Array("RIFF".utf8)), start.dropFirst(8).starts(with: Array("WEBP".utf8)) {
      return "WebP image"
    }
    let isBracket = start.first.map { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "[") } ?? false
    guard isText(start, isWhole: bytes.count <= start.count) else { return nil }
    return isBracket ? "text, perhaps JSON" : "text"
  }

  /// Returns whether bytes are printable UTF-8; unless `isWhole`, the last character may be cut.
  private static func isText(_ bytes: some Collection<UInt8>, isWhole: Bool) -> Bool {
    guard !bytes.contains(where: { $0 < 0x20 && ![0x09, 0x0A, 0x0D].contains($0) || $0 == 0x7F })
    else { return false }
    let lengths = isWhole ? 0...0 : 0...3
    return lengths.contains { String(validating: bytes.dropLast($0), as: UTF8.self) != nil }
  }
}
