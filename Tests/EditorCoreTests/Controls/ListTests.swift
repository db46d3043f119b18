import Defaults
import DefaultsSchema
import Foundation
import Terminal
import Testing

@testable import EditorCore

/// The control of items, with a list.
@Suite struct ListTests {
  private let numbers: ValueKind = .list(of: .integer(NumberLimits(minimum: 0, maximum: 99)))
  private let texts: ValueKind = .list(of: .string(TextLimits()))

  private func press(_ control: inout any Control, _ keys: String) throws {
    for press in try Step.presses(keys) { _ = control.update(press) }
  }

  private func lines(_ control: any Control, rows: Int = 12) -> [String] {
    control.picture(columns: 40, rows: rows).lines.map { $0.spans.map(\.text.string).joined() }
  }

  @Test(arguments: [
    ("d", [2, 3]), ("jd", [1, 3]), ("J", [2, 1, 3]), ("GKK", [3, 1, 2]), ("K", [1, 2, 3]),
    ("<Enter><C-u>7<Enter>", [7, 2, 3]), ("a9<Enter>", [1, 9, 2, 3]), ("A9<Enter>", [9, 1, 2, 3]),
    ("Ga9<Enter>", [1, 2, 3, 9]), ("du", [1, 2, 3]), ("dduuU", [2, 3]), ("ddda5<Enter>", [5]),
    ("<Enter><C-u>500<Enter><Esc>", [1, 2, 3]), ("a<Esc>", [1, 2, 3]), ("jA<Esc>d", [1, 3]),
  ])
  func `items are added, removed, moved and edited`(keys: String, expected: [Int]) throws {
    var control = numbers.control(.array([.integer(1), .integer(2), .integer(3)]))
    try press(&control, keys)
    #expect(try control.value() == .array(expected.map { .integer(Int128($0)) }))
  }

  @Test func `looking around and typing in an item need no check of the whole value`() throws {
    var control = numbers.control(.array((0..<10_000).map { .integer($0 % 100) }))
    for key in try Step.presses("jGk<PgUp>g<Enter>7<Left><Esc>") {
      #expect(control.update(key) == .moved, "\(key)")
    }
    #expect(try Step.presses("du").map { control.update($0) } == [.finished, .finished])
  }

  @Test(arguments: [
    ("xxd", [3, 4]), ("xjxJ", [2, 1, 4, 3]), ("jxxK", [2, 3, 1, 4]), ("GxgxJ", [1, 2, 3, 4]),
    ("xxdu", [1, 2, 3, 4]), ("xkxd", [1, 3, 4]), ("xxc", [1, 2, 1, 2, 3, 4]),
    ("xxGK", [1, 2, 3, 4]), ("xxGd", [3, 4]), ("xxxxd", []),
  ])
  func `marked items are moved, copied and removed together`(keys: String, expected: [Int]) throws {
    var control = numbers.control(.array((1...4).map { .integer($0) }))
    try press(&control, keys)
    #expect(try control.value() == .array(expected.map { .integer(Int128($0)) }))
  }

  @Test func `marks and changes are shown in the rows and counted`() throws {
    var control = numbers.control(.array((1...5).map { .integer($0) }))
    // The cursor is on the second item after the mark.
    try press(&control, "x<Enter><C-u>7<Enter>a9<Enter>")
    #expect(
      lines(control) == [
        "x 1  1", " *2  7", ">+3  9", "  4  3", "  5  4", "  6  5", "1 marked   1 added, 1 changed",
      ]
    )
    try press(&control, "gxGd")
    #expect(lines(control).last == "1 added, 1 changed, 1 removed")
    try press(&control, "uuu")
    #expect(lines(control).prefix(2) == ["x 1  1", "  2  2"])
  }

  @Test func `pasted text of the whole list is compared with the list`() throws {
    var control = numbers.control(.array((1...5).map { .integer($0) }))
    var items = try #require(control as? ItemsControl)
    _ = items.replaceText(by: "[1, 2, 9, 8, 5]")
    #expect(items.items.map(\.change) == [nil, nil, .changed, .changed, nil])
    _ = items.replaceText(by: "[1, 2, 9, 4, 5, 6]")
    #expect(items.items.map(\.change) == [nil, nil, .added, .added, .added, .added])
    _ = items.replaceText(by: "[1, 5]")
    #expect(items.changeSummary == "3 removed")
    control = items
    try press(&control, "uuu")
    #expect(!control.isDirty)
  }

  @Test func `the place of an error in the text of an item is marked`() throws {
    var control = ValueKind.list(of: .json).control(.array([.dictionary(["x": .integer(1)])]))
    try press(&control, "<Enter>")
    let end = try Step.presses("<C-n><C-e><Backspace>")
    for key in end { _ = control.update(key) }
    #expect(lines(control).contains { $0.hasPrefix("! ") && !$0.contains("{") })
    #expect(lines(control).last?.hasPrefix("! line 3, column 1: a value is expected") == true)
  }

  @Test func `an item is duplicated`() throws {
    var control = numbers.control(.array([.integer(1), .integer(2)]))
    try press(&control, "c<Enter><C-u>7<Enter>")
    #expect(try control.value() == .array([.integer(1), .integer(7), .integer(2)]))
  }

  @Test func `an item that is not valid is marked and named`() {
    let control = numbers.control(.array([.integer(100), .integer(2)]))
    #expect(lines(control)[0].hasPrefix(">!1  100"))
    #expect(lines(control).last == "! item 1: 100 is above the maximum 99")
  }

  @Test func `items that are not touched keep their types`() throws {
    let items: [Defaults.StoredValue] = [
      .integer(1), .real(1), .string("1"), .uid(1), .null, .bool(true),
      .date(Date(timeIntervalSinceReferenceDate: 0.5)), .array([.real(-0.0), .data(Data([1]))]),
    ]
    var control = ValueKind.list().control(.array(items))
    // Each is opened and saved without a change, the last one is moved to the front.
    for _ in items { try press(&control, "<Enter><Enter><C-s><Esc>j") }
    #expect(try control.value() == .array(items))
    #expect(!control.isDirty)
    try press(&control, "G" + String(repeating: "K", count: items.count - 1))
    #expect(try control.value() == .array([items[7]] + items[..<7]))
  }

  @Test func `a list in a list in a list is edited by lists`() throws {
    let kind: ValueKind = .list(of: .list(of: .list(of: .bool)))
    var control = kind.control(.array([.array([.array([.bool(true)])])]))
    try press(&control, "<Enter><Enter><Enter> ")
    #expect(control.openParts.map(\.title) == ["item 1 of 1", "item 1 of 1"])
    try press(&control, "a ")
    #expect(try control.value() == .array([.array([.array([.bool(false), .bool(true)])])]))
  }

  @Test func `Esc leaves one list of nested lists at a time`() throws {
    let kind: ValueKind = .list(of: .list(of: .list(of: .string(TextLimits()))))
    var control = kind.control(.array([.array([.array([.string("x")])])]))
    try press(&control, "<Enter><Enter><Enter>yz<Enter>")
    #expect(try control.value() == .array([.array([.array([.string("xyz")])])]))
    for _ in 1...2 { #expect(control.update(KeyPress(.escape)) == .moved) }
    #expect(control.update(KeyPress(.escape)) == .cancel)
  }

  @Test func `a new item that was not saved is offered again`() throws {
    var control = texts.control(.array([]))
    try press(&control, "aone<Esc>")
    #expect(try control.value() == .array([]))
    try press(&control, "a<Enter>")
    #expect(try control.value() == .array([.string("one")]))
  }

  @Test(arguments: ["<Enter>!<Esc>", "a!<Esc>"])
  func `text of an item that was not saved is no change, and is reopened by the key that undoes`(
    keys: String
  ) throws {
    var control = texts.control(.array([.string("x")]))
    try press(&control, keys)
    #expect(!control.isDirty)
    #expect(control.hasKeptInput)
    try press(&control, "u")
    #expect(control.isDirty)
    #expect(control.picture(columns: 40, rows: 5).lines[0].spans[0].text.string.contains("!"))
    try press(&control, "<Esc>jku")
    #expect(control.keyMode == .items)
  }

  @Test func `an item that does not fit says why and stays open`() throws {
    var control = numbers.control(.array([.integer(1)]))
    try press(&control, "<Enter><C-e>000<Enter>")
    #expect(lines(control).last == "! 1000 is above the maximum 99")
    try press(&control, "<C-u>x<Enter>")
    #expect(lines(control).last == "! \"x\" is not a number")
    #expect(try control.value() == .array([.integer(1)]))
  }

  @Test func `a long list scrolls with its selection and keeps its place`() throws {
    var control = texts.control(.array((1...50).map { .string("item \($0)") }))
    func show() -> [String] {
      _ = control.render(columns: 40, rows: 6)
      return lines(control, rows: 6)
    }
    #expect(show().last == "  … 1–5 of 50")
    for _ in 1...6 {
      try press(&control, "j")
      _ = show()
    }
    #expect(show().first == "   3  \"item 3\"")
    try press(&control, "k")
    // The selection moves up in the visible part; the part stays.
    #expect(show().first == "   3  \"item 3\"")
    try press(&control, "G")
    #expect(show()[4] == "> 50  \"item 50\"")
  }

  @Test(arguments: [
    ("[4, 5]", [1, 4, 5]), ("7\n8\n", [1, 7, 8]),
  ])
  func `pasted JSON and pasted lines become items`(text: String, expected: [Int]) throws {
    var control = numbers.control(.array([.integer(1)]))
    #expect(control.paste(text) == .finished)
    #expect(try control.value() == .array(expected.map { .integer(Int128($0)) }))
  }

  @Test func `a pasted line that does not fit is rejected with all others`() throws {
    var control = numbers.control(.array([.integer(1)]))
    #expect(control.paste("7\n700") == .rejected(.aboveMaximum(value: "700", maximum: "99")))
    #expect(!control.isDirty)
  }

  @Test func `the clock and pasted text reach the item that is open`() throws {
    var control = ValueKind.list(of: .date).control(.array([]))
    try press(&control, "a")
    #expect(control.update(.character(";")) == .readClock)
    #expect(control.paste("2026-03-14T09:26:53Z") == .inserted(dropped: 0))
    try press(&control, "<Enter>")
    let date = try #require(DateText.parse("2026-03-14T09:26:53Z"))
    #expect(try control.value() == .array([.date(date)]))
  }

  @Test func `a double click edits the item, also one in a nested list`() throws {
    var control = ValueKind.list(of: texts).control(
      .array([.array([.string("a")]), .array([.string("b"), .string("c")])])
    )
    _ = control.handle(MouseEvent(.doubleClick, row: 1, column: 5))
    _ = control.handle(MouseEvent(.doubleClick, row: 1, column: 5))
    #expect(control.openParts.map(\.title) == ["item 2 of 2", "item 2 of 2"])
    #expect(lines(control)[0] == "c" + blanks(39))
  }

  private func blanks(_ count: Int) -> String { String(repeating: " ", count: count) }
}
