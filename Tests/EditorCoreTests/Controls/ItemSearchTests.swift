import Defaults
import DefaultsSchema
import Terminal
import Testing

@testable import EditorCore

/// The search for items of an open list, dictionary or table.
@Suite struct ItemSearchTests {
  private static let servers = ValueKind.list(
    of: .table([
      TableMember("host", title: "Host name", kind: .string(TextLimits())),
      TableMember("port", title: "Port", kind: .integer(NumberLimits())),
    ])
  )

  private static func server(_ host: String, _ port: Int) -> Defaults.StoredValue {
    .dictionary(["host": .string(host), "port": .integer(Int128(port))])
  }

  private static func secret(_ name: String) -> TableMember {
    var member = TableMember(name, kind: .string(TextLimits()))
    member.isSecret = true
    return member
  }

  private func found(_ text: String, in control: any Control) -> [String] {
    let items = control.openItems?.searchedItems ?? []
    let targets = items.enumerated().map { (PickerScreen.Target.item($0, $1), $1.texts) }
    var picker = PickerScreen(.items, targets)
    picker.edit { $0.replace(with: text) }
    return (0..<picker.count).map { row in
      if case .item(_, let item) = picker.target(row: row) { item.label } else { "" }
    }
  }

  @Test(arguments: [
    ("beta", ["2"]), ("8443", ["3"]), ("host", ["1", "2", "3"]), ("BETA 80", ["2"]), ("none", []),
  ])
  func `items are found by the names and values of their members`(text: String, rows: [String]) {
    let control = Self.servers.control(
      .array([Self.server("alpha", 80), Self.server("beta", 80), Self.server("gamma", 8443)])
    )
    #expect(found(text, in: control) == rows)
    let first = control.openItems?.searchedItems.first?.value
    #expect(first == "host: \"alpha\", port: 80")
  }

  @Test func `the items of the innermost open value are found and selected`() throws {
    let kind = ValueKind.dictionary(of: .list(of: .string(TextLimits())))
    let items = Defaults.StoredValue.array([.string("one"), .string("two")])
    var control = kind.control(.dictionary(["a": .array([]), "b": items]))
    for press in try Step.presses("j<Enter>") { _ = control.update(press) }
    #expect(control.openItems?.searchedItems.map(\.value) == ["\"one\"", "\"two\""])
    control.openItems?.selected = 1
    for press in try Step.presses("d") { _ = control.update(press) }
    #expect(try control.value() == .dictionary(["a": .array([]), "b": .array([.string("one")])]))
  }

  @Test func `a secret member is not found by its value`() {
    let kind = ValueKind.table([
      TableMember("user", title: "User", kind: .string(TextLimits())),
      Self.secret("pin"),
    ])
    let control = kind.control(.dictionary(["user": .string("ann"), "pin": .string("4711")]))
    #expect(found("ann", in: control) == ["User"])
    #expect(found("4711", in: control) == [])
    #expect("\(control.openItems?.searchedItems ?? [])".contains("4711") == false)
  }
}
