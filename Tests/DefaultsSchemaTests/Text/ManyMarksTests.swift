import Defaults
import DefaultsSchema
import TestSupport
import Testing

/// Typed text of one character with so many combining marks that Swift takes seconds for each
/// comparison by canonical equivalence.
@Suite(.timeLimit(.minutes(10)))
struct ManyMarksTests {
  private static let marks = String(repeating: "\u{301}\u{323}", count: 120_000)

  @Test(
    .thorough,
    arguments: [
      .bool, .integer(NumberLimits()), .real(NumberLimits()), .date, .data, .color, .url,
      .choice([Choice(.string("a\u{301}"), title: ""), Choice(.string("b"), title: "")]),
      .choices([Choice(.string("a\u{301}"), title: ""), Choice(.string("b"), title: "")]),
    ] as [ValueKind]
  )
  func `it is judged in time`(kind: ValueKind) {
    for start in ["1", "a", "#", "2026-03-14", "t", "\""] {
      let value = try? kind.parse(start + Self.marks)
      let isAccepted = value.map { (try? kind.validate($0)) != nil } ?? false
      #expect(!isAccepted, "\(start)")
    }
  }

  @Test func `a choice is found by text that looks the same`() throws {
    let kind = ValueKind.choice([Choice(.string("caf\u{E9}"), title: "")])
    #expect(try kind.parse("cafe\u{301}") == .string("caf\u{E9}"))
  }
}
