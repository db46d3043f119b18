import Defaults
import DefaultsSchema
import Foundation
import Terminal
import TestSupport
import Testing

@testable import EditorCore

/// Boxes below a row: as wide as the list, directly below the row, and of one height while they are open.
@Suite struct BoxGeometryTests {
  private static let choices = (1...14).map { Choice(.integer(Int128($0)), title: "choice \($0)") }

  private static let table: ValueKind = .table([
    TableMember("name", title: "Name", kind: .string(TextLimits(minimumLength: 1))),
    TableMember("port", title: "Port", kind: .integer(NumberLimits(minimum: 1, maximum: 99))),
    TableMember("tags", title: "Tags", kind: .list(of: .string(TextLimits()))),
  ])

  /// A key of every kind, and of every form in which its value is edited.
  private static let kinds: [(String, ValueKind, Defaults.StoredValue?)] = [
    ("whole", .integer(NumberLimits(minimum: 0, maximum: 40)), .integer(7)),
    ("real", .real(NumberLimits()), .real(0.5)), ("text", .string(TextLimits()), .string("some")),
    ("empty", .string(TextLimits(minimumLength: 3)), nil),
    ("lines", .string(TextLimits(isMultiline: true)), .string("one\ntwo\nthree")),
    ("long", .string(TextLimits(isMultiline: true)), .string(String(repeating: "x\n", count: 99))),
    ("choice", .choice(Array(choices.prefix(3)), others: .string(TextLimits())), .integer(2)),
    ("search", .choice(choices), nil), ("several", .choices(choices), .array([.integer(3)])),
    ("date", .date, .date(Date(timeIntervalSince1970: 0))),
    ("data", .data, .data(bytes: [1, 2, 3])), ("url", .url, .string("https://example.org")),
    ("path", .path, .string("/tmp")), ("color", .color, .string("red")),
    ("list", .list(of: .string(TextLimits(minimumLength: 2))), .array([.string("one")])),
    ("numbers", .list(of: .any), .array((0..<60).map { .integer($0) })),
    ("dictionary", .dictionary(of: .integer(NumberLimits())), .dictionary(["a": .integer(1)])),
    ("table", table, .dictionary(["name": .string("n"), "tags": .array([.string("t")])])),
    ("records", .list(of: table), .array([.dictionary(["name": .string("n")])])),
    ("union", .alternatives([Alternative(.bool), Alternative(.list(of: .path))]), nil),
    ("json", .json, .string("{\"a\": [1, 2]}")), ("any", .any, .dictionary(["b": .null])),
    ("secret", .string(TextLimits()), .string("hidden")),
  ]

  /// Returns an editor with a key of every kind.
  static func state(_ size: Size, _ theme: Theme = .auto) -> EditorState {
    let suite = Defaults.Suite(inMemory: "org.example.boxes")
    let schema = Schema(suite: suite, title: "Boxes") {
      Section("Kinds") {
        for (name, kind, _) in kinds {
          Self.entry(name, kind)
        }
      }
    }
    var stored: [Defaults.KeyName: Defaults.StoredValue] = [:]
    for (name, _, value) in kinds { stored[Defaults.KeyName(name)] = value }
    return EditorState(
      document: Document(schema: schema, stored: stored),
      size: size,
      settings: EditorSettings(SettingsOverrides(theme: theme))
    )
  }

  private static func entry(_ name: String, _ kind: ValueKind) -> Entry {
    var entry = Entry(untypedKey: name, title: name, kind: kind)
    entry.isSecret = name == "secret"
    if name.count > 4 { entry.help = "What the key named \(name) is for, in a sentence." }
    return entry
  }

  /// The first and the last row of the box in a frame; nil for none.
  private static func box(in frame: Frame, _ pane: Rect) -> Range<Int>? {
    let corners = ["┌", "└"].map { corner in
      frame.rows.firstIndex { $0[pane.column].text == corner }
    }
    guard let first = corners[0], let last = corners[1] else { return nil }
    return first..<last + 1
  }

  /// Checks a frame with a box, in comparison with the frame before it was opened.
  private static func expect(
    _ box: Range<Int>,
    in frame: Frame,
    openedOver before: Frame,
    row: Int,
    _ layout: Layout,
    _ what: Comment
  ) {
    let (list, pane) = (layout.list, layout.pane)
    let moved = row - (box.lowerBound - 1)
    #expect(moved >= 0, what)
    #expect(moved == 0 || box.upperBound >= list.endRow, what)
    #expect(box.upperBound <= list.endRow || box.upperBound == pane.endRow, what)
    for line in list.row..<box.lowerBound {
      let rows = [frame.rows[line], before.rows[line + moved]].map { $0[..<pane.endColumn] }
      #expect(rows[0] == rows[1], what)
    }
    for line in box {
      let isEdge = line == box.lowerBound || line == box.upperBound - 1
      let ends = [pane.column, pane.endColumn - 1].map { frame.rows[line][$0].text }
      #expect(isEdge ? !ends.contains("│") : ends == ["│", "│"], what)
      #expect(frame.rows[line][pane.endColumn...] == before.rows[line][pane.endColumn...], what)
    }
    for line in box.upperBound..<pane.endRow {
      #expect(frame.rows[line] == before.rows[line], what)
    }
  }

  private static let presses = [
    "x", "1", "9", "<Space>", "<Down>", "<Up>", "<End>", "<Backspace>", "<Tab>", "<Enter>", "a",
    "d", "<PageDown>", "<Left>", "<F8>", "<F2>", "t", "<C-u>", "<Down>", "<Enter>",
  ]

  @Test(.thorough, arguments: [(80, 24), (120, 40), (60, 16), (100, 30)], 0..<3)
  func `the box of an edit has one place from its opening to its end`(
    size: (columns: Int, rows: Int),
    seed: UInt64
  ) throws {
    for (place, kind) in Thorough.sample(Array(Self.kinds.enumerated()), every: 4) {
      var random = SeededGenerator(seed: seed)
      var state = Self.state(Size(columns: size.columns, rows: size.rows))
      func press(_ keys: String) throws {
        for press in try Step.presses(keys) { _ = update(&state, .event(.key(press))) }
      }
      try press(String(repeating: "j", count: place))
      let layout = Layout(state: state)
      let before = view(state)
      let row = try #require(state.selectedRow(on: layout))
      try press("<Enter>")
      let box = try #require(Self.box(in: view(state), layout.pane), "\(kind.0)")
      for step in 0..<40 where state.screen is EditScreen {
        let what: Comment = "\(kind.0) after \(step) steps"
        let frame = view(state)
        #expect(Self.box(in: frame, layout.pane) == box, what)
        Self.expect(box, in: frame, openedOver: before, row: row, layout, what)
        if step % 13 == 5 {
          _ = update(&state, .event(.paste("one\ntwo\n\u{1}three\n")))
        } else {
          try press(Self.presses.randomElement(using: &random) ?? "x")
        }
      }
    }
  }

  @Test(.thorough, arguments: [(80, 24), (120, 40), (60, 16)], ["y", "o", "<F10>"])
  func `a menu is below the selected row`(size: (columns: Int, rows: Int), key: String) throws {
    for place in Thorough.sample(Array(Self.kinds.indices), every: 4) {
      var state = Self.state(Size(columns: size.columns, rows: size.rows))
      let keys = String(repeating: "j", count: place)
      for press in try Step.presses(keys) { _ = update(&state, .event(.key(press))) }
      let layout = Layout(state: state)
      let before = view(state)
      let row = try #require(state.selectedRow(on: layout))
      for press in try Step.presses(key) { _ = update(&state, .event(.key(press))) }
      guard state.screen is MenuScreen else { continue }
      for _ in 0..<4 {
        let frame = view(state)
        let box = try #require(Self.box(in: frame, layout.pane))
        Self.expect(box, in: frame, openedOver: before, row: row, layout, "row \(row)")
        for press in try Step.presses("j") { _ = update(&state, .event(.key(press))) }
      }
    }
  }

  @Test(arguments: [(80, 24), (120, 40), (60, 16)], [":|rexxx", "/|@x"])
  func `a box that narrows keeps its size`(size: (columns: Int, rows: Int), keys: String) throws {
    var state = Self.state(Size(columns: size.columns, rows: size.rows))
    let parts = keys.split(separator: "|").map(String.init)
    for press in try Step.presses(parts[0]) { _ = update(&state, .event(.key(press))) }
    var boxes: Set<Range<Int>> = []
    for press in try Step.presses(parts[1]) {
      _ = update(&state, .event(.key(press)))
      if let box = Self.box(in: view(state), Layout(state: state).pane) { boxes.insert(box) }
    }
    #expect(boxes.count == 1, "\(boxes)")
  }
}
