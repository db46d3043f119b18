import Defaults
import DefaultsSchema
import Terminal
import Testing

@testable import EditorCore

/// Menus and searches.
@Suite struct ChoiceTests {
  private static let few = ["Light", "Dark", "Auto"].map {
    Choice(.string($0.lowercased()), title: $0)
  }
  private static let many = (1...30).map {
    Choice(.string("v\($0)"), title: "Version \($0)", help: $0 == 7 ? "The lucky number." : "")
  }

  private func press(_ control: inout any Control, _ keys: String) throws -> [ControlOutcome] {
    try Step.presses(keys).map { control.update($0) }
  }

  private func lines(_ control: any Control, rows: Int = 14) -> [String] {
    control.picture(columns: 60, rows: rows).lines.map { $0.spans.map(\.text.string).joined() }
  }

  @Test func `a digit moves in a menu and saves nothing`() throws {
    var control = ValueKind.choice(Self.few).control(.string("light"))
    #expect(try press(&control, "3") == [.changed])
    #expect(try control.value() == .string("auto"))
    #expect(try press(&control, "4") == [.ignored])
    #expect(try press(&control, "x") == [.ignored])
    #expect(try press(&control, "<Enter>") == [.commit])
  }

  @Test func `without choices a digit does nothing`() throws {
    var control = ValueKind.choice([], others: .string(TextLimits())).control(.string("other"))
    _ = try press(&control, "1")
    #expect(try control.value() == .string("other"))
  }

  @Test(arguments: ["7", "/v2", "version 3<Down>", "lucky", "x9 q"])
  func `nothing that is typed in a search saves a value`(keys: String) throws {
    var control = ValueKind.choice(Self.many).control(.string("v1"))
    #expect(try press(&control, keys).allSatisfy { $0 == .changed })
  }

  @Test(arguments: [
    ("v2", ["v2", "v20", "v21"]), ("sion 12", ["v12"]), ("lucky", ["v7"]), ("/v30", ["v30"]),
    ("v3<Backspace>1", ["v1", "v10", "v11"]), ("VERSION 9", ["v9", "v19", "v29"]),
  ])
  func `a search shows what matches, the best first`(keys: String, values: [String]) throws {
    var control = ValueKind.choice(Self.many).control(.string("v5"))
    _ = try press(&control, keys)
    let shown = lines(control).filter { $0.contains("Version") }
    for (line, value) in zip(shown, values) { #expect(line.contains(" \(value)"), "\(shown)") }
    #expect(try control.value() == .string(values[0]))
  }

  @Test func `Esc clears the text of a search before it closes it`() throws {
    var control = ValueKind.choice(Self.many).control(.string("v5"))
    #expect(try press(&control, "v9<Esc><Esc>").suffix(2) == [.changed, .cancel])
    #expect(try control.value() == .string("v5"))
    #expect(try press(&control, "v9<C-c>").last == .cancel)
  }

  @Test func `a text that nothing matches chooses nothing`() throws {
    var control = ValueKind.choice(Self.many).control(nil)
    #expect(try press(&control, "zzz<Enter>").last == .ignored)
    #expect(lines(control).contains { $0.contains("no choice matches") })
  }

  @Test func `several values are marked, and keep their order and what is no choice`() throws {
    let stored = Defaults.StoredValue.array([.string("old"), .string("dark"), .string("light")])
    var control = ValueKind.choices(Self.few).control(stored)
    #expect(lines(control).first?.hasPrefix("> 1 [x] Light") == true)
    _ = try press(&control, " jj ")
    #expect(
      try control.value() == .array([.string("old"), .string("dark"), .string("auto")])
    )
    #expect(try press(&control, "<Enter>") == [.commit])
    _ = try press(&control, " gg ")
    #expect(try control.value() == .array([.string("old"), .string("dark"), .string("light")]))
  }

  @Test func `several of many values are marked while searching`() throws {
    var control = ValueKind.choices(Self.many).control(.array([]))
    _ = try press(&control, "v30<C-t><Esc>v7<C-t>")
    #expect(try control.value() == .array([.string("v30"), .string("v7")]))
  }

  @Test func `another value is typed where the schema allows it`() throws {
    let kind = ValueKind.choice(
      [Choice(.integer(1), title: "1"), Choice(.integer(2), title: "2")],
      others: .integer(NumberLimits(minimum: 0, maximum: 99))
    )
    var control = kind.control(.integer(1))
    #expect(try press(&control, "43<Enter>") == [.ignored, .changed, .changed])
    #expect(control.keyMode == .number)
    _ = try press(&control, "<C-u>12")
    #expect(try control.value() == .integer(12))
    #expect(try press(&control, "<Enter>") == [.commit])
    // Closing the text goes back to the choices, and keeps it.
    #expect(try press(&control, "<Esc>") == [.changed])
    #expect(control.keyMode == .choice && control.isDirty && control.isWorthParking)
    #expect(lines(control).last?.contains("changed, not saved yet") == true)
    #expect(try press(&control, "<Enter><Enter>") == [.changed, .commit])
    #expect(try control.value() == .integer(12))
    #expect(try press(&control, "<Esc><Esc>") == [.changed, .cancel])
    // A stored value that is no choice is the one that is highlighted.
    let again = kind.control(.integer(50))
    #expect(lines(again).last?.hasPrefix("> 3 (•) other…     50  stored") == true)
    #expect(try again.value() == .integer(50))
    #expect(!again.isDirty)
  }

  @Test func `a list among the other values offers again what was typed in its items`() throws {
    let kind = ValueKind.choice(Self.many, others: .list(of: .string(TextLimits())))
    var control = kind.control(.array([.string("a")]))
    _ = try press(&control, "<Enter><Enter>b<Esc><Enter>")
    #expect(control.openParts.count == 1)
    #expect(control.keptText == "ab")
    let isRecalled = control.recall()
    #expect(isRecalled)
    _ = try press(&control, "<Enter>")
    #expect(try control.value() == .array([.string("ab")]))
  }

  @Test func `a search in ten thousand choices finds the last`() throws {
    let choices = (0..<10_000).map { Choice(.integer($0), title: "Number \($0)") }
    var control = ValueKind.choice(choices).control(.integer(3))
    _ = try press(&control, "number 9999")
    #expect(try control.value() == .integer(9999))
    #expect(lines(control).contains { $0.contains("1–1 of 1, 10000 in all") })
  }
}
