import Defaults
import DefaultsSchema
import Terminal
import TestSupport
import Testing

@testable import EditorCore

/// Columns begin at the same place in every row and on every screen of a list, whatever the texts are.
@Suite struct SteadyColumnsTests {
  /// Texts of all widths: emoji of several scalars, flags, keycaps, wide and combining characters.
  private static let texts = [
    "a", "family \u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}\u{200D}\u{1F466} name",
    "\u{1F1E9}\u{1F1EA}\u{1F1EF}\u{1F1F5} flags", "1\u{FE0F}\u{20E3}2\u{FE0F}\u{20E3} keycaps",
    "\u{8A2D}\u{5B9A}\u{306E}\u{540D}\u{524D}", "e\u{301}a\u{308} accents",
    "a text that is much too long for the column in which it is shown, so it is cut somewhere",
    "\u{1F44D}\u{1F3FD}\u{2764}\u{FE0F}",
    "\u{D55C}\u{AE00} \u{B85C} \u{B41C} \u{AE34} \u{C81C}\u{BAA9}",
    "\u{5E83}\u{3044}\u{6587}\u{5B57}\u{5E83}\u{3044}\u{6587}\u{5B57}\u{5E83}\u{3044}\u{6587}\u{5B57}",
  ]

  private static func press(_ keys: String, _ state: inout EditorState) throws {
    for press in try Step.presses(keys) { _ = update(&state, .event(.key(press))) }
  }

  @Test(.thorough, arguments: [(80, 24), (120, 40), (40, 12), (61, 17)])
  func `the columns of the list stay while it scrolls`(columns: Int, rows: Int) throws {
    let suite = Defaults.Suite(inMemory: "org.example.columns")
    let count = 60
    var stored: [Defaults.KeyName: Defaults.StoredValue] = [:]
    let schema = Schema(suite: suite, title: "Columns") {
      Section("All") {
        for index in 0..<count {
          let title = "\(index) \(Self.texts[index % Self.texts.count])"
          Entry(untypedKey: "key\(index)", title: title, kind: .string(TextLimits()))
        }
      }
    }
    for index in 0..<count where index % 3 > 0 {
      let text = Self.texts[index * 7 % Self.texts.count]
      stored[Defaults.KeyName("key\(index)")] = .string(text)
    }
    let document = Document(schema: schema, stored: stored)
    var state = EditorState(document: document, size: Size(columns: columns, rows: rows))
    let layout = Layout(state: state)
    let places = ListColumn.arranged(in: state, layout).map(\.rect)
    let value = places[ListColumn.all(in: state).firstIndex(where: \.hasSwitches) ?? 0]
    let end = value.endColumn
    for _ in 0..<count {
      let frame = view(state)
      #expect(ListColumn.arranged(in: state, layout).map(\.rect) == places)
      for line in layout.list.row..<layout.list.endRow {
        let row = frame.rows[line]
        guard !row[..<end].contains(where: { $0.text == "▾" }) else { continue }
        #expect(["\"", "–"].contains(row[value.column].text), "line \(line)")
        #expect(row[value.column - 1].text == " ", "line \(line)")
        #expect(end == row.count || row[end].text == " ", "line \(line)")
      }
      try Self.press("j", &state)
    }
  }

  /// The box of a list whose items have names or members of all widths, and what is in a column.
  private static let values: [(kind: ValueKind, value: Defaults.StoredValue, text: String)] = [
    (
      .dictionary(of: .bool),
      .dictionary(
        Dictionary(
          uniqueKeysWithValues: texts.enumerated().map {
            (Defaults.KeyName("\($0.offset)\($0.element)"), .bool(true))
          }
        )
      ), "["
    ),
    (
      .list(
        of: .table([
          TableMember("name", title: "Name", kind: .string(TextLimits())),
          TableMember("on", title: "On", kind: .bool),
        ])
      ),
      .array((0..<40).map { .dictionary(["name": .string(texts[$0 % 10]), "on": .bool(true)]) }),
      "["
    ),
    (
      .list(
        of: .table([
          TableMember("name", title: "Name", kind: .string(TextLimits())),
          TableMember("port", title: "Port", kind: .integer(NumberLimits())),
        ])
      ),
      .array(
        (0..<40).map {
          .dictionary(["name": .string(texts[$0 % 10]), "port": .integer(Int128(1 << $0) * 10 + 7)])
        }
      ), "7"
    ),
  ]

  @Test(arguments: values.indices)
  func `the columns in a box stay while it scrolls`(index: Int) throws {
    let (kind, value, text) = Self.values[index]
    let control = kind.control(value)
    var seen: Set<Int> = []
    var state = control
    for _ in 0..<40 {
      let picture = state.render(columns: 76, rows: 6)
      for line in picture.lines {
        var frame = Canvas(size: Size(columns: 76, rows: 1), theme: .mono)
        frame.write(line, in: Rect(row: 0, column: 0, columns: 76, rows: 1))
        let cells = frame.frame.rows[0]
        guard text == "[" || cells.contains(where: { $0.text == "\"" }) else { continue }
        // The lines with items have the sign of a Bool, or end in the last digit of a number.
        let place =
          text == "[" ? cells.firstIndex { $0.text == "[" } : cells.lastIndex { $0.text == "7" }
        if let place { seen.insert(place) }
      }
      for press in try Step.presses("j") { _ = state.update(press) }
    }
    #expect(seen.count == 1, "\(seen)")
  }
}
