import DefaultsCore

/// The lines, blanks and comments of JSON text.
struct JSONText {
  let bytes: [UInt8]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// The line break of the first line.
  var lineBreak: String {
    guard let first = bytes.firstIndex(where: Self.isLineBreak) else { return "\n" }
    guard bytes[first] == 0x0D else { return "\n" }
    return first + 1 < bytes.count && bytes[first + 1] == 0x0A ? "\r\n" : "\r"
  }

  /// The indentation of the first line that has one; nil if no line has.
  var indentation: String? {
    var index = 0
    while index < bytes.count {
      let indentation = indentation(ofLineAt: index)
      let start = index + indentation.utf8.count
      // A line of a comment may be indented by less than a level.
      if !indentation.isEmpty, start < bytes.count, bytes[start] == UInt8(ascii: "\"") {
        return indentation
      }
      guard let end = bytes[index...].firstIndex(where: Self.isLineBreak) else { return nil }
      index = end + 1
    }
    return nil
  }

  static func isLineBreak(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }

  static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  /// Returns the start of the line with a place.
  func startOfLine(at place: Int) -> Int {
    (bytes[..<place].lastIndex(where: Self.isLineBreak) ?? -1) + 1
  }

  /// Returns the blanks at the start of the line with a place.
  func indentation(ofLineAt place: Int) -> String {
    let line = bytes[startOfLine(at: place)...]
    return String(decoding: line.prefix(while: Self.isBlank), as: UTF8.self)
  }

  /// Returns whether only blanks stand before a place on its line.
  func isFirstOnLine(_ place: Int) -> Bool {
    // A line can be the whole file, so it is not looked at from its start.
    let before = bytes[..<place].last { !Self.isBlank($0) }
    return before.map(Self.isLineBreak) ?? true
  }

  /// Returns whether there is a line break in a range.
  func hasLineBreak(in range: Range<Int>) -> Bool {
    bytes[range].contains(where: Self.isLineBreak)
  }

  /// Returns where the line ends, if only blanks and comments of that line follow a place.
  func endOfLine(after place: Int) -> Int? {
    var index = place
    while index < bytes.count {
      if Self.isLineBreak(bytes[index]) { return index }
      if Self.isBlank(bytes[index]) {
        index += 1
      } else {
        guard let end = JSONComment.end(at: index, in: bytes), !hasLineBreak(in: index..<end) else {
          return nil
        }
        index = end
      }
    }
    return index
  }

  /// Returns the start of the line after the one that ends at a place.
  func startOfNextLine(_ end: Int) -> Int {
    guard end < bytes.count else { return end }
    let isFirstOfTwo = bytes[end] == 0x0D && end + 1 < bytes.count && bytes[end + 1] == 0x0A
    return end + (isFirstOfTwo ? 2 : 1)
  }

  /// Returns the place of the comma after an item of a list; nil if there is none.
  func comma(after place: Int) -> Int? {
    var index = place
    while index < bytes.count {
      if bytes[index].isWhitespace {
        index += 1
      } else if let end = JSONComment.end(at: index, in: bytes) {
        index = end
      } else {
        return bytes[index] == UInt8(ascii: ",") ? index : nil
      }
    }
    return nil
  }

  /// Returns what stands between the name and the value of a member, but for comments and line breaks.
  func colon(from name: Int, to value: Int) -> String {
    guard value > 0, let colon = bytes[name..<value].lastIndex(of: UInt8(ascii: ":")) else {
      return ": "
    }
    let isTight = colon + 1 == value
    let isWide = bytes[colon - 1] == 0x20
    return (isWide ? " :" : ":") + (isTight ? "" : " ")
  }
}
