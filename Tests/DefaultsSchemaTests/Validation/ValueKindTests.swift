import Defaults
import DefaultsSchema
import Foundation
import Testing

@Suite struct ValueKindTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var kind: ValueKind
    var text: String
    /// What the text means, or why it means nothing.
    var value: Defaults.StoredValue?
    var message: String = ""

    var testDescription: String { "\(kind.name) \(text)" }
  }

  private static let theme = ValueKind.choice([
    Choice(.string("light"), title: "Light"), Choice(.string("dark"), title: "Dark"),
  ])
  private static let interval = ValueKind.integer(NumberLimits(minimum: 5, maximum: 3600))
  private static let share = ValueKind.real(NumberLimits(minimum: 0, maximum: 1))
  private static let name = ValueKind.string(
    TextLimits(minimumLength: 3, maximumLength: 5, pattern: "^[a-z]+$", patternMessage: "a to z")
  )

  private static let accepted: [Case] = [
    Case(kind: .bool, text: "YES", value: .bool(true)),
    Case(kind: .bool, text: "off", value: .bool(false)),
    Case(kind: interval, text: " 60 ", value: .integer(60)),
    Case(kind: interval, text: "6e1", value: .integer(60)),
    Case(kind: interval, text: "5", value: .integer(5)),
    Case(kind: interval, text: "3600", value: .integer(3600)),
    Case(kind: share, text: "1", value: .real(1)),
    Case(kind: share, text: ".25", value: .real(0.25)),
    Case(kind: name, text: "abc", value: .string("abc")),
    Case(kind: theme, text: "dark", value: .string("dark")),
    Case(kind: theme, text: "Dark", value: .string("dark")),
    Case(kind: .url, text: "https://example.org/é", value: .string("https://example.org/é")),
    Case(kind: .data, text: "AAEC", value: .data(Data([0, 1, 2]))),
    Case(kind: .list(), text: "[1, \"a\"]", value: .array([.integer(1), .string("a")])),
    Case(kind: .json, text: "{ \"a\" : 1 }", value: .string("{\"a\": 1}")),
  ]

  private static let refused: [Case] = [
    Case(kind: .bool, text: "maybe", message: "\"maybe\" is neither on nor off: use true or false"),
    Case(kind: interval, text: "4", message: "4 is below the minimum 5"),
    Case(kind: interval, text: "3601", message: "3601 is above the maximum 3600"),
    Case(kind: interval, text: "1e999", message: "1e999 is too large"),
    Case(kind: interval, text: "1e30", message: "1e30 has more than 64 bits"),
    Case(kind: share, text: "1e999", message: "1e999 is too large"),
    Case(kind: interval, text: " ", message: "a number between 5 and 3600 is needed"),
    Case(kind: share, text: "", message: "a number between 0 and 1 is needed"),
    Case(kind: .integer(NumberLimits()), text: "", message: "a number is needed"),
    Case(
      kind: .integer(NumberLimits(minimum: 5)),
      text: "",
      message: "a number of at least 5 is needed"
    ),
    Case(
      kind: .real(NumberLimits(minimum: 0, maximum: 0.5, excludesMinimum: true)),
      text: "",
      message: "a number above 0 and of at most 0.5 is needed"
    ),
    Case(
      kind: .real(NumberLimits(maximum: 1, excludesMaximum: true)),
      text: "",
      message: "a number below 1 is needed"
    ),
    Case(
      kind: .date,
      text: "2026-02-31",
      message: "February 2026 has no day 31: its last day is 28"
    ),
    Case(
      kind: .date,
      text: "2024-02-30 12:00",
      message: "February 2024 has no day 30: its last day is 29"
    ),
    Case(
      kind: .date,
      text: "",
      message: "a date is needed: write 2026-03-14 09:26:53 or 2026-03-14T09:26:53Z"
    ),
    Case(
      kind: .date,
      text: "2026-13-01",
      message:
        "\"2026-13-01\" is not a date: write 2026-03-14 09:26:53 or 2026-03-14T09:26:53Z"
    ),
    Case(kind: interval, text: "six", message: "\"six\" is not a number"),
    Case(kind: interval, text: "6.5", message: "6.5 is not a whole number"),
    Case(kind: share, text: "1.01", message: "1.01 is above the maximum 1"),
    Case(kind: share, text: "-0.1", message: "-0.1 is below the minimum 0"),
    Case(kind: share, text: "nan", message: "\"nan\" is not a number"),
    Case(kind: name, text: "ab", message: "2 characters of at least 3"),
    Case(kind: name, text: "abcdef", message: "6 characters of at most 5"),
    Case(kind: name, text: "aBc", message: "a to z"),
    Case(
      kind: .string(TextLimits()),
      text: "a\u{1B}b",
      message: "the control character U+001B cannot be stored"
    ),
    Case(
      kind: theme,
      text: "drak",
      message: "\"drak\" is none of \"light\", \"dark\" (did you mean \"dark\"?)"
    ),
    Case(
      kind: .choice([Choice(.string("red"), title: "Red")]),
      text: "rde",
      message: "\"rde\" is none of \"red\" (did you mean \"red\"?)"
    ),
    Case(
      kind: .choice([Choice(.integer(15), title: "Fifteen"), Choice(.integer(8), title: "Eight")]),
      text: "Fiften",
      message: "\"Fiften\" is none of \"15\", \"8\" (did you mean \"Fifteen\"?)"
    ),
    Case(
      kind: .url,
      text: "example.org",
      message: "\"example.org\" is not a URL: write one with a scheme, "
        + "https://example.org for example"
    ),
    Case(kind: .list(), text: "{}", message: "found Dictionary, expected List"),
    Case(
      kind: .list(),
      text: "[1,",
      message: "line 1, column 4: a value is missing"
    ),
  ]

  @Test(arguments: accepted)
  func `text that fits is read`(example: Case) throws {
    let value = try example.kind.parse(example.text)
    try example.kind.validate(value)
    #expect(value == example.value)
  }

  @Test(arguments: refused)
  func `text that does not fit is refused with the reason`(example: Case) {
    do throws(Defaults.Rejection) {
      let value = try example.kind.parse(example.text)
      try example.kind.validate(value)
      Issue.record("accepted as \(value)")
    } catch {
      #expect("\(error)" == example.message)
    }
  }

  @Test func `a stored value of another kind is named`() {
    do throws(Defaults.Rejection) {
      try Self.interval.validate(.string("abc"))
      Issue.record("accepted")
    } catch {
      #expect("\(error)" == "found String, expected Int")
    }
  }

  @Test func `a NaN is within no limits`() {
    #expect(throws: Defaults.Rejection.self) { try Self.share.validate(.real(.nan)) }
  }

  @Test func `an address stored as a JSON string is an address`() throws {
    let stored = Defaults.StoredValue.string("\"https:\\/\\/example.org\"")
    try ValueKind.url.validate(stored)
    #expect(ValueKind.url.editableText(stored) == "https://example.org")
  }
}
