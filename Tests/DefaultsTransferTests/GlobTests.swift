import DefaultsTransfer
import Testing

@Suite struct GlobTests {
  @Test(arguments: [
    ("*", "", true), ("*", "any", true), ("a*", "abc", true), ("a*", "ba", false),
    ("*.size", "window.size", true), ("*.size", "window.sizes", false), ("w?n", "win", true),
    ("w?n", "wn", false), ("a*b*c", "aXbYbZc", true), ("a*b*c", "aXcYb", false), ("", "", true),
    ("", "a", false), ("\\*", "*", true), ("\\*", "a", false), ("a\\", "a\\", true),
    ("caf\u{E9}", "cafe\u{301}", false), ("é?", "é🦄", true),
  ])
  func `a pattern matches whole names`(pattern: String, name: String, isMatch: Bool) {
    #expect(Glob(pattern).matches(name) == isMatch)
  }

  @Test func `only a pattern without placeholders is a name`() {
    #expect(Glob("a\\*b").literal == "a*b")
    #expect(Glob("a*b").literal == nil)
  }

  @Test func `many stars take no exponential time`() {
    let pattern = String(repeating: "*a", count: 50) + "b"
    #expect(!Glob(pattern).matches(String(repeating: "a", count: 2000)))
  }
}
