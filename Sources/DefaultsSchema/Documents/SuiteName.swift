/// Checks for suite names from documents, which are untrusted.
enum SuiteName {
  /// Returns whether a name can safely be used as a file name.
  ///
  /// A safe name has at most 200 characters: ASCII letters, digits, dots, underscores and hyphens.
  /// It starts with a letter, a digit or an underscore, and has no two dots in a row.
  static func isSafe(_ name: String) -> Bool {
    guard let first = name.utf8.first, name.utf8.count <= 200, !name.contains("..") else {
      return false
    }
    return first.isWordPart && name.utf8.allSatisfy { $0.isWordPart || $0 == 0x2E || $0 == 0x2D }
  }

  /// Returns a name with unsafe characters replaced by hyphens; nil when no safe name results.
  static func made(from text: String) -> String? {
    let name = String(
      String.UnicodeScalarView(
        text.unicodeScalars.map { isSafe("a\($0)") ? $0 : "-" }.drop { $0 == "-" || $0 == "." }
      )
    ).replacing("..", with: ".")
    return isSafe(name) ? name : nil
  }
}

extension UInt8 {
  fileprivate var isWordPart: Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self)
      || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self)
      || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) || self == UInt8(ascii: "_")
  }
}
