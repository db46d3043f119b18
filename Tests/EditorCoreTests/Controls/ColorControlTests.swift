import Defaults
import DefaultsSchema
import Terminal
import Testing

@testable import EditorCore

@Suite struct ColorControlTests {
  @Test(
    arguments: [
      ("#f80", "#ff8800"), ("#F80C", "#ff8800cc"), ("#ff8800cc", "#ff8800cc"),
      ("Orange", "#ffa500"), ("rebeccapurple", "#663399"), ("#12345", nil),
      ("rgb(1, 2, 3)", "#010203"), ("RGB(255 136 0 / 50%)", "#ff8800"),
      ("rgba(300,-1,50%,1)", "#ff0080"), ("rgb(none 255 0)", "#00ff00"), ("rgb(1, 2)", nil),
      ("hsl(30deg 100% 50%)", "#ff8000"), ("hsla(210, 50%, 40%, 0.5)", "#336699"),
      ("hsl(0.25turn 100% 50%)", "#80ff00"), ("hsl(100grad 100% 50%)", "#80ff00"),
      ("hsl(-90 200% 50%)", "#8000ff"), ("hsl(x, 1%, 2%)", nil), ("rgb(1e300 0 nan)", nil),
      ("rgb(1e300 0 -1e300)", "#ff0000"), ("rgb(1, 2, 3", nil), ("foo(1, 2, 3)", nil),
      ("bluish", nil), ("", nil),
    ] as [(String, String?)]
  )
  func `a CSS colour is parsed`(text: String, color: String?) {
    #expect(Defaults.Color(css: text)?.description == color)
  }

  @Test(
    arguments: [
      "lab(50% 50 0)", "lch(50% 50 0)", "oklab(50% 0.05 0)", "oklch(0.7 0.1 200)",
      "hwb(90 50% 75% / 0.5)", "color(srgb 0 0.6 0)", "color(display-p3 1 0.5 0)",
    ]
  )
  func `a colour of another function is saved, and has no patch`(text: String) throws {
    #expect(Defaults.Color(css: text) == nil)
    var control = ValueKind.color.control(nil)
    for character in text { _ = control.update(.character(character)) }
    #expect(try control.value() == .string(text))
    let lines = control.picture(columns: 40, rows: 8).lines.map(\.text.string)
    #expect(lines[1].contains("not complete, or cannot be shown"))
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
