import Glibc

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
      ? self == other : hasSameBytes(as: other)
  }

  /// Whether another text has the same UTF-8 bytes.
  ///
  /// Comparing the bytes one by one would take some ten milliseconds for a megabyte.
  package func hasSameBytes(as other: String) -> Bool {
    guard utf8.count == other.utf8.count else { return false }
    let isSame = utf8.withContiguousStorageIfAvailable { bytes in
      other.utf8.withContiguousStorageIfAvailable { others in
        guard let start = bytes.baseAddress, let otherStart = others.baseAddress else {
          return true
        }
        return memcmp(start, otherStart, bytes.count) == 0
      }
    }
    return (isSame ?? nil) ?? utf8.elementsEqual(other.utf8)
  }
}
