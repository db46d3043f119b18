import Defaults
import DefaultsSchema
import Foundation
import Terminal
import Testing

@testable import EditorCore

@Suite struct ControlTests {
  private static let percent: ValueKind = .real(NumberLimits(minimum: 0, maximum: 1, step: 0.05))
  private static let abc = [
    Choice(.string("a"), title: "A"), Choice(.string("b"), title: "B"),
  ]
  private static let letters: ValueKind = .choice(abc)

  /// Alternatives whose first form has a single value, which Enter stores at once.
  private static let union: ValueKind = .alternatives([
    Alternative(.choice([Choice(.string("auto"), title: "Automatic")])),
    Alternative(.integer(NumberLimits())), Alternative(.bool),
  ])

  private static let table: ValueKind = .table([
    TableMember("when", kind: .date),
    TableMember("level", kind: .real(NumberLimits()), defaultValue: .real(2)),
  ])

  /// Values that their kind would write differently, each with a press that changes something.
  static let awkward: [(kind: ValueKind, value: Defaults.StoredValue, press: KeyPress)] = [
    (.bool, .bool(true), .character(" ")),
    (.bool, .string("yes"), .character(" ")),
    (.integer(NumberLimits()), .real(7), .character("1")),
    (.integer(NumberLimits()), .string(" 07"), .character("1")),
    (.real(NumberLimits()), .integer(7), .character("1")),
    (.real(NumberLimits()), .real(-0.0), .character("1")),
    (.string(TextLimits()), .string("e\u{301}\r\n\u{0}"), .character("x")),
    (.string(TextLimits()), .integer(1), .character("x")),
    (.url, .string("\"https://a.example/%41\""), .character("x")),
    (.json, .string("{ \"b\" : 1.0 }"), .character("x")),
    (.json, .string("no JSON"), .character("x")),
    (.string(TextLimits()), .string("e\u{301}\r\n\u{0}\n"), .character("x")),
    (.string(TextLimits(isMultiline: true)), .string("\r"), KeyPress(.enter)),
    (.any, .dictionary(["a": .data(Data([1])), "b": .uid(7)]), KeyPress(.enter)),
    (.data, .data(Data([0, 255])), KeyPress(.delete)),
    (.data, .string("AAEC"), KeyPress(.delete)),
    (.path, .string("~/a/../b"), .character("x")),
    (.color, .string("#F80"), .character("0")),
    (union, .string("7"), KeyPress(.enter)),
    (.date, .date(Date(timeIntervalSinceReferenceDate: -1e-20)), KeyPress(.up)),
    (.date, .date(Date(timeIntervalSinceReferenceDate: 0.1 + 0.2)), KeyPress(.up)),
    (.date, .date(Date(timeIntervalSinceReferenceDate: 1e300)), .character("x")),
    (.date, .string("soon"), .character("2")),
    (.any, .uid(7), .character("x")),
    (.any, .null, .character("x")),
    (.list(of: .real(NumberLimits())), .array([.integer(1), .real(1)]), .character("d")),
    (.list(), .array([.uid(1), .array([.null]), .string("x")]), .character("d")),
    (.dictionary(), .dictionary(["a": .integer(1), "b": .real(1)]), .character("d")),
    (.dictionary(of: .date), .dictionary(["a": .integer(1), "b": .null]), .character("d")),
    (table, .dictionary(["when": .string("soon"), "other": .data(Data([1]))]), .character("d")),
    (letters, .string("z"), .character("2")),
    (.choices(abc), .array([.string("z"), .string("b"), .integer(1)]), .character(" ")),
    (.choices(abc), .string("b"), .character(" ")),
  ]

  /// The control that every kind has if its value is secret.
  static var secret: any Control { ValueKind.bool.control(nil, isSecret: true) }

  @Test(arguments: awkward.indices)
  func `an untouched control returns the stored value exactly`(index: Int) throws {
    let (kind, value, press) = Self.awkward[index]
    var control = kind.control(value)
    #expect(try control.value() == value)
    #expect(!control.isDirty)
    // Looking around changes nothing.
    for key in [KeyPress.Key.right, .left, .function(1)] { _ = control.update(KeyPress(key)) }
    _ = control.picture(columns: 30, rows: 5)
    #expect(try control.value() == value)
    #expect(!control.isDirty)
    _ = control.update(press)
    #expect(control.isDirty)
  }

  @Test(arguments: awkward.indices)
  func `a new control with the input of another one is the same`(index: Int) {
    let (kind, value, press) = Self.awkward[index]
    var control = kind.control(value)
    _ = control.update(press)
    guard control.isWorthParking else { return }
    var other = kind.control(value)
    let isRestored = other.restore(control.input)
    #expect(isRestored)
    #expect(other.input == control.input)
    #expect(other.isDirty)
    #expect((try? other.value()) == (try? control.value()))
    let isOdd = other.restore(.uid(1))
    #expect(!isOdd)
  }

  @Test(arguments: awkward.indices)
  func `a control keeps its cursor and its lines inside of every room`(index: Int) {
    var control = Self.awkward[index].kind.control(Self.awkward[index].value)
    for press in [Self.awkward[index].press, KeyPress(.end), KeyPress(.pageDown)] {
      _ = control.update(press)
      for (columns, rows) in [(1, 1), (3, 2), (20, 3), (36, 11), (68, 16), (200, 60)] {
        _ = control.render(columns: columns, rows: rows)
        let picture = control.picture(columns: columns, rows: rows)
        #expect(picture.lines.count <= rows)
        if let cursor = picture.cursor {
          #expect((0..<picture.lines.count).contains(cursor.line))
          #expect((0..<columns).contains(cursor.column))
        }
      }
    }
  }

  @Test func `a toggle flips and is done`() throws {
    var control = ValueKind.bool.control(.bool(true))
    #expect(control.update(.character(" ")) == .commit)
    #expect(try control.value() == .bool(false))
  }

  @Test(arguments: [
    (Defaults.StoredValue.real(0.1), [KeyPress.Key.up, .up, .up], Defaults.StoredValue.real(0.25)),
    (.real(0.98), [.up], .real(1)),
    (.real(0.3), [.pageDown], .real(0)),
    (.real(0.5), [.home], .real(0)),
    (.string("abc"), [.end], .real(1)),
  ])
  func `a number steps without digits left behind, and stops at its bounds`(
    value: Defaults.StoredValue,
    keys: [KeyPress.Key],
    expected: Defaults.StoredValue
  ) throws {
    var control = Self.percent.control(value)
    for key in keys { _ = control.update(KeyPress(key)) }
    #expect(try control.value() == expected)
  }

  @Test(arguments: [
    ("5", "5"), ("-5.5", "-5.5"), (".5", ".5"), ("<C-e>5", "305"), ("<Left>5", "350"),
    ("<Up>7", "317"), ("<Backspace>", "3"), ("x", "30x"), ("5<C-_><C-_>", "30"),
  ])
  func `the first typed digit replaces a number, unless another key was pressed before`(
    keys: String,
    expected: String
  ) throws {
    var control = ValueKind.real(NumberLimits()).control(.integer(30))
    for press in try Step.presses(keys) {
      _ = control.update(press)
    }
    #expect(control.input == .string(expected))
  }

  @Test func `a number that typing replaces is shown as selected`() {
    var control = ValueKind.integer(NumberLimits()).control(.integer(30))
    let spans = control.picture(columns: 10, rows: 1).lines[0].spans
    #expect(spans.first == .init(text: "30", role: .field, isSelected: true))
    _ = control.update(KeyPress(.left))
    let isSelected = control.picture(columns: 10, rows: 1).lines[0].spans.map(\.isSelected)
    #expect(!isSelected.contains(true))
    control = ValueKind.integer(NumberLimits()).control(.integer(30))
    #expect(control.paste("7") == .inserted(dropped: 0))
    #expect(control.input == .string("7"))
  }

  @Test func `a step over the range of a machine word goes nowhere`() throws {
    var control = ValueKind.integer(NumberLimits()).control(.integer(.max))
    _ = control.update(KeyPress(.up))
    #expect(try control.value() == .integer(.max))
  }

  @Test func `a number field shows where the number lies between its bounds`() {
    let picture = Self.percent.control(.real(0)).picture(columns: 40, rows: 4)
    #expect(picture.lines[1].spans[0].text.string.hasPrefix("0 ├●"))
  }

  @Test(arguments: [
    ValueKind.integer(NumberLimits(minimum: .min, maximum: .max)),
    .real(NumberLimits(minimum: -.greatestFiniteMagnitude, maximum: .greatestFiniteMagnitude)),
  ])
  func `bounds too far apart for a scale show none`(kind: ValueKind) {
    let picture = kind.control(.real(5)).picture(columns: 700, rows: 4)
    #expect(!picture.lines.contains { $0.spans.contains { $0.text.string.contains("├") } })
  }

  @Test func `nothing is chosen before a choice is highlighted`() {
    var control = Self.letters.control(nil)
    // The edit says why there is nothing to store.
    #expect(control.update(KeyPress(.enter)) == .commit)
    #expect(throws: Defaults.Rejection.self) { try control.value() }
  }

  @Test(arguments: [
    (ValueKind.url, "https://a.example/b"), (.any, "{\"a\": true}"), (.data, "AAEC"),
    (.json, "{\"x\": 1}"),
  ])
  func `text stands for a value and comes back from it`(kind: ValueKind, text: String) throws {
    var control = kind.control(nil)
    #expect(control.paste(text) == .inserted(dropped: 0))
    let value = try control.value()
    var again = kind.control(value)
    _ = again.update(.character(" "))
    #expect(try again.value() == value)
  }

  @Test(arguments: awkward.indices)
  func `every control is left with one key press and lists it in its help`(index: Int) {
    var control = Self.awkward[index].kind.control(Self.awkward[index].value)
    #expect(control.update(KeyPress(.escape)) == .cancel)
    #expect(control.update(.control("c")) == .cancel)
    let help = Keybindings.standard.help(of: control.keyMode)
    #expect(help.flatMap(\.rows).contains { $0.keys.contains("Esc") })
  }
}

extension ValueKind {
  /// Creates the control for a value of the kind.
  func control(
    _ value: Defaults.StoredValue?,
    isOptional: Bool = false,
    isSecret: Bool = false
  ) -> any Control {
    ControlCatalog.control(
      for: EditedValue(
        kind: self,
        stored: value,
        original: value,
        shown: value,
        isOptional: isOptional,
        isSecret: isSecret
      )
    )
  }
}

extension Control {
  /// Handles a key press with the key bindings of the table.
  mutating func update(_ press: KeyPress) -> ControlOutcome { update(press, .standard) }

  /// Returns what the control draws, without scrolling it.
  func picture(columns: Int, rows: Int) -> ControlPicture {
    var control = self
    return control.render(columns: columns, rows: rows)
  }
}
