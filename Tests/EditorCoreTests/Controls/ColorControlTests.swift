import Defaults
import DefaultsSchema
import Terminal
import Testing

@testable import EditorCore

@Suite struct ColorControlTests {
  @Test func `a colour of another function is saved, and has no patch`() throws {
    var control = ValueKind.color.control(nil)
    for character in "oklch(0.7 0.1 200)" { _ = control.update(.character(character)) }
    #expect(try control.value() == .string("oklch(0.7 0.1 200)"))
    let lines = control.picture(columns: 40, rows: 8).lines.map(\.text.string)
    #expect(lines[1].contains("a colour that is not shown here"))
  }

  @Test(arguments: [("blu", "not a colour"), ("rgb(1, 2", "not complete")])
  func `a text that is not a colour is rejected`(text: String, note: String) throws {
    var control = ValueKind.color.control(nil)
    for character in text { _ = control.update(.character(character)) }
    let picture = control.picture(columns: 60, rows: 4)
    #expect(picture.lines[0].spans[0].role == .rejectedField)
    #expect(picture.lines[1].text.string.hasSuffix(note))
  }

  @Test(
    arguments: [
      ("#000000", 16), ("#ffffff", 231), ("#ff0000", 196), ("#0000ff", 21), ("#808080", 244),
      ("#121212", 233), ("#ff8700", 208), ("#ff8800", 208),
    ] as [(Defaults.Color, UInt8)]
  )
  func `a near one of 256 colours is found`(color: Defaults.Color, index: UInt8) {
    #expect(color.paletteIndex == index)
  }

  @Test func `a name is completed, and picked from those that match`() throws {
    var control = ValueKind.color.control(nil)
    for character in "tur" { _ = control.update(.character(character)) }
    _ = control.update(KeyPress(.tab))
    #expect(try control.value() == .string("turquoise"))
    for _ in 1...9 { _ = control.update(KeyPress(.backspace)) }
    for character in "sea" { _ = control.update(.character(character)) }
    _ = control.update(KeyPress(.down))
    #expect(try control.value() == .string("seagreen"))
    _ = control.update(KeyPress(.down))
    #expect(try control.value() == .string("seashell"))
    _ = control.update(KeyPress(.up))
    _ = control.update(KeyPress(.up))
    #expect(try control.value() == .string("seagreen"))
  }

  @Test func `patches are drawn only where the screen and the theme have colours`() throws {
    func styles(colorCount: Int, _ theme: Theme) -> [Style] {
      let entry = Entry(untypedKey: "label", title: "Label", kind: .color)
      let item = Item(
        entry: entry,
        section: 0,
        isDeclared: true,
        layers: KeyLayers(stored: .string("red"))
      )
      var state = EditorState(
        document: Document(suiteName: "x", stored: ["label": .string("red")]),
        size: Size(columns: 80, rows: 24),
        settings: EditorSettings(SettingsOverrides(theme: theme)),
        colorCount: colorCount
      )
      state.show(EditScreen(OpenEdit(item, stored: .string("red"))))
      state.refreshScreen()
      return view(state).rows.joined().map(\.style)
    }
    let red = Style(palette: 196, trueColor: TrueColor(red: 255, green: 0, blue: 0))
    #expect(styles(colorCount: 256, .auto).contains(red))
    #expect(styles(colorCount: 1 << 24, .auto).contains(red))
    for none in [styles(colorCount: 8, .auto), styles(colorCount: 1 << 24, .mono)] {
      #expect(none.allSatisfy { $0.paletteIndex == nil && $0.trueColor == nil })
    }
  }
}
