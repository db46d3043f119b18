// Swift compares texts and characters by canonical equivalence. That sorts the combining marks after
// a character, and the time it takes grows with the square of their number: one comparison of a text
// with 100 KB of marks takes seconds. A file or a person can make such a text. So stored text is
// compared and hashed by its bytes, and what can only be ASCII is asked for that first.
extension String {
  /// Whether all characters are ASCII, so that comparisons take linear time.
  package var isASCII: Bool { utf8.allSatisfy { $0 < 0x80 } }

  /// Whether the first character is this one.
  package func starts(withASCII character: Unicode.Scalar) -> Bool {
    utf8.first == UInt8(ascii: character)
  }

  /// Whether the last character is this one.
  package func ends(withASCII character: Unicode.Scalar) -> Bool {
    utf8.last == UInt8(ascii: character)
  }

  /// Whether another text is the same for people: canonically equivalent, or byte by byte if a text
  /// is long.
  package func isSame(as other: String) -> Bool {
    let limit = 1000
    return utf8.count <= limit && other.utf8.count <= limit
      ? self == other : utf8.elementsEqual(other.utf8)
  }
}
