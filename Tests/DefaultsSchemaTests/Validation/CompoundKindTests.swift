import Defaults
import DefaultsSchema
import Foundation
import Testing

/// Kinds that are made of others, and limits beyond the two ends of a range.
@Suite struct CompoundKindTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var kind: ValueKind
    var text: String
    /// What the text means, or why it means nothing.
    var value: Defaults.StoredValue?
    var message: String = ""

    var testDescription: String { "\(kind.name) \(text)" }
  }

  private static let names = [
    Choice(.string("physical"), title: "Physical cores"), Choice(.string("logical"), title: "All"),
  ]
  private static let threads = ValueKind.choice(
    names,
    others: .integer(NumberLimits(minimum: 0, maximum: 255))
  )
  private static let open = NumberLimits(
    minimum: 0.0,
    maximum: 1,
    excludesMinimum: true,
    excludesMaximum: true
  )
  private static let brush = ValueKind.table(
    [
      TableMember("width", kind: .real(NumberLimits(minimum: 0))),
      TableMember("tip", kind: .choice(names), isRequired: true),
    ],
    others: nil
  )
  private static let shades = ValueKind.list(
    of: .color,
    CollectionLimits(minimumCount: 1, maximumCount: 2, isUnique: true)
  )
  private static let mixed = ValueKind.alternatives([
    Alternative(.string(TextLimits())), Alternative(.integer(NumberLimits(minimum: 0))),
    Alternative(.list(of: .string(TextLimits()))),
  ])

  private static let accepted: [Case] = [
    Case(kind: threads, text: "physical", value: .string("physical")),
    Case(kind: threads, text: "Physical cores", value: .string("physical")),
    Case(kind: threads, text: "12", value: .integer(12)),
    Case(
      kind: .choices(names),
      text: "logical, All",
      value: .array([.string("logical"), .string("logical")])
    ),
    Case(kind: .choices(names), text: "[\"physical\"]", value: .array([.string("physical")])),
    Case(kind: .choices(names), text: "", value: .array([])),
    Case(kind: .real(open), text: "0.5", value: .real(0.5)),
    Case(kind: .real(NumberLimits(multipleOf: 0.1)), text: "0.3", value: .real(0.3)),
    Case(kind: .integer(NumberLimits(multipleOf: 5)), text: "-15", value: .integer(-15)),
    Case(kind: .path, text: "/tmp/a b ", value: .string("/tmp/a b ")),
    Case(kind: .color, text: "#f80", value: .string("#f80")),
    Case(kind: .color, text: "rgb(1, 2, 3)", value: .string("rgb(1, 2, 3)")),
    Case(
      kind: shades,
      text: "[\"red\", \"#112233\"]",
      value: .array([.string("red"), .string("#112233")])
    ),
    Case(
      kind: .list(of: .date),
      text: "[\"1970-01-01T00:00:01Z\"]",
      value: .array([.date(Date(timeIntervalSince1970: 1))])
    ),
    Case(
      kind: .dictionary(of: .real(NumberLimits())),
      text: "{\"a\": 1}",
      value: .dictionary(["a": .real(1)])
    ),
    Case(
      kind: brush,
      text: "{\"width\": 2, \"tip\": \"logical\"}",
      value: .dictionary(["width": .real(2), "tip": .string("logical")])
    ),
    Case(kind: mixed, text: "7", value: .integer(7)),
    Case(kind: mixed, text: "-7", value: .string("-7")),
    Case(kind: mixed, text: "[\"a\"]", value: .array([.string("a")])),
    Case(
      kind: .string(TextLimits(isEmail: true)),
      text: "ada@example.org",
      value: .string("ada@example.org")
    ),
  ]

  private static let refused: [Case] = [
    Case(kind: threads, text: "256", message: "256 is above the maximum 255"),
    Case(kind: threads, text: "some", message: "\"some\" is not a number"),
    Case(
      kind: .choices(names),
      text: "logical, phisical",
      message: "\"phisical\" is none of \"physical\", \"logical\" (did you mean \"physical\"?)"
    ),
    Case(
      kind: .choices(names, CollectionLimits(isUnique: true)),
      text: "logical,logical",
      message: "item 2 is in the list already"
    ),
    Case(kind: .real(open), text: "0", message: "0 is not above 0"),
    Case(kind: .real(open), text: "1", message: "1 is not below 1"),
    Case(
      kind: .real(NumberLimits(multipleOf: 0.1)),
      text: "0.35",
      message: "0.35 is not a multiple of 0.1"
    ),
    Case(
      kind: .integer(NumberLimits(multipleOf: 5)),
      text: "7",
      message: "7 is not a multiple of 5"
    ),
    Case(kind: .path, text: "a\u{0}", message: "the control character U+0000 cannot be stored"),
    Case(
      kind: .color,
      text: "#ff880",
      message: "\"#ff880\" is not a colour: write #ff8800, rgb(255, 136, 0), "
        + "hsl(32, 100%, 50%) or a name such as orange"
    ),
    Case(kind: shades, text: "[]", message: "0 items of at least 1"),
    Case(kind: shades, text: "[\"red\", \"b\", \"c\"]", message: "3 items of at most 2"),
    Case(kind: shades, text: "[\"red\", \"red\"]", message: "item 2 is in the list already"),
    Case(kind: shades, text: "[\"red\", 1]", message: "item 2: found Int, expected Color"),
    Case(
      kind: .dictionary(of: .bool),
      text: "{\"a\": true, \"b\": 1}",
      message: "\"b\": found Int, expected Bool"
    ),
    Case(kind: brush, text: "{\"width\": 2}", message: "the member \"tip\" is missing"),
    Case(
      kind: brush,
      text: "{\"tip\": \"logical\", \"widht\": 2}",
      message: "there is no member \"widht\" (did you mean \"width\"?)"
    ),
    Case(
      kind: brush,
      text: "{\"tip\": \"logical\", \"width\": -2}",
      message: "\"width\": -2 is below the minimum 0"
    ),
    Case(
      kind: .alternatives([Alternative(.bool), Alternative(.integer(NumberLimits(minimum: 0)))]),
      text: "-1",
      message: "-1 is below the minimum 0"
    ),
    Case(
      kind: .string(TextLimits(isEmail: true)),
      text: "ada at example.org",
      message: "\"ada at example.org\" is not an email address: write one such as ada@example.org"
    ),
  ]

  @Test(arguments: accepted)
  func `text that fits is read`(example: Case) throws {
    let value = try example.kind.parse(example.text)
    try example.kind.validate(value)
    #expect(value == example.value)
  }

  @Test(arguments: accepted)
  func `a value comes back from the text that a person edits`(example: Case) throws {
    let value = try #require(example.value)
    let text = example.kind.editableText(value)
    #expect(try example.kind.parse(text) == value)
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

  @Test func `a stored value that is no alternative is named with all of them`() {
    do throws(Defaults.Rejection) {
      try Self.mixed.validate(.bool(true))
      Issue.record("accepted")
    } catch {
      #expect("\(error)" == "found Bool, expected String or Int or List")
    }
  }

  @Test func `a search that would take for ever is given up as a mismatch`() {
    let limits = TextLimits(pattern: "^(a+)+$", patternMessage: "only a")
    let text = String(repeating: "a", count: 200) + "!"
    #expect(throws: Defaults.Rejection.patternMismatch(pattern: "^(a+)+$", message: "only a")) {
      try ValueKind.string(limits).validate(.string(text))
    }
  }

  @Test func `numbers take the form of their kind before they are stored`() throws {
    let suite = Defaults.Suite(inMemory: "org.example.numbers")
    let kind = ValueKind.table([TableMember("x", kind: .list(of: .real(NumberLimits())))])
    let entry = Entry(untypedKey: "point", title: "Point", kind: kind)
    try entry.write(.dictionary(["x": .array([.integer(1)]), "y": .integer(2)]), to: suite)
    #expect(
      suite.storedValue(forKey: "point")
        == .dictionary(["x": .array([.real(1)]), "y": .integer(2)])
    )
  }
}
