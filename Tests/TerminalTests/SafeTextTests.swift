import TestSupport
import Testing

@testable import Terminal

struct SafeTextTests {
  @Test(arguments: [
    ("plain text ~", "plain text ~"),
    ("\u{1B}[2J", #"\u{1B}[2J"#),
    ("a\nb\tc\rd", #"a\nb\tc\rd"#),
    ("\r\n", #"\r\n"#),
    ("\u{0}\u{7F}\u{9B}\u{85}", #"\u{0}\u{7F}\u{9B}\u{85}"#),
    ("\u{200B}\u{200E}\u{202E}\u{2066}\u{FEFF}", #"\u{200B}\u{200E}\u{202E}\u{2066}\u{FEFF}"#),
    ("\u{2028}\u{2029}\u{FFF9}\u{AD}\u{3164}", #"\u{2028}\u{2029}\u{FFF9}\u{AD}\u{3164}"#),
    ("\u{378}\u{E000}\u{FFFF}\u{10FFFF}", #"\u{378}\u{E000}\u{FFFF}\u{10FFFF}"#),
    ("a\u{E0041}\u{E007F}", #"a\u{E0041}\u{E007F}"#),
  ])
  func `what could act on a terminal is shown by its number`(text: String, expected: String) {
    #expect(SafeText(text).string == expected)
  }

  @Test(arguments: [
    ("zażółć 日本語 한국어 ไทย हिन्दी עברית", nil),
    ("👩‍👩‍👧‍👦!", "👩👩👧👦!"),
    ("👩🏽‍💻 👍🏿", "👩💻 👍"),
    ("🏳️‍🌈 ❤️ 1️⃣", "🏳🌈 ❤ 1"),
    ("🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}", "🏴"),
    ("a\u{200D}b", #"a\u{200D}b"#),
    ("😀\u{200D}", #"😀\u{200D}"#),
    ("😀\u{FE0F}\u{FE0F}\u{FE0E}", #"😀\u{FE0F}\u{FE0E}"#),
    ("\u{301}x", "\u{25CC}\u{301}x"),
    ("\n\u{301}", "\\n\u{25CC}\u{301}"),
    ("a\u{300}\u{301}\u{302}\u{303}\u{304}\u{305}", "a\u{300}\u{301}\u{302}\u{303}"),
  ])
  func `what terminals disagree about is reduced to what they agree about`(
    text: String,
    expected: String?
  ) {
    let scalars = Array(SafeText(text).string.unicodeScalars)
    #expect(scalars == Array((expected ?? text).unicodeScalars))
  }

  @Test
  func `every scalar comes out harmless and escaping twice changes nothing`() {
    for scalar in Unicode.Scalar.examined {
      let once = SafeText("x\(scalar)").string
      let isHarmless = once.unicodeScalars.allSatisfy { scalar in
        switch scalar.properties.generalCategory {
        case .control, .format, .privateUse, .unassigned, .surrogate, .lineSeparator,
          .paragraphSeparator:
          false
        default: true
        }
      }
      if !isHarmless
        || SafeText(once).string.unicodeScalars.elementsEqual(once.unicodeScalars)
          == false
      {
        Issue.record("U+\(String(scalar.value, radix: 16)) becomes \(once)")
      }
    }
  }

  @Test
  func `a literal, a part of one and a joined text are escaped`() {
    let value = "\u{1B}c"
    #expect(SafeText("\u{7}").string == #"\u{7}"#)
    let literal: SafeText = "\u{7}"
    #expect(literal.string == #"\u{7}"#)
    let interpolated: SafeText = "value \(value)"
    #expect(interpolated.string == #"value \u{1B}c"#)
    #expect((literal + interpolated).string == #"\u{7}value \u{1B}c"#)
  }

  @Test
  func `a limit keeps the first graphemes and tells that there are more`() {
    #expect(SafeText("abcdef", limit: 6).string == "abcdef")
    #expect(SafeText("abcdef", limit: 5).string == "abcde…")
    #expect(SafeText("👩‍👩‍👧‍👦\n日本", limit: 2).string == #"👩👩👧👦\n…"#)
    #expect(SafeText("abc", limit: 0).string == "…")
    #expect(SafeText("", limit: 0).string == "")
    #expect(SafeText("abc", limit: -1).string == "…")
  }

  @Test(arguments: [
    ("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("日本", 4), ("😀", 2), ("🇩🇪", 2),
    ("\u{1B}", 6), ("한국", 4), ("क्ष", 2), ("…", 1),
  ])
  func `the width is counted in columns`(text: String, columns: Int) {
    #expect(SafeText(text).width == columns)
  }
}

struct SafeTextLayoutTests {
  @Test(arguments: [
    ("abc", 2, "ab", "c"), ("abc", 3, "abc", ""), ("abc", 9, "abc", ""), ("abc", 0, "", "abc"),
    ("日本", 3, "日", ""), ("日本x", 1, "", "本x"), ("e\u{301}x", 1, "e\u{301}", "x"),
    ("abc", -1, "", "abc"),
  ])
  func `a text is cut between graphemes`(
    text: String,
    columns: Int,
    prefix: String,
    rest: String
  ) {
    #expect(SafeText(text).prefix(columns: columns).string == prefix)
    #expect(SafeText(text).dropping(columns: columns).string == rest)
  }

  @Test(arguments: [
    ("abcdef", 6, "abcdef"), ("abcdef", 5, "abcd…"), ("日本語", 5, "日本…"), ("日本語", 4, "日…"),
    ("abc", 1, "…"), ("abc", 0, ""), ("", 0, ""),
  ])
  func `a cut text ends in an ellipsis`(text: String, columns: Int, expected: String) {
    #expect(SafeText(text).truncated(to: columns).string == expected)
  }

  @Test(arguments: [
    ("ab", 4, "ab  "), ("ab", 2, "ab"), ("abc", 2, "ab"), ("日本", 3, "日 "), ("a", -3, ""),
  ])
  func `a padded text has exactly the columns`(text: String, columns: Int, expected: String) {
    #expect(SafeText(text).padded(to: columns).string == expected)
  }

  @Test(arguments: [
    ("one two three", 7, ["one two", "three"]),
    ("one two three", 8, ["one two", "three"]),
    ("one  two", 3, ["one", "two"]),
    ("  indented words", 10, ["  indented", "words"]),
    ("    abcdef", 6, ["    ab", "cdef"]),
    ("abcdefgh", 3, ["abc", "def", "gh"]),
    ("日本語", 4, ["日本", "語"]),
    ("日本", 1, ["日", "本"]),
    ("fits", 4, ["fits"]),
    ("ends   ", 4, ["ends"]),
    ("", 4, [""]),
    ("abc", 0, []),
  ])
  func `a text is wrapped at blanks where possible`(
    text: String,
    columns: Int,
    lines: [String]
  ) {
    #expect(SafeText(text).wrapped(to: columns).map(\.string) == lines)
  }

  @Test
  func `a huge text is cut like a small one`() {
    let text = SafeText(String(repeating: "é", count: 2_000_000))
    #expect(text.truncated(to: 10).string == "ééééééééé…")
    #expect(text.padded(to: 10).width == 10)
  }
}
