import Defaults
import DefaultsSchema
import Foundation
import Terminal
import Testing

@testable import EditorCore

/// The control of items, with a dictionary and with a table.
@Suite struct DictionaryTests {
  private let sizes: ValueKind = .dictionary(of: .integer(NumberLimits(minimum: 0, maximum: 99)))
  private static let date = Defaults.StoredValue.date(Date(timeIntervalSinceReferenceDate: 0.25))

  private func press(_ control: inout any Control, _ keys: String) throws {
    for press in try Step.presses(keys) { _ = control.update(press) }
  }

  private func lines(_ control: any Control, rows: Int = 12) -> [String] {
    control.picture(columns: 60, rows: rows).lines.map { $0.spans.map(\.text.string).joined() }
  }

  private func value(_ members: [String: Int]) -> Defaults.StoredValue {
    .dictionary(
      members.reduce(into: [:]) { $0[Defaults.KeyName($1.key)] = .integer(Int128($1.value)) }
    )
  }

  @Test(arguments: [
    ("<Enter><C-u>7<Enter>", ["a": 7, "c": 3]), ("jd", ["a": 1]), ("du", ["a": 1, "c": 3]),
    ("ab<Enter>2<Enter>", ["a": 1, "b": 2, "c": 3]), ("<F2>z<Enter>", ["az": 1, "c": 3]),
    ("<F2><C-u>d<Enter>u", ["a": 1, "c": 3]), ("<F2><C-u>d<Enter>d", ["c": 3]),
    // Names that exist are refused, and so is a value that is too large.
    ("<F2><C-u>c<Enter><Esc>", ["a": 1, "c": 3]), ("ac<Enter>5<Enter><Esc>", ["a": 1, "c": 3]),
    ("<Enter><C-u>500<Enter><Esc>", ["a": 1, "c": 3]), ("<F2><Enter>", ["a": 1, "c": 3]),
    ("ddax<Enter>9<Enter>", ["x": 9]), ("K", ["a": 1, "c": 3]), ("a<Esc>", ["a": 1, "c": 3]),
  ])
  func `entries are added, renamed, removed and edited`(
    keys: String,
    expected: [String: Int]
  )
    throws
  {
    var control = sizes.control(value(["a": 1, "c": 3]))
    try press(&control, keys)
    #expect(try control.value() == value(expected))
  }

  @Test func `one changed member leaves the types of all others`() throws {
    let members: [Defaults.KeyName: Defaults.StoredValue] = [
      "a": .bool(true), "date": Self.date, "data": .data(Data([0, 255])), "inf": .real(.infinity),
      "nan": .real(.nan), "null": .null, "one": .real(1), "uid": .uid(7), "whole": .integer(1),
      "list": .array([Self.date, .array([.data(Data([1]))])]),
    ]
    var control = ValueKind.inferred(from: .dictionary(members)).control(.dictionary(members))
    try press(&control, "<Enter> ")
    var expected = members
    expected["a"] = .bool(false)
    #expect(try control.value() == .dictionary(expected))
    // Each is opened and saved without a change.
    for _ in members { try press(&control, "<Enter><C-s>j") }
    #expect(try control.value() == .dictionary(expected))
  }

  @Test func `a name that exists says so while it is typed`() throws {
    var control = sizes.control(value(["a": 1, "c": 3]))
    try press(&control, "ac")
    #expect(control.openParts.map(\.title) == ["name of the new item"])
    #expect(lines(control).contains { $0.contains("another item has this name") })
  }

  @Test func `the name of an entry without a value is kept by Esc`() throws {
    var control = sizes.control(value(["a": 1]))
    try press(&control, "aname<Enter><Esc>")
    #expect(!control.isDirty && control.hasKeptInput)
    try press(&control, "a4<Enter>")
    #expect(try control.value() == value(["a": 1, "name": 4]))
  }

  private let table: ValueKind = .table(
    [
      TableMember("when", kind: .date, isRequired: true),
      TableMember("level", title: "Loudness", kind: .real(NumberLimits()), defaultValue: .real(2)),
    ],
    others: nil
  )

  @Test func `a table shows all declared members in their order, with what applies`() throws {
    var control = table.control(.dictionary(["level": .real(0.5)]))
    #expect(lines(control) == ["> When      unset, required", "  Loudness  0.5", "When: Date"])
    try press(&control, "jd")
    #expect(lines(control)[1] == ">*Loudness  unset, default 2")
    #expect(try control.value() == .dictionary([:]))
    try press(&control, "<Enter>3<Enter>")
    #expect(try control.value() == .dictionary(["level": .real(3)]))
  }

  @Test func `a secret member is hidden, and replaced behind dots`() throws {
    let text = ValueKind.string(TextLimits())
    let members = [TableMember("user", kind: text), TableMember("pin", kind: text).secret()]
    let kind = ValueKind.table(members, others: nil)
    var control = kind.control(.dictionary(["user": .string("ada"), "pin": .string("4711")]))
    #expect(lines(control) == ["> User  \"ada\"", "  Pin   ••••••••", "User: String"])
    try press(&control, "j<Enter>")
    #expect(!lines(control).contains { $0.contains("4711") })
    try press(&control, "23<Enter>")
    #expect(lines(control)[1] == ">*Pin   ••••••••")
    #expect(
      try control.value() == .dictionary(["user": .string("ada"), "pin": .string("23")])
    )
    let list = ValueKind.list(of: kind)
    var records = list.control(.array([.dictionary(["pin": .string("4711")])]))
    #expect(!lines(records).contains { $0.contains("4711") })
    try press(&records, "<Enter>")
    #expect(!lines(records).contains { $0.contains("4711") })
  }

  @Test func `a required member that is unset says what it needs, and stays open`() throws {
    let kind = ValueKind.table([
      TableMember("port", kind: .integer(NumberLimits(minimum: 1, maximum: 99)), isRequired: true),
      TableMember("path", kind: .string(TextLimits())),
    ])
    var control = kind.control(.dictionary([:]))
    try press(&control, "<Enter><Enter>")
    #expect(
      (control as? ItemsControl)?.refusal == "Nothing was entered. Port is required: Int 1…99."
    )
    #expect(control.openParts.map(\.title) == ["Port"])
    try press(&control, "7<Enter>j<Enter><Enter>")
    #expect(try control.value() == .dictionary(["port": .integer(7)]))
    #expect((control as? ItemsControl)?.refusal == "Nothing was entered: Path stays unset.")
  }

  @Test func `a table without other members adds and renames none`() throws {
    var control = table.control(.dictionary(["level": .real(0.5)]))
    try press(&control, "a")
    #expect((control as? ItemsControl)?.refusal == "The schema allows no other members.")
    try press(&control, "<F2>")
    #expect(
      (control as? ItemsControl)?.refusal == "The schema gives this name; it cannot be changed."
    )
    try press(&control, "j")
    #expect((control as? ItemsControl)?.refusal == nil)
  }

  @Test func `a pasted object adds its members and replaces those of the same names`() throws {
    var control = sizes.control(value(["a": 1, "c": 3]))
    #expect(control.paste(#"{"b": 2, "c": 30}"#) == .finished)
    #expect(try control.value() == value(["a": 1, "b": 2, "c": 30]))
    guard case .rejected = control.paste(#"{"b": 200}"#) else { return #expect(Bool(false)) }
    guard case .rejected = control.paste("b = 2") else { return #expect(Bool(false)) }
    #expect(try control.value() == value(["a": 1, "b": 2, "c": 30]))
  }
}
