import Foundation
import TestSupport
import Testing

@testable import DefaultsSchema

/// Patterns in the syntax of `NSRegularExpression` match the same texts as with that.
struct PatternAgreementTests {
  /// A generator of patterns and of texts that are near to matching them.
  private struct Sample {
    var generator: SeededGenerator

    private static let atoms = [
      "a", "b", "c", "B", "0", "9", "-", "_", " ", ".", "é", "α", #"\."#, #"\d"#, #"\w"#, #"\s"#,
      #"\D"#, #"\W"#, #"\S"#, "[a-c]", "[^a]", #"[\d_]"#, #"[^\s-]"#, "[[:alpha:]]", #"\u0061"#,
      #"\x{62}"#, #"\p{Lu}"#, #"\P{L}"#, #"\Qa.b\E"#, "(?i:ab)",
    ]
    private static let quantifiers = ["", "", "", "?", "*", "+", "{2}", "{0,2}", "+?", "*+"]
    private static let letters = Array("abcAB09-_ .éα\n")

    mutating func pattern(depth: Int = 0) -> String {
      var pattern = ""
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        switch Int.random(in: 0..<12, using: &generator) {
        case 0 where depth < 2: pattern += "(" + self.pattern(depth: depth + 1) + ")" + twice()
        case 1 where depth < 2: pattern += "(?:" + self.pattern(depth: depth + 1) + ")" + twice()
        case 2 where depth < 2: pattern += "(?=" + self.pattern(depth: depth + 1) + ")"
        case 3: pattern += "|"
        case 4: pattern += Bool.random(using: &generator) ? "^" : "$"
        case 5: pattern += #"\b"#
        default: pattern += (Self.atoms.randomElement(using: &generator) ?? "a") + quantifier()
        }
      }
      return pattern
    }

    private mutating func quantifier() -> String {
      Self.quantifiers.randomElement(using: &generator) ?? ""
    }

    /// A quantifier of a group; Foundation takes minutes for some groups that are repeated without a limit.
    private mutating func twice() -> String {
      ["", "", "?", "{2}"].randomElement(using: &generator) ?? ""
    }

    mutating func text() -> String {
      let count = Int.random(in: 0...6, using: &generator)
      return String((0..<count).map { _ in Self.letters.randomElement(using: &generator) ?? "a" })
    }
  }

  @Test func `random patterns match what they match with Foundation`() throws {
    var sample = Sample(generator: SeededGenerator(seed: 1))
    var compared = 0
    for _ in 0..<(Thorough.isOn ? 2000 : 200) {
      let pattern = sample.pattern()
      guard let expression = try? NSRegularExpression(pattern: pattern) else { continue }
      let ours = try #require(TextPattern(pattern, .icu), "\(pattern)")
      for _ in 0..<(Thorough.isOn ? 200 : 50) {
        let text = sample.text()
        let range = NSRange(text.startIndex..., in: text)
        let isMatch = expression.firstMatch(in: text, range: range) != nil
        #expect(
          ours.search(text) == (isMatch ? .matches : .differs),
          "\(pattern) in \(text.debugDescription)"
        )
        compared += 1
      }
    }
    #expect(compared > 5000)
  }

  @Test(arguments: [
    "[a-z&&[^b]]", "[a[b]]", "[a--b]", "(?R)", "(*ACCEPT)", #"\N{SPACE}"#, "(?w)a", "(?1)", #"\Ka"#,
    "(?(1)a|b)",
  ])
  func `what only one of the two engines has is refused`(pattern: String) {
    #expect(TextPattern(pattern, .icu) == nil)
  }

  @Test(arguments: [("^(a+)+$", "a"), ("(x*)*y", "x"), (#"^(\w+\s?)*$"#, "a ")])
  func `a search that takes too many steps gives up, the same way each time`(
    pattern: String,
    part: String
  ) throws {
    let compiled = try #require(TextPattern(pattern, .ecmaScript))
    let text = String(repeating: part, count: 60) + "!"
    #expect(compiled.search(text) == compiled.search(text))
    #expect(compiled.isSlow || compiled.search(text) != .tooSlow)
  }

  @Test func `a long text is searched with a harmless pattern`() throws {
    let compiled = try #require(TextPattern("^[a-z]+$", .ecmaScript))
    #expect(compiled.search(String(repeating: "a", count: 60_000)) == .matches)
    #expect(compiled.search(String(repeating: "a", count: 60_000) + "1") == .differs)
  }
}
