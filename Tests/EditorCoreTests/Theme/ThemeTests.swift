import Defaults
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
    let pairs = Self.mustDiffer + (theme == .mono ? Self.mustDifferInMono : [])
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

  @Test func `a theme is found by its name`() {
    #expect(Set(Theme.all.map(\.name)).count == Theme.all.count)
    for theme in Theme.all { #expect(Theme.named(theme.name) == theme) }
    #expect(Theme.named("Mono") == nil)
    #expect(Theme.named("") == nil)
  }

  @Test(arguments: Theme.all, ["", "?", "jj<Enter>", "jj<Enter><C-u><Enter>", "/zo<Enter>", "zj"])
  func `a theme changes styles and no text`(theme: Theme, keys: String) throws {
    let fixture = NotesFixture()
    func frame(_ theme: Theme) throws -> Frame {
      var state = EditorState(
        document: Document(
          schema: fixture.schema,
          stored: ["general.userName": .string("Ada"), "appearance.zoom": .real(9)]
        ),
        size: Size(columns: 80, rows: 24),
        theme: theme
      )
      for press in try Step.presses(keys) { _ = update(&state, .event(.key(press))) }
      return view(state)
    }
    let drawn = try frame(theme)
    #expect(try drawn.text == frame(.auto).text)
    #expect(drawn.cursor == (try frame(.auto).cursor))
    let colors = Set(drawn.rows.joined().map(\.style.color))
    #expect((colors == [.standard]) == (theme == .mono))
  }
}
