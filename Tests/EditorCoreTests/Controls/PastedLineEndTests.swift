import Defaults
import DefaultsSchema
import Terminal
import Testing

@testable import EditorCore

/// A line end that was copied together with a value is no part of the value.
@Suite struct PastedLineEndTests {
  @Test(
    arguments: ["\n", "\r\n"],
    [
      (ValueKind.integer(NumberLimits()), "12", Defaults.StoredValue.integer(12)),
      (.real(NumberLimits()), "0.5", .real(0.5)), (.color, "#ff8800", .string("#ff8800")),
      (.string(TextLimits()), "hello", .string("hello")),
    ]
  )
  func `a pasted line ends a value of one line`(
    end: String,
    kind: (kind: ValueKind, text: String, value: Defaults.StoredValue)
  ) throws {
    var control = kind.kind.control(nil)
    let mode = control.keyMode
    withKnownIssue("Fields of numbers and colours refuse it, and a field of text becomes a box") {
      #expect(control.paste(kind.text + end) == .inserted(dropped: 0))
      #expect(control.keyMode == mode)
      let value = try control.value()
      #expect(value == kind.value)
    }
  }
}
