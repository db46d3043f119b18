import Defaults
import DefaultsSchema
import Testing

@testable import EditorCore

/// Questions for values, and the meaning of the lines that answer them.
struct QuestionTests {
  private static func entry(_ kind: ValueKind, default value: Defaults.StoredValue? = nil) -> Entry
  {
    Entry(untypedKey: "key", title: "Title", kind: kind, defaultValue: value)
  }

  private static let colours = [
    Choice(.string("red"), title: "Red"), Choice(.string("green"), title: "Green", help: "Calm."),
    Choice(.string("1"), title: "One"),
  ]

  private static func question(
    _ kind: ValueKind,
    stored: Defaults.StoredValue? = nil,
    default value: Defaults.StoredValue? = nil
  ) -> Question {
    let layers = stored.map {
      [Defaults.LayeredValue(layer: .user, location: nil, value: $0)]
    }
    return Question(key: "key", entry: entry(kind, default: value), layers: layers ?? [])
  }

  @Test(arguments: [
    (ValueKind.bool, "yes", Defaults.StoredValue.bool(true)), (.bool, "0", .bool(false)),
    (.integer(.init()), " 7 ", .integer(7)), (.real(.init()), "2", .real(2)),
    (.string(.init()), " a ", .string(" a ")), (.string(.init()), "\"\"", .string("")),
    (.choice(colours), "2", .string("green")), (.choice(colours), "Red", .string("red")),
    (.choice(colours), "1", .string("red")), (.choice(colours), "=1", .string("1")),
    (.choice(colours), "3", .string("1")),
    (.choices(colours), "1,=1", .array([.string("red"), .string("1")])),
    (.choices(colours), "2, red", .array([.string("green"), .string("red")])),
    (.choices(colours), "[\"red\"]", .array([.string("red")])),
    (.list(), "[1, \"a\"]", .array([.integer(1), .string("a")])),
  ])
  func `a line is the value that it names`(
    kind: ValueKind,
    line: String,
    value: Defaults.StoredValue
  ) throws {
    #expect(try Self.question(kind).answer(to: line) == .value(value))
  }

  @Test(arguments: [
    (ValueKind.bool, "maybe"), (.integer(.init(minimum: 5)), "4"), (.integer(.init()), "x"),
    (.choice(colours), "4"), (.choice(colours), "blue"), (.choices(colours), "1,2,9"),
    (.string(.init(minimumLength: 1)), "\"\""), (.date, "soon"),
  ])
  func `a line that names no value is refused`(kind: ValueKind, line: String) {
    #expect(throws: Defaults.Rejection.self) { try Self.question(kind).answer(to: line) }
  }

  @Test(arguments: [ValueKind.bool, .string(.init(minimumLength: 1)), .choice(colours), .list()])
  func `an empty line keeps the value`(kind: ValueKind) throws {
    #expect(try Self.question(kind, stored: .string("x")).answer(to: "") == .keep)
  }

  @Test func `the question has the title, the choices with numbers, and the value`() {
    let choice = Self.question(.choice(Self.colours), stored: .string("green"))
    #expect(
      choice.lines == [
        "Title (key)", "  1) red  Red", "* 2) green  Green  Calm.", "  3) 1  One",
        "A number means the choice of this number; =1 means the value 1.",
      ]
    )
    #expect(choice.prompt == "Value [green]: ")
    #expect(
      Self.question(.integer(.init(minimum: 1, maximum: 9)), default: .integer(3)).prompt
        == "Value [3 (default)]: "
    )
    #expect(Self.question(.bool).prompt == "Value [unset]: ")
    let several = Self.question(.choices(Self.colours), stored: .array([.string("red")]))
    #expect(several.lines[1...3].map { $0.first } == ["*", " ", " "])
  }

  @Test func `a secret is in no text`() throws {
    var entry = Self.entry(.integer(.init(minimum: 1)))
    entry.isSecret = true
    let layer = Defaults.LayeredValue(layer: .user, location: nil, value: .integer(4711))
    let question = Question(key: "key", entry: entry, layers: [layer])
    #expect(question.isSecret)
    #expect(!(question.lines.joined() + question.prompt).contains("4711"))
    do throws(Defaults.Rejection) {
      _ = try question.answer(to: "hush")
      Issue.record("the answer was accepted")
    } catch {
      #expect(!question.reason(error).contains("hush"))
    }
    #expect(Question(key: "apiToken", entry: nil, layers: []).isSecret)
  }

  @Test func `a key without a schema has the kind of its value, or is text`() throws {
    let layer = Defaults.LayeredValue(layer: .user, location: nil, value: .integer(1))
    let number = Question(key: "n", entry: nil, layers: [layer])
    #expect(try number.answer(to: "5") == .value(.integer(5)))
    #expect(throws: Defaults.Rejection.self) { try number.answer(to: "five") }
    #expect(try Question(key: "t", entry: nil, layers: []).answer(to: "5") == .value(.string("5")))
  }
}
