import Glibc

/// A page in the language mdoc, which mandoc and groff format.
struct ManualText {
  private(set) var text: String = ""

  /// The longest line, in bytes, that `mandoc -T lint` accepts.
  private static let width = 78

  /// Creates the text of a page that was made at a date in seconds since 1970.
  init(_ page: ManualPage, date: Int) {
    line(".Dd \(Self.day(date))")
    line(".Dt \(page.name.uppercased()) \(page.number)")
    line(".Os")
    line(".Sh NAME")
    line(".Nm \(page.name)")
    line(".Nd \(Self.argument(page.abstract))")
    for (index, part) in page.parts.enumerated() {
      let isFirst =
        switch index == 0 ? nil : page.parts[index - 1] {
        case .section, .heading, nil: true
        case .paragraph, .example, .terms, .references: false
        }
      add(part, isFirst: isFirst)
    }
  }

  private mutating func add(_ part: ManualPage.Part, isFirst: Bool) {
    switch part {
    case .section(let title):
      line(".Sh \(Self.argument(title))")
    case .heading(let title):
      line(".Ss \(Self.argument(title))")
    case .paragraph(let sentences):
      if !isFirst { line(".Pp") }
      fill(sentences)
    case .example(let lines):
      line(".Bd -literal -offset indent")
      for text in lines {
        line(text.hasPrefix(".") ? "\\&" + Self.escaped(text) : Self.escaped(text))
      }
      line(".Ed")
    case .terms(let terms):
      line(".Bl -tag -width Ds")
      for (term, text) in terms {
        line(".It \(Self.argument(term))")
        fill(text)
      }
      line(".El")
    case .references(let pages):
      for (index, page) in pages.enumerated() {
        let parts = page.split(separator: "(")
        let comma = index == pages.count - 1 ? "" : " ,"
        line(".Xr \(parts[0]) \(parts[1].dropLast())\(comma)")
      }
    }
  }

  private mutating func line(_ line: String) {
    text += line + "\n"
  }

  /// Appends sentences, each of which begins on a line of its own, as mdoc wants it.
  private mutating func fill(_ text: String) {
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
      default: "\\[u\(hexadecimal(scalar.value))]"
      }
    }.joined()
  }

  private static func hexadecimal(_ value: UInt32) -> String {
    let digits = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  /// Returns a day as mdoc writes it, `November 22, 2026` for example.
  private static func day(_ date: Int) -> String {
    let months = [
      "January", "February", "March", "April", "May", "June", "July", "August", "September",
      "October", "November", "December",
    ]
    var seconds = date
    var parts = tm()
    gmtime_r(&seconds, &parts)
    return "\(months[Int(parts.tm_mon)]) \(parts.tm_mday), \(1900 + parts.tm_year)"
  }
}
