import Defaults
import Foundation
import Terminal
import Testing

@testable import EditorCore

/// What every theme must show, also without colours.
@Suite struct ThemeTests {
  /// Roles of which nothing else on the screen says which of the two it is.
  private static let mustDiffer: [(Role, Role)] = [
    (.valueSet, .valueUnset), (.valueSet, .valueUnmatched), (.heading, .text), (.title, .text),
    (.keyName, .text), (.field, .text), (.news, .warning), (.caution, .news), (.warning, .quiet),
  ]

  /// Pairs that another theme may tell apart by colour alone.
  private static let mustDifferInMono: [(Role, Role)] = [
    (.field, .rejectedField), (.caution, .warning), (.heading, .strong),
  ]

  private static func withoutColor(_ role: Role, _ theme: Theme, isSelected: Bool = false) -> Style
  {
    var style = theme.style(of: role, isSelected: isSelected)
    style.color = .standard
    return style
  }

  @Test(arguments: Theme.all)
  func `what must be told apart is so without colours`(theme: Theme) {
    let pairs = Self.mustDiffer + (theme.usesColor ? [] : Self.mustDifferInMono)
    for (first, second) in pairs {
      let styles = [first, second].map { Self.withoutColor($0, theme) }
      #expect(styles[0] != styles[1], "\(first) and \(second)")
    }
  }

  @Test(arguments: Theme.all)
  func `selected text is told apart from the same text elsewhere`(theme: Theme) {
    // The field of an open edit is where the cursor is.
    for role in Role.allCases where role != .rejectedField {
      let selected = Self.withoutColor(role, theme, isSelected: true)
      #expect(selected != Self.withoutColor(role, theme), "\(role)")
      #expect(selected.isReversed, "\(role)")
    }
  }

  @Test(arguments: Theme.all)
  func `bold text is never dim, because a terminal shows one of the two`(theme: Theme) {
    for role in Role.allCases {
      for isSelected in [false, true] {
        let style = theme.style(of: role, isSelected: isSelected)
        #expect(!style.isBold || !style.isDim, "\(role)")
      }
    }
  }

  @Test func `the theme without colours has none`() {
    #expect(Role.allCases.allSatisfy { Theme.mono.style(of: $0).color == .standard })
    #expect(Role.allCases.contains { Theme.auto.style(of: $0).color != .standard })
  }

  /// The backgrounds that a theme is made for, with the colour.
  private static let backgrounds: [(Theme, Defaults.Color)] = [
    (.light, "#ffffff"), (.light, "#fafafa"), (.dark, "#000000"), (.dark, "#1e1e1e"),
  ]

  @Test(arguments: backgrounds)
  func `the colours of a theme can be read on its background`(
    theme: Theme,
    background: Defaults.Color
  ) {
    for role in Role.allCases {
      guard let index = theme.style(of: role).paletteIndex else { continue }
      let ratio = Self.contrast(Self.color(ofIndex: Int(index)), background)
      #expect(ratio >= 4.5, "\(role): \(ratio)")
    }
  }

  @Test(arguments: Theme.all)
  func `selected text has the two colours of the terminal, and is not dim`(theme: Theme) {
    for role in Role.allCases {
      let style = theme.style(of: role, isSelected: true)
      #expect(style.color == .standard && style.paletteIndex == nil && !style.isDim, "\(role)")
    }
  }

  @Test func `the theme of most contrast has only the terminal's two colours, and nothing dim`() {
    for role in Role.allCases {
      let style = Theme.contrast.style(of: role)
      #expect(style.color == .standard && style.paletteIndex == nil && !style.isDim, "\(role)")
    }
  }

  @Test(arguments: Theme.all, [Background.light, .dark])
  func `only the automatic theme follows the background`(theme: Theme, background: Background) {
    let adapted = theme.adapted(to: background)
    #expect(adapted == (theme == .auto ? background == .light ? .light : .dark : theme))
  }

  /// Returns the colour of a number from 16 on: a cube of six levels, and then 24 greys.
  private static func color(ofIndex index: Int) -> Defaults.Color {
    guard index < 232 else {
      let grey = UInt8(8 + 10 * (index - 232))
      return Defaults.Color(red: grey, green: grey, blue: grey)
    }
    let levels: [UInt8] = [0, 95, 135, 175, 215, 255]
    return Defaults.Color(
      red: levels[(index - 16) / 36],
      green: levels[(index - 16) / 6 % 6],
      blue: levels[(index - 16) % 6]
    )
  }

  /// Returns the contrast ratio of two colours, from 1 to 21, as WCAG 2 computes it.
  private static func contrast(_ one: Defaults.Color, _ other: Defaults.Color) -> Double {
    let (low, high) = (luminance(one), luminance(other))
    return (max(low, high) + 0.05) / (min(low, high) + 0.05)
  }

  private static func luminance(_ color: Defaults.Color) -> Double {
    let parts = [(color.red, 0.2126), (color.green, 0.7152), (color.blue, 0.0722)]
    return parts.reduce(0) { sum, part in
      let share = Double(part.0) / 255
      return sum + part.1 * (share <= 0.03928 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4))
    }
  }

  @Test func `a theme is found by its name`() {
    #expect(Set(Theme.all.map(\.name)).count == Theme.all.count)
    for theme in Theme.all { #expect(Theme.named(theme.name) == theme) }
    #expect(Theme.named("Mono") == nil)
    #expect(Theme.named("") == nil)
  }

  @Test(arguments: Theme.all, ["", "?", "j<Enter>", "jj<Enter><C-u><Enter>", "/zo<Enter>", "zj"])
  func `a theme changes styles and no text`(theme: Theme, keys: String) throws {
    let fixture = NotesFixture()
    func frame(_ theme: Theme) throws -> Frame {
      var state = EditorState(
        document: Document(
          schema: fixture.schema,
          stored: ["general.userName": .string("Ada"), "appearance.zoom": .real(9)]
        ),
        size: Size(columns: 80, rows: 24),
        settings: EditorSettings(SettingsOverrides(theme: theme))
      )
      for press in try Step.presses(keys) { _ = update(&state, .event(.key(press))) }
      return view(state)
    }
    let drawn = try frame(theme)
    #expect(try drawn.text == frame(.auto).text)
    #expect(drawn.cursor == (try frame(.auto).cursor))
    let colors = Set(drawn.rows.joined().map(\.style.color))
    #expect((colors == [.standard]) == !theme.usesColor)
  }
}
