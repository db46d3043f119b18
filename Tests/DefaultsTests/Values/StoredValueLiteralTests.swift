import Defaults
import Testing

struct StoredValueLiteralTests {
  private static let cases: [(Defaults.StoredValue, Defaults.StoredValue)] = [
    (true, .bool(true)), (1, .integer(1)),
    (-170_141_183_460_469_231, .integer(-170_141_183_460_469_231)),
    (1.0, .real(1)), ("a", .string("a")), ([1, "b"], .array([.integer(1), .string("b")])),
    ([], .array([])), ([:], .dictionary([:])),
    (
      ["a": [false], "b": ["c": 0.5]],
      .dictionary(["a": .array([.bool(false)]), "b": .dictionary(["c": .real(0.5)])])
    ),
  ]

  @Test(arguments: cases)
  func `a literal is the value that it looks like`(
    literal: Defaults.StoredValue,
    value: Defaults.StoredValue
  ) {
    #expect(literal == value)
  }

  @Test func `of entries with one name the last one counts`() {
    let value: Defaults.StoredValue = ["a": 1, "a": 2]
    #expect(value == .dictionary(["a": .integer(2)]))
  }
}
