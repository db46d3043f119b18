/// The words of an unfinished command line of bash, and how to go on with the last one.
///
/// A completion function of bash gets the line as it was typed, with quotes. Removing the quotes in
/// bash needs `eval`, which would run what is in the line. So the tool takes the line apart: it knows
/// quotes and backslashes, and expands nothing.
///
/// A candidate is inserted by appending the rest of it to what was typed, with the quotes that are
/// open there. So what the user typed stays as it is, and no part of a name is ever outside quotes.
struct BashLine {
  private enum Quote { case none, single, double, dollar }

  /// The complete words, without quotes.
  private(set) var words: [String] = []
  /// The beginning of the last word, without quotes.
  private(set) var prefix: String = ""
  /// Whether the value of a word is known: not if it contains an expansion or an unfinished escape.
  private(set) var isPlain = true
  private var quote = Quote.none

  /// Creates the parts of a line up to the cursor.
  init(_ line: String) {
    var scanner = Array(line.unicodeScalars)[...]
    var word: String.UnicodeScalarView?
    var isEscaped = false
    while let scalar = scanner.popFirst() {
      if isEscaped {
        isEscaped = false
        if scalar == "\n" { continue }
        if quote == .double, !"$`\"\\".unicodeScalars.contains(scalar) { word?.append("\\") }
        word?.append(scalar)
        continue
      }
      switch (quote, scalar) {
      case (.none, " "), (.none, "\t"), (.none, "\n"):
        if let word { words.append(String(word)) }
        word = nil
        isPlain = true
      case (.none, "\\"), (.double, "\\"):
        word = word ?? .init()
        isEscaped = true
      case (.none, "'"):
        word = word ?? .init()
        quote = .single
      case (.none, "\""):
        word = word ?? .init()
        quote = .double
      case (.single, "'"), (.double, "\""), (.dollar, "'"):
        quote = .none
      case (.none, "$") where scanner.first == "'":
        // Its escapes are not read, so the word is not known any more.
        word = word ?? .init()
        isPlain = false
        quote = .dollar
        scanner.removeFirst()
      case (.none, "$"), (.double, "$"), (.none, "`"), (.double, "`"):
        isPlain = false
        word = word ?? .init()
        word?.append(scalar)
      case (.none, "|"), (.none, "&"), (.none, ";"), (.none, "("), (.none, ")"), (.none, "<"),
        (.none, ">"):
        // Another command begins, or a redirection: only what follows counts.
        words = []
        word = nil
        isPlain = true
      default:
        word = word ?? .init()
        word?.append(scalar)
      }
    }
    prefix = word.map { String($0) } ?? ""
    isPlain = isPlain && !isEscaped && quote != .dollar
  }

  /// Returns what to append to the line for a candidate, which begins with ``prefix``; nil if it
  /// cannot be written there.
  func rest(of candidate: String) -> String? {
    guard candidate.utf8.starts(with: prefix.utf8) else { return nil }
    let rest = String(decoding: candidate.utf8.dropFirst(prefix.utf8.count), as: UTF8.self)
    if quote == .none { return Self.escaped(rest, isFirst: prefix.isEmpty) }
    guard !rest.unicodeScalars.contains(where: Self.isControl) else { return nil }
    switch quote {
    case .single: return Self.closed(rest.replacing("'", with: "'\\''"), "'\\''", by: "'\\'")
    // An exclamation mark would be replaced by an earlier command even there.
    case .double:
      return rest.contains("!")
        ? nil : Self.closed(Self.escapedInDoubleQuotes(rest), "\\\"", by: "\"\\\"")
    case .none, .dollar: return nil
    }
  }

  /// Returns a text whose end is replaced if it is a quote of the name.
  ///
  /// readline closes the quotes after a candidate unless the last character is the quote already.
  /// So a name that ends with a quote must close them itself.
  private static func closed(_ text: String, _ end: String, by replacement: String) -> String {
    text.hasSuffix(end) ? text.dropLast(end.count) + replacement : text
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x20 || scalar.value == 0x7F
  }

  private static func escapedInDoubleQuotes(_ text: String) -> String {
    text.unicodeScalars.map { "$`\"\\".unicodeScalars.contains($0) ? "\\\($0)" : "\($0)" }.joined()
  }

  /// Returns a text with a backslash before each character that bash could read as something else.
  private static func escaped(_ text: String, isFirst: Bool) -> String {
    if text.isEmpty { return isFirst ? "''" : "" }
    return text.unicodeScalars.map { scalar in
      switch scalar {
      case "a"..."z", "A"..."Z", "0"..."9", ".", "_", "-", "/", "+", ",", "%", "@": "\(scalar)"
      // A backslash before a line break removes both.
      case "\n": "$'\\n'"
      case _ where isControl(scalar): "$'\\x\(scalar.value.digits(radix: 16, count: 2))'"
      case _ where scalar.isASCII: "\\\(scalar)"
      default: "\(scalar)"
      }
    }.joined()
  }
}
