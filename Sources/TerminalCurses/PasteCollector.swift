/// A collector of the bytes of a paste, until its end sequence.
///
/// The terminal encloses pasted text in `ESC [ 200 ~` and `ESC [ 201 ~`, so that it is not taken
/// for keys: a pasted "q" must not quit the editor. The text arrives in parts of any size, and the
/// end sequence may be split between two of them, so each search begins shortly before the new
/// bytes; it does not begin at the start, because that would cost the square of a large paste.
/// Escape bytes are removed from the text, so that no control sequence gets into a value. If the
/// end sequence never comes, ``CursesScreen`` ends the paste after half a second without input.
struct PasteCollector {
  private static let end = Array(Sequences.pasteEnd.utf8)

  private var bytes: [UInt8] = []

  /// Adds the next bytes; returns nil until the end sequence has arrived, and then the text.
  ///
  /// The rest is the bytes after the end sequence.
  mutating func append(_ chunk: some Sequence<UInt8>) -> (text: String, rest: [UInt8])? {
    // The first bytes of the end sequence may be among those added before.
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
  /// Carriage returns, which terminals send for line breaks, become line feeds. Escape and
  /// Control-C bytes are removed.
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
