/// A translator of regular expressions of ICU, which `NSRegularExpression` uses, to those of PCRE2.
///
/// The two have nearly the same syntax. What only ICU has is translated, or refused where PCRE2 has
/// nothing for it: sets inside sets, intersections and differences, names of characters, and the flag `w`.
/// What only PCRE2 has, such as recursion and verbs, is refused because ICU refuses it too.
struct ICUPattern {
  /// The reason why a pattern cannot be translated.
  struct Untranslatable: Error {}

  private let scalars: [Unicode.Scalar]
  private var index = 0
  private var output = ""

  /// Returns the expression of PCRE2 that matches the same texts.
  static func translation(of pattern: String) throws(Untranslatable) -> String {
    var translator = ICUPattern(scalars: Array(pattern.unicodeScalars))
    while translator.index < translator.scalars.count { try translator.readTerm() }
    return translator.output
  }

  private func scalar(at place: Int) -> Unicode.Scalar? {
    place < scalars.count ? scalars[place] : nil
  }

  private mutating func copy() {
    output.unicodeScalars.append(scalars[index])
    index += 1
  }

  private mutating func readTerm() throws(Untranslatable) {
    switch scalars[index] {
    case "\\": try readEscape()
    case "[": try readClass()
    case "(":
      copy()
      switch scalar(at: index) {
      case "*": throw Untranslatable()
      case "?":
        guard let kind = scalar(at: index + 1), "#:=!<>imsx-".unicodeScalars.contains(kind) else {
          throw Untranslatable()
        }
      default: break
      }
    default: copy()
    }
  }

  private mutating func readEscape() throws(Untranslatable) {
    switch scalar(at: index + 1) {
    case "u": try readCharacter(digits: 4)
    case "U": try readCharacter(digits: 8)
    case "Q":
      // The text up to `\E` has no escapes.
      repeat {
        copy()
      } while index < scalars.count
        && !(scalars[index] == "\\" && scalar(at: index + 1) == "E")
    case "N", "K", "C", "g", "o", nil: throw Untranslatable()
    default:
      copy()
      copy()
    }
  }

  /// Reads the number of a character after `\u` or `\U`.
  private mutating func readCharacter(digits count: Int) throws(Untranslatable) {
    let end = index + 2 + count
    guard end <= scalars.count else { throw Untranslatable() }
    let digits = scalars[(index + 2)..<end].map(String.init).joined()
    guard digits.allSatisfy(\.isHexDigit) else { throw Untranslatable() }
    output += "\\x{\(digits)}"
    index = end
  }

  private mutating func readClass() throws(Untranslatable) {
    copy()
    if scalar(at: index) == "^" { copy() }
    // A bracket at the start stands for itself.
    if scalar(at: index) == "]" { copy() }
    while let scalar = scalar(at: index) {
      switch scalar {
      case "]": return copy()
      case "\\": try readEscape()
      case "[":
        guard self.scalar(at: index + 1) == ":" else { throw Untranslatable() }
        repeat { copy() } while self.scalar(at: index).map { $0 != "]" } ?? false
        if index < scalars.count { copy() }
      case "&" where self.scalar(at: index + 1) == "&": throw Untranslatable()
      case "-" where self.scalar(at: index + 1) == "-": throw Untranslatable()
      default: copy()
      }
    }
  }
}
