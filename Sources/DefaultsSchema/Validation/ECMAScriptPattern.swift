/// A translator of regular expressions of ECMAScript to those of PCRE2.
///
/// JSON Schema uses the expressions of ECMAScript. Most are the same in PCRE2, but some have another
/// meaning there (`\s` has fewer characters, `$` matches before a final line break, `(?R)` is a recursion)
/// and some are malformed (`a{,3}]`). So every atom is parsed and written again in a form that PCRE2
/// understands in one way only.
///
/// As browsers do without the flag `u`, the translator takes a brace or bracket that has no meaning as
/// that character, and an escaped letter without a meaning as the letter.
struct ECMAScriptPattern {
  /// The reason why a pattern cannot be translated: it is malformed.
  struct Malformed: Error {}

  private let scalars: [Unicode.Scalar]
  private var index = 0
  private var output = ""
  private var openGroups = 0
  private var groupNames: [String] = []

  /// Returns the expression of PCRE2 that matches the same texts.
  static func translation(of pattern: String) throws(Malformed) -> String {
    var translator = ECMAScriptPattern(scalars: Array(pattern.unicodeScalars))
    while translator.index < translator.scalars.count { try translator.readTerm() }
    guard translator.openGroups == 0 else { throw Malformed() }
    return translator.output
  }

  private var current: Unicode.Scalar? { index < scalars.count ? scalars[index] : nil }

  private mutating func skip(_ text: String) -> Bool {
    guard scalars[index...].starts(with: text.unicodeScalars) else { return false }
    index += text.unicodeScalars.count
    return true
  }

  // MARK: - Terms

  private mutating func readTerm() throws(Malformed) {
    guard let scalar = current else { return }
    index += 1
    switch scalar {
    case "^": output += #"\A"#
    case "$": output += #"\z"#
    case "|": output += "|"
    case ".":
      output += #"[^\n\r\x{2028}\x{2029}]"#
      try readQuantifier()
    case "(":
      try readGroup()
    case ")":
      guard openGroups > 0 else { throw Malformed() }
      openGroups -= 1
      output += ")"
      try readQuantifier()
    case "[":
      try readClass()
      try readQuantifier()
    case "\\":
      if try readEscape() { try readQuantifier() }
    case "*", "+", "?":
      throw Malformed()
    case "{" where isQuantifier(at: index - 1):
      throw Malformed()
    default:
      output += Self.literal(scalar)
      try readQuantifier()
    }
  }

  /// Reads what follows an opening parenthesis.
  private mutating func readGroup() throws(Malformed) {
    openGroups += 1
    for start in ["?:", "?=", "?!", "?<=", "?<!"] where skip(start) {
      output += "(" + start
      return
    }
    if skip("?<") {
      let name = try readName()
      guard !groupNames.contains(name) else { throw Malformed() }
      groupNames.append(name)
      // PCRE2 allows fewer characters in names, so the groups get other names.
      output += "(?<n\(groupNames.count)>"
      return
    }
    guard current != "?" else { throw Malformed() }
    output += "("
  }

  /// Reads the name of a group and the bracket after it.
  private mutating func readName() throws(Malformed) -> String {
    var name = ""
    while let scalar = current {
      index += 1
      if scalar == ">" { break }
      name.unicodeScalars.append(scalar)
    }
    guard !name.isEmpty, index <= scalars.count, scalars[index - 1] == ">" else {
      throw Malformed()
    }
    return name
  }

  /// Reads a quantifier, if one follows; a second one is malformed.
  private mutating func readQuantifier() throws(Malformed) {
    guard let scalar = current else { return }
    switch scalar {
    case "*", "+", "?":
      output.unicodeScalars.append(scalar)
      index += 1
    case "{" where isQuantifier(at: index):
      while let scalar = current {
        output.unicodeScalars.append(scalar)
        index += 1
        if scalar == "}" { break }
      }
    default:
      return
    }
    if current == "?" {
      output += "?"
      index += 1
    }
    // PCRE2 would take a further "+" as one that does not backtrack.
    if let next = current, "*+?".unicodeScalars.contains(next) { throw Malformed() }
  }

  /// Returns whether `{2}`, `{2,}` or `{2,3}` stands at a place.
  private func isQuantifier(at start: Int) -> Bool {
    guard start < scalars.count, scalars[start] == "{",
      let end = scalars[start...].firstIndex(of: "}")
    else { return false }
    let parts = scalars[(start + 1)..<end].split(
      separator: ",",
      maxSplits: 1,
      omittingEmptySubsequences: false
    )
    guard let least = parts.first, !least.isEmpty else { return false }
    return parts.allSatisfy { $0.allSatisfy(Self.isDigit) }
  }

  // MARK: - Escapes

  /// Reads an escape outside of a class, and returns whether a quantifier may follow.
  private mutating func readEscape() throws(Malformed) -> Bool {
    guard let scalar = current else { throw Malformed() }
    switch scalar {
    case "b", "B":
      index += 1
      output += "\\\(scalar)"
      return false
    case "1"..."9":
      output += "\\"
      while let digit = current, Self.isDigit(digit) {
        output.unicodeScalars.append(digit)
        index += 1
      }
      // A digit of the text must not become part of the number.
      output += "(?:)"
      return true
    case "k" where scalars.dropFirst(index + 1).first == "<":
      index += 2
      let name = try readName()
      guard let number = groupNames.firstIndex(of: name) else { throw Malformed() }
      output += "\\k<n\(number + 1)>"
      return true
    default:
      switch try readAtom() {
      case .set(let members): output += "[\(members)]"
      case .scalar(let scalar): output += Self.literal(scalar)
      }
      return true
    }
  }

  /// What an escape stands for.
  private enum Atom {
    case scalar(Unicode.Scalar)
    /// The inside of a class, without its brackets.
    case set(String)
  }

  private static let spaces =
    #"\t\n\x{B}\f\r \x{A0}\x{1680}\x{2000}-\x{200A}\x{2028}\x{2029}\x{202F}\x{205F}\x{3000}\x{FEFF}"#

  /// All other characters, because a class cannot hold another one that is negated.
  private static let others =
    #"\x{0}-\x{8}\x{E}-\x{1F}\x{21}-\x{9F}\x{A1}-\x{167F}\x{1681}-\x{1FFF}\x{200B}-\x{2027}"#
    + #"\x{202A}-\x{202E}\x{2030}-\x{205E}\x{2060}-\x{2FFF}\x{3001}-\x{FEFE}\x{FF00}-\x{10FFFF}"#

  /// Reads the rest of an escape that stands for characters.
  private mutating func readAtom() throws(Malformed) -> Atom {
    guard let scalar = current else { throw Malformed() }
    index += 1
    switch scalar {
    case "d", "D", "w", "W": return .set("\\\(scalar)")
    case "s": return .set(Self.spaces)
    case "S": return .set(Self.others)
    case "t": return .scalar("\t")
    case "n": return .scalar("\n")
    case "r": return .scalar("\r")
    case "v": return .scalar("\u{B}")
    case "f": return .scalar("\u{C}")
    case "0": return .scalar("\0")
    case "c": return readControl()
    case "x": return .scalar(readUnit(2).flatMap(Unicode.Scalar.init) ?? "x")
    case "u": return .scalar(readUnicode() ?? "u")
    case "p", "P": return try readProperty(scalar)
    default: return .scalar(scalar)
    }
  }

  private mutating func readControl() -> Atom {
    guard let letter = current, letter.properties.isAlphabetic, letter.isASCII,
      let control = Unicode.Scalar(letter.value % 32)
    else {
      // The backslash stands for itself then, and so does the letter after it.
      index -= 1
      return .scalar("\\")
    }
    index += 1
    return .scalar(control)
  }

  private mutating func readUnit(_ count: Int) -> UInt32? {
    guard index + count <= scalars.count else { return nil }
    var digits = ""
    digits.unicodeScalars.append(contentsOf: scalars[index..<(index + count)])
    guard digits.allSatisfy(\.isHexDigit), let unit = UInt32(digits, radix: 16) else { return nil }
    index += count
    return unit
  }

  /// Reads `1F600` in braces, four digits, or four digits for each half of a surrogate pair.
  private mutating func readUnicode() -> Unicode.Scalar? {
    if current == "{", let end = scalars[index...].firstIndex(of: "}") {
      var digits = ""
      digits.unicodeScalars.append(contentsOf: scalars[(index + 1)..<end])
      guard let scalar = UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init) else { return nil }
      index = end + 1
      return scalar
    }
    guard let high = readUnit(4) else { return nil }
    if (0xD800..<0xDC00).contains(high), skip("\\u") {
      if let low = readUnit(4), (0xDC00..<0xE000).contains(low) {
        return Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00))
      }
      index -= 2
    }
    return Unicode.Scalar(high) ?? "\u{FFFD}"
  }

  private mutating func readProperty(_ letter: Unicode.Scalar) throws(Malformed) -> Atom {
    guard current == "{", let end = scalars[index...].firstIndex(of: "}") else {
      return .scalar(letter)
    }
    var name = ""
    name.unicodeScalars.append(contentsOf: scalars[(index + 1)..<end])
    guard name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "_=".contains($0)) })
    else { throw Malformed() }
    index = end + 1
    return .set("\\\(letter){\(name)}")
  }

  // MARK: - Classes

  /// Reads a class after its opening bracket.
  private mutating func readClass() throws(Malformed) {
    let isNegated = skip("^")
    var members = ""
    while true {
      guard let scalar = current else { throw Malformed() }
      if scalar == "]" { break }
      let first = try readClassAtom()
      guard current == "-", let next = scalars.dropFirst(index + 1).first, next != "]" else {
        members += Self.text(of: first)
        continue
      }
      index += 1
      let last = try readClassAtom()
      if case (.scalar(let least), .scalar(let most)) = (first, last) {
        guard least.value <= most.value else { throw Malformed() }
        members += Self.literal(least) + "-" + Self.literal(most)
      } else {
        // With a set at one end, the hyphen stands for itself.
        members += Self.text(of: first) + Self.literal("-") + Self.text(of: last)
      }
    }
    index += 1
    if members.isEmpty {
      output += isNegated ? #"[\x{0}-\x{10FFFF}]"# : "(?!)"
    } else {
      output += (isNegated ? "[^" : "[") + members + "]"
    }
  }

  private mutating func readClassAtom() throws(Malformed) -> Atom {
    guard let scalar = current else { throw Malformed() }
    index += 1
    guard scalar == "\\" else { return .scalar(scalar) }
    if current == "b" {
      index += 1
      return .scalar("\u{8}")
    }
    return try readAtom()
  }

  private static func text(of atom: Atom) -> String {
    switch atom {
    case .scalar(let scalar): literal(scalar)
    case .set(let members): members
    }
  }

  // MARK: - Characters

  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool {
    ("0"..."9").contains(scalar)
  }

  /// Returns a character in a form that has no other meaning, inside and outside of a class.
  private static func literal(_ scalar: Unicode.Scalar) -> String {
    let isPlain =
      scalar.properties.isAlphabetic || isDigit(scalar) || scalar == "_" || scalar == "/"
      || scalar == ":"
    return isPlain ? String(scalar) : "\\x{\(String(scalar.value, radix: 16, uppercase: true))}"
  }
}
