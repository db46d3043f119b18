import DefaultsCore
import DefaultsSchema

extension TextBox {
  /// Writes each member and element of the JSON text on a line of its own; a text that is not JSON is
  /// not changed.
  ///
  /// Only blanks change, so the cursor stays behind the same number of other characters.
  mutating func tidy() {
    guard let json = try? JSONValue(parsing: buffer.text) else { return }
    let tidy = json.text(indented: true)
    guard tidy != buffer.text else { return }
    let before = buffer.lines[..<buffer.cursor.line].reduce(0) { $0 + Self.inkCount($1.utf8) }
    let line = buffer.textBeforeCursor
    var rest = before + Self.inkCount(line.utf8)
    buffer.replace(with: tidy)
    for (number, line) in buffer.lines.enumerated() {
      let count = Self.inkCount(line.utf8)
      guard count >= rest else {
        rest -= count
        continue
      }
      var offset = 0
      for byte in line.utf8 where rest > 0 || !Self.isInk(byte) {
        if Self.isInk(byte) { rest -= 1 } else if rest == 0 { break }
        offset += 1
      }
      return buffer.move(to: TextBuffer.Place(line: number, offset: offset))
    }
  }

  private static func isInk(_ byte: UInt8) -> Bool { byte > UInt8(ascii: " ") }

  private static func inkCount(_ bytes: some Sequence<UInt8>) -> Int {
    bytes.reduce(0) { $0 + (isInk($1) ? 1 : 0) }
  }
}
