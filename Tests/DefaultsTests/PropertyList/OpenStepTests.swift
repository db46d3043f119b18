import Foundation
import Testing

@testable import Defaults
@testable import DefaultsCore

struct OpenStepTests {
  @Test func `every construct is read`() throws {
    let text = """
      // a comment
      {
        plain = a-b.c/d:e$_;  /* another */
        "quoted key" = "tab\\tquote\\"\\U00e9\\Ud83e\\Udd84\\101\\q";
        'single' = 'it\\'s';
        list = (1, "two", (), {}, );
        bytes = <0f bd\n 7>;
      }
      """.replacing("7>", with: "77>")
    let document = try PropertyListDocument(parsing: Array(text.utf8))
    #expect(document.format == .openStep)
    #expect(
      document.values == [
        "plain": .string("a-b.c/d:e$_"),
        "quoted key": .string("tab\tquote\"é🦄Aq"),
        "single": .string("it's"),
        "list": .array([.string("1"), .string("two"), .array([]), .dictionary([:])]),
        "bytes": .data(Data([0x0F, 0xBD, 0x77])),
      ]
    )
  }

  @Test func `an edited document becomes XML`() throws {
    var document = try PropertyListDocument(parsing: Array("{ b = 1; a = 2; }".utf8))
    document.apply(["c": .integer(3)])
    let again = try PropertyListDocument(parsing: try document.encoded())
    #expect(again.format == .xml)
    #expect(again.values == ["a": .string("2"), "b": .string("1"), "c": .integer(3)])
  }

  @Test(arguments: [
    ("{ a = b }", "expected \";\" after a value", 8),
    ("{ a; }", "expected \"=\" after a key", 3),
    ("{\"a\": 1}", "expected \"=\" after a key", 4),
    ("{ a = ; }", "expected text", 6),
    ("{ a = (b c); }", "expected \",\" or \")\" after an element", 9),
    ("{ a = <0>; }", "a byte has only one digit", 9),
    ("{ a = <0g>; }", "expected hexadecimal digits and \">\"", 8),
    ("{ a = \"b", "the quoted text does not end", 6),
    ("{ a = \"\\U12\"; }", "expected four hexadecimal digits after \"\\U\"", 8),
    ("{ a = \"\\Ud800\"; }", "the escape names half a surrogate pair", 8),
    ("{ a = \"\\777\"; }", "octal escapes above 177 are not supported", 8),
    ("{ a = b; ", "the document ends too early", 9),
    ("{} {}", "something follows the end of the property list", 3),
    ("/* {}", "the comment does not end", 0),
    ("/* */ hello", "the root is not a dictionary", 6),
  ])
  func `a mistake is told with its place`(text: String, reason: String, offset: Int) {
    let error = #expect(throws: PropertyListError.self) {
      try PropertyListDocument(parsing: Array(text.utf8))
    }
    #expect(error == PropertyListError(reason: reason, line: 1, byteOffset: offset))
  }

  @Test func `nesting is bounded`() {
    let text = "{ a = " + String(repeating: "(", count: 100_000)
    #expect(throws: PropertyListError.self) { try PropertyListDocument(parsing: Array(text.utf8)) }
  }
}
