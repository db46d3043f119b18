/// Collects the bytes of a paste until the mark that ends it.
struct PasteCollector {
  private static let end = Array(Sequences.pasteEnd.utf8)

  private var bytes: [UInt8] = []

  /// Takes the next bytes.
  ///
  /// - Returns: the text and the bytes after the mark, or nil as long as the mark has not come.
  mutating func take(_ chunk: some Sequence<UInt8>) -> (text: String, rest: [UInt8])? {
    // The mark may have come in two parts.
    var start = max(0, bytes.count - Self.end.count + 1)
    bytes.append(contentsOf: chunk)
    while let escape = bytes[start...].firstIndex(of: 0x1B) {
      if bytes[escape...].starts(with: Self.end) {
        let rest = Array(bytes[(escape + Self.end.count)...])
        bytes.removeSubrange(escape...)
        return (text, rest)
      }
      start = escape + 1
    }
    return nil
  }

  /// The text so far.
  ///
  /// Line breaks, which terminals send as returns, are line feeds; Escape and Control-C, which no
  /// text needs, are left out.
  var text: String {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var previous: UInt8 = 0
    for byte in bytes {
      switch byte {
      case 0x03, 0x1B: break
      case 0x0D: result.append(0x0A)
      case 0x0A where previous == 0x0D: break
      default: result.append(byte)
      }
      previous = byte
    }
    return String(decoding: result, as: UTF8.self)
  }
}
