import Defaults
import DefaultsSchema
import Terminal
import TestSupport
import Testing

@testable import EditorCore

@Suite struct TextBoxTests {
  private static func lines(_ picture: ControlPicture) -> [String] {
    picture.lines.map { line in
      let text = line.spans.map(\.text.string).joined()
      return String(text.reversed().drop { $0 == " " }.reversed())
    }
  }

  private static func box(_ text: String) -> any Control {
    ValueKind.string(TextLimits(isMultiline: true)).control(.string(text))
  }

  @Test func `long lines go on in the next row, at a blank where possible`() {
    var control = Self.box("The quick brown fox jumps\nover")
    _ = control.render(columns: 20, rows: 5)
    let lines = Self.lines(control.picture(columns: 20, rows: 5))
    #expect(lines == ["  1 The quick brown", "     fox jumps", "  2 over", "line 1 of 2, column…"])
  }

  @Test func `the cursor returns to its column after a short line`() {
    var control = Self.box("abcdef\n\nabc日def")
    _ = control.render(columns: 40, rows: 6)
    for _ in 1...5 { _ = control.update(KeyPress(.right)) }
    for _ in 1...2 { _ = control.update(KeyPress(.down)) }
    // The fifth column is the end of the wide character.
    #expect(control.picture(columns: 40, rows: 6).cursor?.column == 4 + 5)
    _ = control.update(KeyPress(.up))
    #expect(control.picture(columns: 40, rows: 6).cursor?.column == 4)
    _ = control.update(KeyPress(.up))
    #expect(control.picture(columns: 40, rows: 6).cursor?.column == 4 + 5)
  }

  @Test func `a line break and the two characters of its name look different`() throws {
    let kind = ValueKind.string(TextLimits())
    var typed = kind.control(nil)
    for character in "a\\nb" { _ = typed.update(.character(character)) }
    #expect(try typed.value() == .string("a\\nb"))
    let roles = typed.picture(columns: 20, rows: 1).lines[0].spans.map(\.role)
    #expect(!roles.contains(.escape))
    // A line break in the middle opens a box; a tab stays in the field.
    #expect(kind.control(.string("a\nb")).keyMode == .box)
    let field = kind.control(.string("a\tb"))
    #expect(field.keyMode == .text)
    #expect(
      field.picture(columns: 20, rows: 1).lines[0].spans.map { "\($0.role) \($0.text)" }
        == ["field a", "escape \\t", "field b" + String(repeating: " ", count: 16)]
    )
  }

  @Test func `pasted lines turn a field into a box, and are stored as they are`() throws {
    var control = ValueKind.string(TextLimits()).control(.string("ab"))
    _ = control.update(KeyPress(.left))
    #expect(control.paste("1\r\n2\n") == .inserted(dropped: 0))
    #expect(control.keyMode == .box)
    #expect(try control.value() == .string("a1\r\n2\nb"))
  }

  @Test func `a field becomes a box with the same text and cursor`() throws {
    var control = ValueKind.string(TextLimits()).control(.string("ab"))
    _ = control.update(KeyPress(.left))
    _ = control.update(.control("o"))
    #expect(control.keyMode == .box)
    #expect(!control.isDirty)
    _ = control.update(KeyPress(.enter))
    #expect(try control.value() == .string("a\nb"))
    #expect(control.update(.control("s")) == .commit)
  }

  @Test func `tidying changes only blanks, and the cursor keeps its place`() throws {
    var control = ValueKind.json.control(.string("{\"a\":[1,2],\"b\":{}}"))
    #expect(
      Self.lines(control.picture(columns: 60, rows: 12)).prefix(4) == [
        "  1 {", "  2   \"a\" : [", "  3     1,", "  4     2",
      ]
    )
    for press in [KeyPress(.down), KeyPress(.down), KeyPress(.end)] { _ = control.update(press) }
    _ = control.update(.character(" "))
    #expect(control.isDirty)
    _ = control.update(.control("o"))
    #expect(!control.isDirty)
    #expect(control.picture(columns: 60, rows: 12).cursor?.line == 2)
    #expect(control.picture(columns: 60, rows: 12).cursor?.column == 4 + 6)
  }

  @Test func `a new line of JSON is indented like the one above`() throws {
    var control = ValueKind.json.control(.string("{}"))
    _ = control.update(KeyPress(.right))
    _ = control.update(KeyPress(.enter))
    for character in "\"a\": 1" { _ = control.update(.character(character)) }
    #expect(control.input == .string("{\n  \"a\": 1}"))
    #expect(try control.value() == .string("{\"a\": 1}"))
  }

  @Test(
    arguments: [
      (Defaults.Rejection.notJSON(reason: "a digit", line: 3, column: 2), 2, nil),
      (
        .member("a", .element(2, .wrongKind(found: "2", expected: "String"))), 3,
        "line 4: a[1]: found 2, expected String"
      ),
      (.missingMember("c"), 0, "line 1: the member \"c\" is missing"),
    ] as [(Defaults.Rejection, Int, String?)]
  )
  func `an error is shown at its line`(
    rejection: Defaults.Rejection,
    line: Int,
    message: String?
  )
    throws
  {
    var control = ValueKind.json.control(.string("{\"a\":[1,2],\"b\":{}}"))
    let shown = control.mark(rejection)
    let lines = Self.lines(control.picture(columns: 60, rows: 12))
    #expect(lines.firstIndex { $0.hasPrefix("!") } == line)
    #expect(shown == message)
  }

  @Test func `a long text shows the rows around the cursor only`() {
    let text = (1...20_000).map {
      "line number \($0), of a text of about a megabyte, so it is long"
    }
    .joined(separator: "\n")
    var control = Self.box(text)
    for size in [(80, 20), (30, 6)] {
      _ = control.render(columns: size.0, rows: size.1)
      _ = control.update(KeyPress(.pageDown))
      _ = control.update(KeyPress(.end, .control))
      _ = control.render(columns: size.0, rows: size.1)
      let picture = control.picture(columns: size.0, rows: size.1)
      #expect(picture.lines.count == size.1)
      #expect(picture.cursor?.line == size.1 - 2)
    }
  }

  @Test(arguments: Thorough.sample(["x", "日", "e\u{301}", "👨‍👩‍👧", "\u{1B}", "word "], every: 4))
  func `every row of a very long line can be reached, and no character is lost`(text: String) {
    let whole = String(repeating: text, count: 1500 / text.utf8.count)
    var control = Self.box(whole)
    _ = control.render(columns: 60, rows: 500)
    let lines = control.picture(columns: 60, rows: 500).lines.dropLast()
    let shown = lines.map { $0.spans.dropFirst().map(\.text.string).joined() }.joined()
    #expect(shown == SafeText(whole).string)
    _ = control.update(KeyPress(.end))
    #expect(control.picture(columns: 60, rows: 500).cursor?.line == lines.count - 1)
    _ = control.render(columns: 60, rows: 6)
    for _ in lines.dropFirst() { _ = control.update(KeyPress(.up)) }
    _ = control.render(columns: 60, rows: 500)
    #expect(control.picture(columns: 60, rows: 500).cursor?.line == 0)
    for _ in lines.dropFirst() { _ = control.update(KeyPress(.down)) }
    #expect(control.picture(columns: 60, rows: 500).cursor?.line == lines.count - 1)
  }

  @Test func `a click moves the cursor to the character`() throws {
    var control = Self.box("abc\ndef")
    _ = control.render(columns: 40, rows: 6)
    _ = control.handle(MouseEvent(.press, row: 1, column: 5))
    _ = control.update(.character("X"))
    #expect(try control.value() == .string("abc\ndXef"))
  }
}
