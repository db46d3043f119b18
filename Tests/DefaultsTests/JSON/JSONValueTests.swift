import Defaults
import Testing

@Suite struct JSONValueTests {
  @Test(arguments: [
    "null", "true", "-0.5e10", "12345678901234567890", "\"é🦄\\n\"", "[]", "{}",
    "[1, [2, {\"a\": null}]]", "{\"b\": 1, \"a\": 2}",
  ])
  func `text comes back as it was`(text: String) throws {
    #expect(try Defaults.JSONValue(parsing: text).text() == text)
  }

  @Test(arguments: [
    ("", 1, 1), ("nul", 1, 1), ("[1,]", 1, 4), ("{\"a\" 1}", 1, 6), ("\"abc", 1, 1),
    ("01", 1, 2), ("1.", 1, 3), ("{\n  \"é\": tru\n}", 2, 8), ("\"\\x\"", 1, 3),
    ("\"\\ud800\"", 1, 8), ("[1] x", 1, 5), ("{\"a\":1,\"a\":2}", 1, 8), ("[\"\n\"]", 1, 2),
    ("[\"a\", \"b", 1, 7),
  ])
  func `a mistake is told with its line and column`(text: String, line: Int, column: Int) {
    do throws(Defaults.Rejection) {
      let value = try Defaults.JSONValue(parsing: text)
      Issue.record("accepted as \(value)")
    } catch {
      guard case .notJSON(_, line, column) = error else {
        Issue.record("\(error)")
        return
      }
    }
  }

  @Test func `nesting beyond the limit is refused`() {
    let text = String(repeating: "[", count: 100_000)
    #expect(throws: Defaults.Rejection.self) { try Defaults.JSONValue(parsing: text) }
  }

  @Test func `escapes are read and written`() throws {
    let value = try Defaults.JSONValue(parsing: "\"\\u00e9\\ud83e\\udd84\\/\\u001b\"")
    #expect(value == .string("é🦄/\u{1B}"))
    #expect(value.text() == "\"é🦄/\\u001b\"")
  }

  @Test func `indented text has a member a line`() throws {
    let value = try Defaults.JSONValue(parsing: "{\"a\":[1,2],\"b\":{}}")
    #expect(
      value.text(indented: true) == """
        {
          "a" : [
            1,
            2
          ],
          "b" : {}
        }
        """
    )
  }

  @Test func `whole numbers, fractions and flags stay apart`() throws {
    let value = try Defaults.StoredValue(Defaults.JSONValue(parsing: "[1, 1.0, true, \"1\"]"))
    #expect(value == .array([.integer(1), .real(1), .bool(true), .string("1")]))
  }

  @Test(arguments: ["1e999", "99999999999999999999999"])
  func `numbers that no store can hold are refused`(text: String) {
    #expect(throws: Defaults.Rejection.self) {
      try Defaults.StoredValue(Defaults.JSONValue(parsing: text))
    }
  }

  @Test func `null is a stored value`() throws {
    let json = try Defaults.JSONValue(parsing: "[null]")
    #expect(try Defaults.StoredValue(json) == .array([.null]))
  }

  @Test func `names that only look alike are two members`() throws {
    let text = "{\"caf\u{E9}\": 1, \"cafe\u{301}\": 2}"
    let value = try Defaults.StoredValue(Defaults.JSONValue(parsing: text))
    #expect(value == .dictionary(["caf\u{E9}": .integer(1), "cafe\u{301}": .integer(2)]))
  }

  @Test func `hidden characters are written as escapes, and read back`() throws {
    let hidden: [ClosedRange<UInt32>] = [
      0...0x1F, 0x7F...0x9F, 0xAD...0xAD, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F,
      0xFE00...0xFE0F, 0xFEFF...0xFEFF, 0x1D173...0x1D17A, 0xE0001...0xE0001, 0xE0020...0xE007F,
      0xE0100...0xE01EF,
    ]
    for scalar in hidden.joined().compactMap(Unicode.Scalar.init) {
      let text = Defaults.JSONValue.string("a\(Character(scalar))b").text()
      #expect(text.utf8.allSatisfy { (0x20..<0x7F).contains($0) }, "\(scalar.value)")
      guard case .string(let back) = try Defaults.JSONValue(parsing: text) else {
        Issue.record("\(text)")
        return
      }
      #expect(Array(back.unicodeScalars) == ["a", scalar, "b"])
    }
    #expect(Defaults.JSONValue.string("é日🦄\u{301}").text() == "\"é日🦄\u{301}\"")
  }
}
