/// The entries that can still be read of a damaged XML property list.
///
/// This library and Foundation write each entry of the root dictionary on lines of its own that begin
/// with one tab, and those of inner dictionaries with more. Text cannot contain the start of a tag.
/// So the document is cut before each key of the root, and each piece is parsed by itself: a piece
/// that is damaged, or was cut off at the end of the file, does not affect the others.
enum XMLSalvage {
  private static let start = Array("\n\t<key>".utf8)
  private static let rootEnd = Array("\n</dict>".utf8)

  /// Returns the entries by key; of those with the same key the last counts.
  static func entries(in bytes: [UInt8]) -> [Defaults.KeyName: Defaults.StoredValue] {
    var entries: [Defaults.KeyName: Defaults.StoredValue] = [:]
    let starts = positions(of: start, in: bytes)
    for (number, start) in starts.enumerated() {
      let end = number + 1 < starts.count ? starts[number + 1] : bytes.count
      var piece = bytes[start..<end]
      if number + 1 == starts.count, let end = positions(of: rootEnd, in: Array(piece)).first {
        piece = piece.prefix(end)
      }
      do throws(PropertyListError) {
        let document = Array("<plist><dict>".utf8) + piece + Array("</dict></plist>".utf8)
        entries.merge(try PropertyListDocument(parsing: document).values) { $1 }
      } catch {
        // This piece is damaged. The whole file is kept beside the new one.
      }
    }
    return entries
  }

  private static func positions(of sought: [UInt8], in bytes: [UInt8]) -> [Int] {
    guard bytes.count >= sought.count else { return [] }
    return (0...bytes.count - sought.count).filter { start in
      bytes[start] == sought[0] && bytes[start..<start + sought.count].elementsEqual(sought)
    }
  }
}
