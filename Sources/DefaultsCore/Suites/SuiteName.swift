/// The rules for names of suites, which become names of files.
package enum SuiteName {
  /// The maximum number of bytes in a name, so that prefixes and suffixes fit into a file name.
  package static let limit = 200

  /// Returns whether a name is valid for a suite.
  ///
  /// A name has 1 to 200 bytes, no slash and no control character, and does not begin with a dot.
  package static func isValid(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.count <= limit && name.utf8.first != UInt8(ascii: ".")
      && name.unicodeScalars.allSatisfy {
        $0 != "/" && $0.properties.generalCategory != .control
      }
  }

  /// Returns whether a name is that of a suite outside the configuration directory: the name of a scheme, a
  /// colon and a place.
  package static func isPlace(_ name: String) -> Bool {
    guard let colon = name.utf8.firstIndex(of: UInt8(ascii: ":")), isValid(String(name[..<colon]))
    else { return false }
    return name.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
  }

  /// Returns whether an untrusted document may use a name for its suite.
  ///
  /// The name consists of ASCII letters, digits, dots, underscores and hyphens, starts with a
  /// letter, a digit or an underscore, and has no two dots in a row.
  package static func isSafe(_ name: String) -> Bool {
    guard isValid(name), let first = name.utf8.first, !name.contains("..") else { return false }
    return first.isWordPart && name.utf8.allSatisfy { $0.isWordPart || $0 == 0x2E || $0 == 0x2D }
  }

  /// Returns a name in which unsafe characters are replaced; nil when the result is not safe.
  package static func made(from text: String) -> String? {
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
    isASCIILetter || isASCIIDigit || self == UInt8(ascii: "_")
  }
}
