import TestSupport
import Testing

@testable import Terminal

/// Texts on a terminal that shows only ASCII.
struct ASCIITextTests {
  @Test(arguments: [
    ("plain", "plain"),
    ("Zoë", #"Zo\u{EB}"#),
    ("日本 🦄", #"\u{65E5}\u{672C} \u{1F984}"#),
    ("e\u{301}", #"e\u{301}"#),
    ("30 → 60 …", "30 -> 60 ..."),
    ("↑ ↓ ← move", "Up Down <- move"),
    ("▾ General · “a” – b", "v General . \"a\" - b"),
    ("\u{1B}", #"\u{1B}"#),
  ])
  func `every sign reads alike and every letter is told exactly`(text: String, expected: String) {
    SafeText.$form.withValue(.ascii) {
      let safe = SafeText(text)
      #expect(safe.string == expected)
      #expect(safe.width == expected.utf8.count)
      #expect(SafeText(safe.string) == safe)
    }
  }

  @Test
  func `no scalar comes out as anything else than ASCII`() {
    SafeText.$form.withValue(.ascii) {
      for scalar in Unicode.Scalar.examined {
        let text = SafeText("x\(scalar)").string
        if !text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) })
          || text.contains("?") != (scalar == "?")
        {
          Issue.record("U+\(String(scalar.value, radix: 16)) becomes \(text)")
        }
      }
    }
  }

  @Test
  func `a text that is cut ends in a sign of one column`() {
    SafeText.$form.withValue(.ascii) {
      #expect(SafeText("a long text").truncated(to: 5).string == "a lo~")
      #expect(SafeText("a long text", limit: 4).string == "a lo~")
    }
    #expect(SafeText("a long text").truncated(to: 5).string == "a lo…")
  }
}
