import Defaults
import DefaultsSchema
import Terminal
import Testing

@testable import EditorCore

/// A line end that was copied together with a value is no part of the value.
@Suite struct PastedLineEndTests {
  private static let kinds: [(kind: ValueKind, text: String, value: Defaults.StoredValue)] = [
    (.integer(NumberLimits()), "12", .integer(12)), (.real(NumberLimits()), "0.5", .real(0.5)),
    (.color, "#ff8800", .string("#ff8800")), (.string(TextLimits()), "hello", .string("hello")),
    (.url, "https://example.org", .string("https://example.org")),
    (.path, "/home/ada", .string("/home/ada")), (.any, "[1]", .array([.integer(1)])),
  ]

  private static let ends: [(before: String, after: String)] = [
    ("", "\n"), ("", "\r\n"), ("", "\r"), ("\n", ""), ("\r\n", "\n\n"),
  ]

  @Test(arguments: ends, kinds)
  func `line ends around a pasted value are dropped`(
    end: (before: String, after: String),
    kind: (kind: ValueKind, text: String, value: Defaults.StoredValue)
  ) throws {
    for isSecret in [false, true] {
      var control = kind.kind.control(nil, isSecret: isSecret)
      let mode = control.keyMode
      #expect(control.paste(end.before + kind.text + end.after) == .inserted(dropped: 0))
      #expect(control.keyMode == mode)
      #expect(try control.value() == kind.value)
      #expect(control.update(KeyPress(.enter)) == .commit)
    }
  }

  @Test(arguments: kinds)
  func `a pasted line end alone changes nothing`(
    kind: (kind: ValueKind, text: String, value: Defaults.StoredValue)
  ) throws {
    // An array is edited in a box, in which a line end is text.
    guard kind.kind != .any else { return }
    for isSecret in [false, true] {
      var control = kind.kind.control(kind.value, isSecret: isSecret)
      _ = control.paste("\n")
      #expect(!control.isDirty)
    }
  }

  @Test func `the value of a choice that is not listed is pasted without its line end`() throws {
    let choices = [Choice(.string("a"), title: "a")]
    var control = ValueKind.choice(choices, others: .string(TextLimits())).control(nil)
    for key in [KeyPress.Key.end, .enter] { _ = control.update(KeyPress(key)) }
    #expect(control.paste("hello\n") == .inserted(dropped: 0))
    #expect(try control.value() == .string("hello"))
  }

  @Test func `the name of an entry is pasted without its line end`() throws {
    var control = ValueKind.dictionary(of: .integer(NumberLimits())).control(.dictionary([:]))
    _ = control.update(.character("a"))
    _ = control.paste("width\n")
    _ = control.update(KeyPress(.enter))
    _ = control.paste("7\r\n")
    _ = control.update(KeyPress(.enter))
    #expect(try control.value() == .dictionary(["width": .integer(7)]))
  }

  @Test func `the text of a filter is pasted without its line end`() throws {
    var buffer = TextBuffer(line: "")
    buffer.paste("\nproxy\r\n")
    #expect(buffer.text == "proxy")
  }

  @Test func `a text with line ends inside is edited in a box, as it was pasted`() throws {
    var control = ValueKind.string(TextLimits()).control(nil)
    #expect(control.paste("one\ntwo\n") == .inserted(dropped: 0))
    #expect(control.keyMode == .box)
    #expect(try control.value() == .string("one\ntwo\n"))
  }
}
