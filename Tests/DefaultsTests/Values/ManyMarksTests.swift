import TestSupport
import Testing

@testable import Defaults
@testable import DefaultsCore

// Swift compares and hashes texts by canonical equivalence, in a time that grows with the square of
// the number of combining marks after a character. With the marks here, each such comparison takes
// seconds, and hashing in a table many times as long.

/// A text of 240 KB that is one character, with marks that are not in canonical order.
private let marks = "a" + String(repeating: "\u{301}\u{323}", count: 60_000)

@Suite(.timeLimit(.minutes(10)))
struct ManyMarksTests {
  @Test func `equal stored values have equal hashes, and hashes are of bytes`() {
    let composed = Defaults.StoredValue.string("caf\u{E9}")
    let decomposed = Defaults.StoredValue.string("cafe\u{301}")
    #expect(composed.hashValue == Defaults.StoredValue.string("caf\u{E9}").hashValue)
    #expect(composed.hashValue != decomposed.hashValue)
    #expect(Set([composed, decomposed, composed]).count == 2)
  }

  @Test(.thorough) func `a document of such keys and values is written and read in time`() throws {
    var values: [Defaults.KeyName: Defaults.StoredValue] = ["uid": .uid(1)]
    for number in 0..<10 {
      values[Defaults.KeyName("\(number)\(marks)")] = .dictionary([
        Defaults.KeyName("\(number)\(marks)"): .string("\(number)\(marks)")
      ])
    }
    let bytes = try PropertyListDocument(values).encoded()
    let read = try PropertyListDocument(parsing: bytes)
    #expect(read.format == .binary)
    #expect(read.values == values)
  }

  @Test func `such a text is no duration and no colour`() {
    let stored = Defaults.StoredValue.string(marks)
    #expect(Defaults.Color(marks) == nil)
    #expect(Duration._value(from: stored) == nil)
  }
}
