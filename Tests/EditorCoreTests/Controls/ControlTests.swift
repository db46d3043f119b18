import Defaults
import DefaultsSchema
@testable import EditorCore
import Terminal
import Testing

@Suite struct ControlTests {
  private let percent = NumberControl(
    number: .real(NumberLimits(minimum: 0, maximum: 1, step: 0.05)),
    unit: ""
  )

  private func press(
    _ control: some Control,
    _ value: Defaults.StoredValue?,
    _ keys: KeyPress.Key...
  ) throws -> Defaults.StoredValue {
    var draft = control.draft(for: value)
    for key in keys { _ = control.update(&draft, with: KeyPress(key)) }
    return try control.parse(draft)
  }

  @Test func `a toggle flips and is done`() throws {
    var draft = ToggleControl().draft(for: .bool(true))
    #expect(ToggleControl().update(&draft, with: .character(" ")) == .commit)
    #expect(try ToggleControl().parse(draft) == .bool(false))
  }

  @Test func `steps of a fraction leave no digits behind`() throws {
    #expect(try press(percent, .real(0.1), .up, .up, .up) == .real(0.25))
  }

  @Test func `a step stops at the bound`() throws {
    #expect(try press(percent, .real(0.98), .up) == .real(1))
    #expect(try press(percent, .real(0.3), .pageDown) == .real(0))
  }

  @Test func `Home and End go to the bounds, also from text that is no number`() throws {
    #expect(try press(percent, .real(0.5), .home) == .real(0))
    #expect(try press(percent, .string("abc"), .end) == .real(1))
  }

  @Test func `a step over the range of a machine word goes nowhere`() throws {
    let control = NumberControl(number: .whole(NumberLimits()), unit: "")
    #expect(try press(control, .integer(.max), .up) == .integer(.max))
  }

  @Test func `a number field shows where the number lies between its bounds`() {
    let context = ControlContext(stored: nil, defaultValue: nil, isRejected: false)
    let picture = percent.render(percent.draft(for: .real(0)), context: context, columns: 40)
    #expect(picture.lines[1].spans[0].text.string.hasPrefix("0 ├●"))
  }

  @Test(arguments: [
    NumberControl.Number.whole(NumberLimits(minimum: .min, maximum: .max)),
    .real(NumberLimits(minimum: -.greatestFiniteMagnitude, maximum: .greatestFiniteMagnitude)),
  ])
  func `bounds too far apart for a scale show none`(number: NumberControl.Number) {
    let control = NumberControl(number: number, unit: "")
    let context = ControlContext(stored: nil, defaultValue: nil, isRejected: false)
    let picture = control.render(control.draft(for: .real(5)), context: context, columns: 700)
    #expect(!picture.lines.contains { $0.spans.contains { $0.text.string.contains("├") } })
  }

  @Test func `a digit picks a choice at once`() throws {
    let control = ChoiceControl(choices: [
      Choice(.string("a"), title: "A"), Choice(.string("b"), title: "B"),
    ])
    var draft = control.draft(for: nil)
    #expect(control.update(&draft, with: .character("2")) == .commit)
    #expect(try control.parse(draft) == .string("b"))
    #expect(control.update(&draft, with: .character("3")) == .ignored)
  }

  @Test func `nothing is chosen before a choice is highlighted`() {
    let control = ChoiceControl(choices: [Choice(.string("a"), title: "A")])
    var draft = control.draft(for: .string("x"))
    #expect(control.update(&draft, with: KeyPress(.enter)) == .ignored)
    #expect(throws: Defaults.Rejection.self) { try control.parse(draft) }
  }

  @Test(arguments: [
    (ValueKind.date, "2026-03-14 09:26:53"), (.list(), "[1, 2]"), (.url, "https://a.example/b"),
    (.dictionary(), "{\"a\": true}"), (.data, "AAEC"), (.json, "{\"x\": 1}"),
  ])
  func `text stands for a value and comes back from it`(kind: ValueKind, text: String) throws {
    let control = TextControl(kind: kind)
    let value = try control.parse(.text(LineBuffer(text)))
    #expect(try control.parse(control.draft(for: value)) == value)
  }
}
