import Defaults
import DefaultsSchema
import Terminal
import Testing

@testable import EditorCore

@Suite struct UnionControlTests {
  private static let textOrList: ValueKind = .alternatives([
    Alternative(.string(TextLimits())), Alternative(.list(of: .string(TextLimits()))),
  ])
  private static let boolOrTable: ValueKind = .alternatives([
    Alternative(.bool),
    Alternative(
      .alternatives([Alternative(.table([TableMember("level", kind: .integer(NumberLimits()))]))])
    ),
  ])

  private static func lines(_ control: any Control) -> [String] {
    control.picture(columns: 60, rows: 8).lines.map { line in
      let text = line.spans.map(\.text.string).joined()
      return String(text.reversed().drop { $0 == " " }.reversed())
    }
  }

  private static func press(_ keys: String, _ control: inout any Control) throws -> ControlOutcome {
    try Step.presses(keys).reduce(.ignored) { control.update($1) }
  }

  @Test func `the forms are named for people, and the stored one is marked`() {
    #expect(
      Self.lines(Self.textOrList.control(.string("a"))) == [
        "> 1 (•) text              \"a\"   stored", "  2 ( ) list: each text",
      ]
    )
    #expect(
      Self.lines(Self.boolOrTable.control(.dictionary([:]), isOptional: true)) == [
        "  1 ( ) unset", "  2 ( ) on or off", "> 3 (•) table of 1 item: Level   0 items   stored",
      ]
    )
  }

  @Test func `a form keeps its input while another one is tried`() throws {
    var control = Self.textOrList.control(.string("a"))
    _ = try Self.press("<Enter>bc", &control)
    #expect(try control.value() == .string("abc"))
    #expect(try Self.press("<Esc>", &control) == .changed)
    #expect(Self.lines(control)[0].contains("changed, not saved yet"))
    _ = try Self.press("j<Enter>ax<Enter>", &control)
    #expect(try control.value() == .array([.string("x")]))
    #expect(try Self.press("<Esc>k<Enter>", &control) == .changed)
    #expect(try control.value() == .string("abc"))
    #expect(try Self.press("<Enter>", &control) == .commit)
    #expect(try Self.press("<Esc>", &control) == .changed)
    #expect(try Self.press("<Esc>", &control) == .cancel)
  }

  @Test func `looking at another form changes nothing`() throws {
    var control = Self.textOrList.control(.string("a"))
    _ = try Self.press("j<Enter><Esc>k<Enter><Esc>", &control)
    #expect(!control.isDirty)
    #expect(try control.value() == .string("a"))
  }

  @Test func `another form is stored although nothing was entered in it`() throws {
    var control = Self.textOrList.control(.string("a"))
    #expect(try Self.press("j<Enter><C-s>", &control) == .commitAll)
    #expect(control.isDirty)
    #expect(try control.value() == .array([]))
  }

  @Test func `a form starts with the members that tell it from the others`() throws {
    func form(_ type: String) -> Alternative {
      let kind = ValueKind.choice([Choice(.string(type), title: type)])
      let members = [
        TableMember("type", kind: kind, isRequired: true),
        TableMember("name", kind: .string(TextLimits())),
      ]
      return Alternative(.table(members), title: type)
    }
    let kind = ValueKind.alternatives([form("file"), form("server")])
    var control = kind.control(.dictionary(["type": .string("file"), "name": .string("a")]))
    _ = try Self.press("j<Enter>", &control)
    #expect(try control.value() == .dictionary(["type": .string("server")]))
    _ = try Self.press("<Esc>", &control)
    #expect(!control.isDirty)
    _ = try Self.press("<Enter>j<Enter>b<Enter>", &control)
    #expect(
      try control.value() == .dictionary(["type": .string("server"), "name": .string("b")])
    )
  }

  @Test func `few choices beside a list are forms`() {
    let kind = ValueKind.choice(
      [Choice(.string("all"), title: "All"), Choice(.string("none"), title: "None")],
      others: .list(of: .string(TextLimits()))
    )
    #expect(
      Self.lines(kind.control(.string("none"))) == [
        "  1 ( ) All", "> 2 (•) None              stored", "  3 ( ) list: each text",
      ]
    )
  }

  @Test func `no value is a choice of its own where it is allowed`() throws {
    var control = Self.textOrList.control(.string("a"), isOptional: true)
    #expect(try Self.press("k<Enter>", &control) == .unset)
    control = Self.textOrList.control(.string("a"))
    #expect(try Self.press("k<Enter>", &control) == .changed)
  }

  @Test func `a stored value that fits no form is kept, bit for bit`() throws {
    for value: Defaults.StoredValue in [.uid(7), .null, .real(-0.0)] {
      var control = Self.textOrList.control(value)
      _ = try Self.press("jk<Enter><Esc>", &control)
      #expect(!control.isDirty)
      #expect(try control.value() == value)
    }
  }

  @Test func `the input of all forms is saved and restored`() throws {
    var control = Self.textOrList.control(.string("a"))
    _ = try Self.press("<Enter>b<Esc>j<Enter>ax<Enter>", &control)
    var other = Self.textOrList.control(.string("a"))
    let isRestored = other.restore(control.input)
    #expect(isRestored)
    #expect(try other.value() == .array([.string("x")]))
    _ = try Self.press("<Esc>k<Enter>", &other)
    #expect(try other.value() == .string("ab"))
  }

  @Test func `the items of a list have forms too`() throws {
    var control = ValueKind.list(of: Self.textOrList).control(.array([.string("a")]))
    _ = try Self.press("<Enter>", &control)
    #expect(Self.lines(control).contains { $0.contains("list: each text") })
    _ = try Self.press("j<Enter>ax<Enter><C-s>", &control)
    #expect(try control.value() == .array([.array([.string("x")])]))
  }
}
