import Defaults
import DefaultsSchema
import Terminal
import Testing

@testable import EditorCore

@Suite struct ColorControlTests {
  @Test(
    arguments: [
      ("#f80", 0xFF8800), ("#F80C", 0xFF8800), ("#ff8800", 0xFF8800), ("#ff8800cc", 0xFF8800),
      ("Orange", 0xFFA500), ("rebeccapurple", 0x663399), ("#ff8c", 0xFFFF88), ("#12345", nil),
      ("rgb(1, 2, 3)", 0x010203), ("RGB(255 136 0 / 50%)", 0xFF8800),
      ("rgba(300,-1,50%,1)", 0xFF0080),
      ("hsl(30deg 100% 50%)", 0xFF8000), ("hsla(210, 50%, 40%, 0.5)", 0x336699), ("rgb(1, 2)", nil),
      ("hsl(x, 1%, 2%)", nil), ("lab(1 2 3)", nil), ("bluish", nil), ("", nil),
    ] as [(String, UInt32?)]
  )
  func `a CSS colour is parsed`(text: String, bytes: UInt32?) {
    #expect(RGBColor(css: text) == bytes.map { RGBColor($0) })
  }

  @Test(
    arguments: [
      (0x000000, 16), (0xFFFFFF, 231), (0xFF0000, 196), (0x0000FF, 21), (0x808080, 244),
      (0x121212, 233), (0xFF8700, 208), (0xFF8800, 208),
    ] as [(UInt32, UInt8)]
  )
  func `the nearest of 256 colours is found`(bytes: UInt32, index: UInt8) {
    #expect(RGBColor(bytes).paletteIndex == index)
  }

  @Test func `every name has a colour that leads to it or to its other name`() {
    #expect(ColorNames.all.count == 148)
    #expect(ColorNames.all.map(\.name) == ColorNames.all.map(\.name).sorted())
    for (name, color) in ColorNames.all {
      #expect(ColorNames.color(named: ColorNames.nearest(to: color)) == color, "\(name)")
    }
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
      state.mode = .edit(OpenEdit(item, stored: .string("red")))
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
