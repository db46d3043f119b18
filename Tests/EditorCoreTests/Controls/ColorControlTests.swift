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
      ("hsl(x, 1%, 2%)", nil), ("bluish", nil), ("", nil), ("rgb(none 255 0)", 0x00FF00),
      ("hsl(0.25turn 100% 50%)", 0x80FF00), ("hsl(100grad 100% 50%)", 0x80FF00),
    ] as [(String, UInt32?)]
  )
  func `a CSS colour is parsed`(text: String, bytes: UInt32?) {
    #expect(RGBColor(css: text) == bytes.map { RGBColor($0) })
  }

  /// The values are those of the tests of CSS Color 4 in web-platform-tests.
  @Test(
    arguments: [
      ("hwb(120 0% 49.8039%)", 0x008000), ("hwb(90deg 10% 10%)", 0x80E61A),
      ("hwb(90 50% 75% / 0.5)", 0x666666), ("hwb(90 50 50)", 0x808080),
      ("lab(46.2775% -47.5621 48.5837)", 0x008000), ("lab(50% 50 0)", 0xC14E79),
      ("lab(70 -45 0)", 0x1BC1A9), ("lab(70% 0 70)", 0xC3A90E), ("lab(55% none -60)", 0x2187ED),
      ("lab(50 40% 0 / 50%)", 0xC14E79), ("lab(0% 0 0)", 0x000000), ("lab(150 0 0)", 0xFFFFFF),
      ("lch(46.2775% 67.9892 134.3912)", 0x008000), ("lch(50% 50 0)", 0xC14E79),
      ("lch(50 33.33333% 0.0rad)", 0xC14E79), ("lch(70% 45 0.5turn)", 0x1BC1A9),
      ("oklab(51.975% -0.1403 0.10768)", 0x008000), ("oklab(50% 0.05 0)", 0x7C5762),
      ("oklab(0.7 -0.1 0)", 0x4BB3A1), ("oklab(70% 0 31.25%)", 0xBD9A32),
      ("oklab(55% 0 -0.2)", 0x4761E4), ("oklab(1 0 0)", 0xFFFFFF),
      ("oklch(51.975% 0.17686 142.495)", 0x008000), ("oklch(50% 0.2 0)", 0xB4065F),
      ("oklch(50% 50% 270deg)", 0x3B51D3), ("OKLCH(0.5 0.2 300grad)", 0x3B51D3),
    ] as [(String, UInt32)]
  )
  func `a function of CSS Color 4 is converted to red, green and blue`(
    text: String,
    bytes: UInt32
  ) {
    #expect(RGBColor(css: text) == RGBColor(bytes))
  }

  @Test(
    arguments: [
      ("color(srgb 0 0.6 0)", 0x009900), ("color(srgb 50% 100% 0 / 0.3)", 0x80FF00),
      ("color(srgb-linear 0 0.21586 0)", 0x008000),
      ("color(display-p3 0.21604 0.49418 0.13151)", 0x008000),
      ("color(display-p3 1 1 1)", 0xFFFFFF), ("color(display-p3 1 0 0)", 0xFF0000),
      ("color(srgb 2 -1 none)", 0xFF0000), ("color(xyz 0.1 0.1 0.1)", nil),
      ("color(srgb 1 1)", nil), ("color(srgb)", nil), ("color()", nil), ("lab(1 2)", nil),
      ("color-mix(in srgb, red, blue)", nil),
    ] as [(String, UInt32?)]
  )
  func `a colour of another space is clipped to sRGB`(text: String, bytes: UInt32?) {
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
      state.show(EditScreen(OpenEdit(item, stored: .string("red"))))
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
