@testable import DefaultsSchema
import Testing

@Suite struct CleanTextTests {
  @Test(arguments: [
    "", " ", "  ", "word", "two words", "two  words", " two words", "two words ", "two\twords",
    "two\nwords\n", "zwei Wörter", "zwei  Wörter", "\u{3000}ideographic\u{3000}space", "a\u{7F}b",
  ])
  func `a line has single spaces between its words, and none at its ends`(text: String) {
    let words = CleanText(text).string.split(whereSeparator: \.isWhitespace)
    #expect(CleanText.line(text) == words.joined(separator: " "))
  }

  @Test func `a line has no control characters, and an end`() {
    #expect(CleanText.line("a\u{7}b\u{1B}[1m\u{0}") == "ab[1m")
    #expect(CleanText.line("\u{7}") == "")
    #expect(CleanText.line(String(repeating: "a", count: 70_000)).count == 65_536)
  }

  @Test func `control characters are removed, and those of a text kept`() {
    let clean = CleanText("\u{0}a\u{1B}[1m ~\u{7F}\u{85}\t\n\u{301}")
    #expect(clean.string == "a[1m ~\t\n\u{301}")
    #expect(clean.wasCleaned)
    #expect(!CleanText("!\"~ é").wasCleaned)
  }
}
