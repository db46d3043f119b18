/// A part of a page in the language mdoc, which mandoc and groff format.
struct ManualText {
  private(set) var text = ""

  /// Whether the last line is a title, after which a paragraph begins by itself.
  private var isAfterTitle = false

  /// The longest line, in bytes, that `mandoc -T lint` accepts.
  private static let width = 78

  /// Adds the title of a part of a section.
  mutating func addHeading(_ title: String) {
    line(".Ss \(Self.argument(title))")
    isAfterTitle = true
  }

  /// Adds a paragraph of sentences.
  mutating func addParagraph(_ sentences: String) {
    if !isAfterTitle { line(".Pp") }
    addSentences(sentences)
  }

  /// Adds a line that is printed as it is.
  mutating func addExample(_ text: String) {
    line(".Bd -literal -offset indent")
    line(Self.escaped(text))
    line(".Ed")
  }

  /// Adds terms, such as options or keywords, each with a description.
  mutating func addTerms(_ terms: [(term: String, text: String)]) {
    guard !terms.isEmpty else { return }
    line(".Bl -tag -width Ds")
    for (term, text) in terms {
      line(".It \(Self.argument(term))")
      addSentences(text)
    }
    line(".El")
  }

  private mutating func line(_ line: String) {
    text += line + "\n"
    isAfterTitle = false
  }

  /// Adds sentences to the paragraph, each of which begins on a line of its own, as mdoc wants it.
  mutating func addSentences(_ text: String) {
    var current = ""
    for word in text.split(whereSeparator: \.isWhitespace) {
      let escaped = Self.escaped(String(word))
      let isNewSentence = [".", "!", "?"].contains { current.hasSuffix($0) }
      let isLong = current.utf8.count + escaped.utf8.count + 1 > Self.width
      if !current.isEmpty, isNewSentence || isLong {
        line(current)
        current = ""
      }
      current += current.isEmpty ? escaped : " " + escaped
      // It would be a macro at the start of a line.
      if current == escaped, word.hasPrefix(".") { current = "\\&" + current }
    }
    if !current.isEmpty { line(current) }
  }

  /// Returns a text as the only argument of a macro.
  private static func argument(_ text: String) -> String {
    "\"\(escaped(text).replacing("\"", with: "\\(dq"))\""
  }

  /// Returns a text with the characters escaped that mean something in mdoc.
  private static func escaped(_ text: String) -> String {
    text.unicodeScalars.map { scalar in
      switch scalar {
      case "\\": "\\e"
      case "-": "\\-"
      case "^": "\\(ha"
      case "~": "\\(ti"
      case "`": "\\(ga"
      case "'": "\\(aq"
      case _ where scalar.isASCII: String(scalar)
      default: "\\[u\(scalar.value.digits(radix: 16, count: 4, uppercase: true))]"
      }
    }.joined()
  }
}
