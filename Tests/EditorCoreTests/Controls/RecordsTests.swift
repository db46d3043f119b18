import Defaults
import DefaultsSchema
import Terminal
import Testing

@testable import EditorCore

/// The control of items, with a list of records.
@Suite struct RecordsTests {
  private let kind: ValueKind = .list(
    of: .table([
      TableMember("name", title: "Name", kind: .string(TextLimits(minimumLength: 1))),
      TableMember("port", title: "Port", kind: .integer(NumberLimits(minimum: 1, maximum: 65535))),
      TableMember("secure", title: "Secure", kind: .bool, defaultValue: .bool(true)),
    ])
  )

  private let stored: Defaults.StoredValue = .array([
    .dictionary(["name": .string("build"), "port": .integer(8443), "secure": .bool(true)]),
    .dictionary(["name": .string("staging"), "port": .integer(8080)]),
  ])

  private func press(_ control: inout any Control, _ keys: String) throws {
    for press in try Step.presses(keys) { _ = control.update(press) }
  }

  private func lines(_ control: any Control, columns: Int = 40, rows: Int = 8) -> [String] {
    control.picture(columns: columns, rows: rows).lines.map { $0.text.string }
  }

  /// Returns the value with one member of a record replaced.
  private func stored(
    _ record: Int,
    _ name: Defaults.KeyName,
    _ value: Defaults.StoredValue?
  )
    -> Defaults.StoredValue
  {
    guard case .array(var records) = stored, case .dictionary(var members) = records[record]
    else { return .null }
    members[name] = value
    records[record] = .dictionary(members)
    return .array(records)
  }

  @Test func `each member has a column with its title`() {
    #expect(
      lines(kind.control(stored)) == [
        "  Name       Port  Secure", "> \"build\"    8443  [x] on",
        "  \"staging\"  8080  –", "Name: String of at least 1 character",
      ]
    )
  }

  @Test func `the text of an open cell is a part of the input, and is in its cell again`() throws {
    var control = kind.control(stored)
    try press(&control, "j<Enter>-two")
    var restored = kind.control(stored)
    #expect(ControlCatalog.restore(control.input, in: &restored))
    try press(&restored, "<Enter>")
    #expect(restored.keptText == "staging-two")
    #expect(restored.recall() && restored.editedText.text == "staging-two")
  }

  @Test func `numbers are at the end of their column, and a colour has a patch behind it`() {
    let members = [
      TableMember("port", title: "Port number", kind: .integer(NumberLimits())),
      TableMember("ink", title: "Ink", kind: .color),
    ]
    let records = [9, 8443].map { port in
      Defaults.StoredValue.dictionary(["port": .integer(port), "ink": .string("red")])
    }
    let control = ValueKind.list(of: .table(members)).control(.array(records))
    let picture = control.picture(columns: 40, rows: 8)
    #expect(
      picture.lines.prefix(3).map { $0.text.string } == [
        "  Port number  Ink", ">           9  \"red\" ██", "         8443  \"red\" ██",
      ]
    )
    let patches = picture.lines.map { $0.spans.compactMap(\.swatch) }
    #expect(patches[1] == [Defaults.Color(red: 255, green: 0, blue: 0)])
  }

  @Test func `a cell is edited by the control of its kind`() throws {
    var control = kind.control(stored)
    try press(&control, "j<Right><Enter><C-u>9000")
    #expect(lines(control).contains { $0.contains("9000") })
    try press(&control, "<Enter>")
    #expect(try control.value() == stored(1, "port", .integer(9000)))
    #expect(control.keyMode == .records)
    try press(&control, "u")
    #expect(try control.value() == stored)
  }

  @Test(arguments: ["<Enter>", "<C-s>"])
  func `a number that is not set can be left as it is`(key: String) throws {
    let stored: Defaults.StoredValue = .array([.dictionary(["name": .string("build")])])
    var control = kind.control(stored)
    try press(&control, "l<Enter>" + key)
    #expect(control.keyMode == .records)
    #expect(try control.value() == stored)
    // The same in the record as a whole, and in a table.
    try press(&control, "hv<Down><Enter>" + key)
    #expect(control.keyMode == .members)
    #expect(try control.value() == stored)
    let table = ValueKind.table(
      [
        TableMember("size", kind: .real(NumberLimits(minimum: 1))), TableMember("day", kind: .date),
      ],
      others: nil
    )
    var members = table.control(.dictionary([:]))
    for _ in 1...2 { try press(&members, "<Enter>\(key)j") }
    #expect(members.keyMode == .members)
    #expect(try members.value() == .dictionary([:]))
  }

  @Test func `a cell that is not valid stays open with the reason`() throws {
    var control = kind.control(stored)
    try press(&control, "l<Enter><C-u>70000<Enter>")
    #expect(lines(control).contains { $0.contains("70000 is above the maximum 65535") })
    try press(&control, "<Esc>")
    #expect(try control.value() == stored)
    // The input is kept, and the key that undoes opens it again.
    try press(&control, "u")
    #expect(lines(control).contains { $0.contains("70000") })
    try press(&control, "<C-u>7<Enter>")
    #expect(try control.value() == stored(0, "port", .integer(7)))
  }

  @Test func `a cell that is left without a change is not a change`() throws {
    var control = kind.control(stored)
    try press(&control, "l<Enter><Esc>l<Left><Enter><Enter>")
    #expect(!control.isDirty)
    #expect(control.keyMode == .records)
  }

  @Test func `a Bool is toggled in its cell, from its default if it is unset`() throws {
    var control = kind.control(stored)
    try press(&control, "jll<Enter>")
    #expect(try control.value() == stored(1, "secure", .bool(false)))
    try press(&control, "<Enter>")
    #expect(try control.value() == stored(1, "secure", .bool(true)))
  }

  @Test func `a row is opened as a whole, and its members can be unset there`() throws {
    var control = kind.control(stored)
    try press(&control, "vjjd<C-s>")
    #expect(try control.value() == stored(0, "secure", nil))
  }

  @Test func `records are added, duplicated, moved and removed`() throws {
    var control = kind.control(stored)
    try press(&control, "cJ")
    #expect(try control.value() == .array([element(0), element(1), element(0)]))
    try press(&control, "gd")
    #expect(try control.value() == .array([element(1), element(0)]))
    try press(&control, "Ga<Enter>new<Enter><C-s>")
    let new: Defaults.StoredValue = .dictionary(["name": .string("new")])
    #expect(try control.value() == .array([element(1), element(0), new]))
  }

  private func element(_ index: Int) -> Defaults.StoredValue {
    if case .array(let elements) = stored { elements[index] } else { .null }
  }

  @Test func `a record that is not valid is marked, and the reason is shown`() throws {
    let control = kind.control(stored(0, "port", .integer(0)))
    #expect(lines(control)[1].hasPrefix(">!"))
    #expect(lines(control, columns: 60).last == "! item 1: \"port\": 0 is below the minimum 1")
  }

  @Test func `the first and the selected column are shown where there is room for two`() throws {
    var control = kind.control(stored)
    try press(&control, "ll")
    let header = try #require(lines(control, columns: 20).first)
    #expect(header.contains("Name") && header.contains("Secure") && !header.contains("Port"))
  }

  @Test(arguments: [(1, 1), (3, 2), (9, 3), (20, 4), (120, 30)])
  func `the table stays inside of every room`(columns: Int, rows: Int) throws {
    var control = kind.control(stored)
    try press(&control, "jll")
    let picture = control.picture(columns: columns, rows: rows)
    #expect(picture.lines.count <= rows)
    #expect(picture.cursor.map { $0.line < picture.lines.count } == true)
  }

  @Test func `a value that is not a record is shown and can be removed`() throws {
    var control = kind.control(.array([.string("odd"), element(0)]))
    #expect(lines(control)[1].hasPrefix(">!"))
    try press(&control, "d")
    #expect(try control.value() == .array([element(0)]))
  }
}
