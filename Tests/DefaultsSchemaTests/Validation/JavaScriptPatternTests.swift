import Foundation
import Testing

@testable import DefaultsSchema

/// Patterns match the same texts as in JavaScript; `.ci/patterns` makes the cases with Node.js.
struct JavaScriptPatternTests {
  private struct Case: Decodable {
    var pattern: String
    var malformed: Bool?
    var matches: [String]?
    var differs: [String]?
  }

  private static let path = ProcessInfo.processInfo.environment["PATTERN_CASES"]

  @Test(.enabled(if: path != nil, "a check of its own: bash .ci/patterns"))
  func `random patterns match what they match in JavaScript`() throws {
    let data = try Data(contentsOf: URL(fileURLWithPath: try #require(Self.path)))
    let lines = data.split(separator: UInt8(ascii: "\n"))
    var compared = 0
    for line in lines {
      let sample = try JSONDecoder().decode(Case.self, from: Data(line))
      let compiled = TextPattern(sample.pattern, .ecmaScript)
      #expect((compiled == nil) == (sample.malformed == true), "\(sample.pattern.debugDescription)")
      guard let compiled else { continue }
      for (texts, outcome) in [
        (sample.matches, TextPattern.Outcome.matches), (sample.differs, .differs),
      ] {
        for text in texts ?? [] {
          compared += 1
          #expect(
            compiled.search(text) == outcome,
            "\(sample.pattern.debugDescription) in \(text.debugDescription)"
          )
        }
      }
    }
    #expect(compared > lines.count)
  }
}
