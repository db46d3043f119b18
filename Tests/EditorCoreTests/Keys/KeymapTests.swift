@testable import EditorCore
import Terminal
import Testing

@Suite struct KeymapTests {
  /// The keymaps by name, each as the key presses of its rows and whether each row has a help.
  private static let maps: [(name: String, presses: [[KeyPress]], help: [String])] = [
    ("list", Keymap.list.rows.map(\.presses), Keymap.list.rows.map(\.help)),
    ("text", Keymap.text.rows.map(\.presses), Keymap.text.rows.map(\.help)),
    ("number", Keymap.number.rows.map(\.presses), Keymap.number.rows.map(\.help)),
    ("picker", Keymap.picker.rows.map(\.presses), Keymap.picker.rows.map(\.help)),
    ("prompt", Keymap.prompt.rows.map(\.presses), Keymap.prompt.rows.map(\.help)),
    ("question", Keymap.question.rows.map(\.presses), Keymap.question.rows.map(\.help)),
    ("toggle", Keymap.toggle.rows.map(\.presses), Keymap.toggle.rows.map(\.help)),
    ("date", Keymap.date.rows.map(\.presses), Keymap.date.rows.map(\.help)),
    ("items", Keymap.items.rows.map(\.presses), Keymap.items.rows.map(\.help)),
    ("conflict", Keymap.conflict.rows.map(\.presses), Keymap.conflict.rows.map(\.help)),
    ("message", Keymap.message.rows.map(\.presses), Keymap.message.rows.map(\.help)),
  ]

  @Test(arguments: maps.indices)
  func `no key press means two things in one mode`(index: Int) {
    let presses = Self.maps[index].presses.flatMap(\.self)
    #expect(Set(presses).count == presses.count, "\(Self.maps[index].name)")
  }

  @Test(arguments: maps.indices)
  func `every row has a key and says what it does`(index: Int) {
    #expect(Self.maps[index].presses.allSatisfy { !$0.isEmpty })
    #expect(Self.maps[index].help.allSatisfy { !$0.isEmpty })
  }

  @Test(arguments: [
    (KeyPress(.enter), "Enter"), (.character(" "), "Space"), (.control("n"), "^N"),
    (KeyPress(.character("b"), .alt), "A-b"), (KeyPress(.left, .control), "^←"),
    (KeyPress(.tab, .shift), "S-Tab"), (KeyPress(.function(8)), "F8"),
  ])
  func `a key press has a short name`(press: KeyPress, name: String) {
    #expect(press.name == name)
  }

  @Test func `the help lists every row of the keymap`() {
    let rows = Keymap.list.helpGroups.flatMap(\.rows)
    #expect(rows.count == Keymap.list.rows.count)
    #expect(rows.contains { $0.keys == "r Del F8" && $0.help == "reset to the default" })
  }
}
