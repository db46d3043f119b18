import Defaults
import DefaultsSchema
import Terminal
import Testing

@testable import EditorCore

/// Steps of a number lead to values that can be stored.
@Suite struct NumberGridTests {
  private static let byFives: ValueKind = .integer(
    NumberLimits(minimum: 0, maximum: 100, multipleOf: 5)
  )

  /// Returns the text of a field after something was typed in the place of its number.
  private func text(
    _ kind: ValueKind,
    typing typed: String,
    _ keys: [KeyPress.Key]
  ) throws -> String {
    var control = kind.control(nil)
    for character in typed { _ = control.update(.character(character)) }
    for key in keys { _ = control.update(KeyPress(key)) }
    guard case .string(let text) = control.input else { return "" }
    // Whatever a step leads to is a value of the kind.
    if !keys.isEmpty { try kind.validate(control.value()) }
    return text
  }

  @Test(arguments: [
    ("9", KeyPress.Key.up, "10"), ("9", .down, "5"), ("11", .up, "15"), ("11", .down, "10"),
    ("51", .up, "55"), ("9", .pageUp, "55"), ("91", .pageDown, "45"), ("98", .pageUp, "100"),
    ("101", .down, "100"), ("4000", .pageDown, "100"), ("-7", .up, "0"), ("-7", .pageUp, "0"),
  ])
  func `a step from beside the grid leads to the next number of the grid`(
    typed: String,
    key: KeyPress.Key,
    expected: String
  ) throws {
    #expect(try text(Self.byFives, typing: typed, [key]) == expected)
  }

  @Test(arguments: [
    // The origin of the grid is the minimum, or else 0.
    (NumberLimits<Int128>(minimum: 3, maximum: 20, step: 5), "9", KeyPress.Key.up, "13"),
    (NumberLimits(minimum: 3, maximum: 20, step: 5), "18", .up, "20"),
    (NumberLimits(minimum: 3, maximum: 20, step: 5), "20", .down, "18"),
    (NumberLimits(step: 5), "-9", .up, "-5"), (NumberLimits(step: 5), "-9", .down, "-10"),
    (NumberLimits(maximum: 20, step: 5), "19", .up, "20"),
    // Multiples are those of 0, whatever the minimum and the step are.
    (NumberLimits(minimum: 1, multipleOf: 4), "1", .up, "4"),
    (NumberLimits(minimum: 1, step: 6, multipleOf: 4), "4", .up, "8"),
    (NumberLimits(minimum: 1, step: 6, multipleOf: 4), "8", .up, "16"),
    // Without a step there is no grid.
    (NumberLimits(minimum: 3), "9", .up, "10"), (NumberLimits(minimum: 3), "4", .pageDown, "3"),
  ])
  func `the grid of a step begins at the minimum or at 0`(
    limits: NumberLimits<Int128>,
    typed: String,
    key: KeyPress.Key,
    expected: String
  ) throws {
    #expect(try text(.integer(limits), typing: typed, [key]) == expected)
  }

  @Test(arguments: [
    (NumberLimits<Double>(step: 0.25), "1.1", [KeyPress.Key.up], "1.25"),
    (NumberLimits(step: 0.25), "1.1", [.down], "1"),
    (NumberLimits(step: 0.1), "0.1", [.up, .up], "0.3"),
    (NumberLimits(step: 0.1), "0.7", [.up, .up, .up, .down], "0.9"),
    (NumberLimits(minimum: 0.05, step: 0.1), "0.3", [.up], "0.35"),
    (NumberLimits(minimum: 0, maximum: 1), "0.33", [.up], "0.38"),
    (NumberLimits(minimum: 0.1, maximum: 0.3), "0.1", [.up, .up, .up], "0.13"),
    (NumberLimits(), "0.5", [.up], "1.5"), (NumberLimits(), "1e-7", [.up], "1.0000001"),
    (NumberLimits(step: 0.1), "1e-30", [.up], "0.1"), (NumberLimits(), "1e30", [.down], "1e+30"),
    (NumberLimits(step: 1e-20), "1e30", [.up], "1e30"),
    (NumberLimits(minimum: 0, multipleOf: 0.01), "19.999", [.up], "20"),
    (NumberLimits(minimum: -1, maximum: 1, step: 0.3), "0.9", [.up], "1"),
  ])
  func `steps of real numbers are exact`(
    limits: NumberLimits<Double>,
    typed: String,
    keys: [KeyPress.Key],
    expected: String
  ) throws {
    #expect(try text(.real(limits), typing: typed, keys) == expected)
  }

  @Test(arguments: [
    (ValueKind.integer(NumberLimits(minimum: 0, maximum: 10)), "0", "10"),
    (
      .integer(
        NumberLimits(minimum: 0, maximum: 10, excludesMinimum: true, excludesMaximum: true)
      ), "1", "9"
    ),
    (
      .integer(
        NumberLimits(minimum: 0, maximum: 10, excludesMinimum: true, excludesMaximum: true, step: 3)
      ), "1", "9"
    ),
    (.integer(NumberLimits(minimum: 1, maximum: 22, multipleOf: 5)), "5", "20"),
    (
      .integer(
        NumberLimits(
          minimum: -10,
          maximum: 20,
          excludesMinimum: true,
          excludesMaximum: true,
          multipleOf: 5
        )
      ), "-5", "15"
    ),
    (
      .real(NumberLimits(minimum: 0, maximum: 1, excludesMinimum: true, excludesMaximum: true)),
      "0.05", "0.95"
    ),
    (
      .real(
        NumberLimits(
          minimum: 0,
          maximum: 1,
          excludesMinimum: true,
          excludesMaximum: true,
          step: 0.1
        )
      ), "0.1", "0.9"
    ),
    (
      .real(
        NumberLimits(minimum: 0, maximum: 1, excludesMinimum: true, excludesMaximum: true, step: 5)
      ), "0.05", "0.95"
    ),
    (.real(NumberLimits(minimum: 0.25, maximum: 1.3, multipleOf: 0.1)), "0.3", "1.3"),
  ])
  func `Home and End give the least and the greatest value that can be stored`(
    kind: ValueKind,
    least: String,
    greatest: String
  ) throws {
    #expect(try text(kind, typing: "0.5", [.home]) == least)
    #expect(try text(kind, typing: "", [.end]) == greatest)
  }

  @Test(arguments: [
    ("100", KeyPress.Key.up, "no greater value"), ("0", .pageDown, "no smaller value"),
    ("100", .end, "no greater value"), ("0", .home, "no smaller value"),
    ("500", .up, "no greater value"), ("-3", .down, "no smaller value"),
  ])
  func `a step beyond the last value changes nothing and says so`(
    typed: String,
    key: KeyPress.Key,
    note: String
  ) {
    var control = Self.byFives.control(nil)
    for character in typed { _ = control.update(.character(character)) }
    #expect(control.update(KeyPress(key)) == .moved)
    #expect(control.input == .string(typed))
    #expect(control.picture(columns: 40, rows: 3).lines[0].text.string.hasSuffix(note))
    _ = control.update(KeyPress(.left))
    #expect(!control.picture(columns: 40, rows: 3).lines[0].text.string.contains("value"))
  }

  @Test(arguments: [("1x", KeyPress.Key.down), ("-", .up), ("1e", .pageUp), ("+.", .pageDown)])
  func `a step does not replace typed text that is not a number`(
    typed: String,
    key: KeyPress.Key
  ) {
    for value in [nil, Defaults.StoredValue.integer(30)] {
      var control = Self.byFives.control(value)
      _ = control.update(.character("1"))
      _ = control.update(KeyPress(.backspace))
      for character in typed { _ = control.update(.character(character)) }
      #expect(control.update(KeyPress(key)) == .moved)
      #expect(control.input == .string(typed))
    }
  }

  @Test(arguments: [ValueKind.integer(NumberLimits()), .integer(.word), .real(NumberLimits())])
  func `without a bound, Home and End move the cursor as in any text`(kind: ValueKind) {
    var control = kind.control(.integer(75))
    _ = control.update(KeyPress(.home))
    _ = control.update(.character("1"))
    _ = control.update(KeyPress(.end))
    _ = control.update(.character("0"))
    #expect(control.input == .string("1750"))
    for command in [StepCommand.minimum, .maximum] {
      #expect(control.hintWords[KeyAction(command)] == "")
    }
  }

  @Test(arguments: [
    NumberLimits<Int128>(minimum: .max, excludesMinimum: true, multipleOf: 7),
    NumberLimits(maximum: .min, excludesMaximum: true, step: .max),
    NumberLimits(minimum: .min, maximum: .max, step: .max), NumberLimits(step: 0, multipleOf: 0),
  ])
  func `limits at the ends of the integers stop nothing`(limits: NumberLimits<Int128>) {
    var control = ValueKind.integer(limits).control(.integer(.max))
    for key in [KeyPress.Key.up, .down, .pageUp, .pageDown, .home, .end, .down] {
      #expect(control.update(KeyPress(key)) != .ignored)
    }
  }

  // MARK: - Steps in the list

  /// Returns what a key press in the list stores for a key; nil if it stores nothing.
  private func stored(
    pressing key: String,
    _ stored: Defaults.StoredValue?,
    _ kind: ValueKind = byFives,
    default fallback: Defaults.StoredValue? = nil
  ) throws -> Defaults.StoredValue? {
    var entry = Entry(untypedKey: "count", title: "Count", kind: kind, defaultValue: fallback)
    entry.isOptional = true
    let suite = Defaults.Suite(inMemory: "org.example.numbers")
    let schema = Schema(suite: suite, title: "Numbers") { Section("Numbers") { entry } }
    var state = EditorState(
      document: Document(schema: schema, stored: stored.map { ["count": $0] } ?? [:]),
      size: Size(columns: 80, rows: 24)
    )
    _ = try Step.presses(key).flatMap { update(&state, .event(.key($0))) }
    return state.requests.writes.values.first?.value
  }

  @Test(arguments: ["+", "-"], [nil, Defaults.StoredValue.string("text")])
  func `a step in the list gives a number to a key without a valid one`(
    key: String,
    value: Defaults.StoredValue?
  ) throws {
    #expect(try stored(pressing: key, value) == .integer(0))
    #expect(try stored(pressing: key, value, .integer(NumberLimits(minimum: 7))) == .integer(7))
    let negative = ValueKind.integer(NumberLimits(maximum: -2, multipleOf: 5))
    #expect(try stored(pressing: key, value, negative) == .integer(-5))
  }

  @Test func `a step in the list begins at the default of a key that is unset`() throws {
    #expect(try stored(pressing: "+", nil, default: .integer(50)) == .integer(55))
    #expect(try stored(pressing: "+", .string("text"), default: .integer(50)) == .integer(50))
    #expect(try stored(pressing: "-", nil, default: .integer(50)) == .integer(45))
  }

  @Test(arguments: [
    ("+", 52, 55), ("-", 52, 50), ("-", 4000, 100), ("+", -4000, 0), ("+", 4000, nil),
    ("-", -7, nil), ("+", 100, nil),
  ])
  func `a step in the list leads to the next valid number in its direction`(
    key: String,
    value: Int,
    expected: Int?
  ) throws {
    let new = try stored(pressing: key, .integer(Int128(value)))
    #expect(new == expected.map { .integer(Int128($0)) })
  }
}
