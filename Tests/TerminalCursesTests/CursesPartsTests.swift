import Terminal
import Testing

@testable import TerminalCurses

struct ASCIIFormsTests {
  @Test(arguments: Array("┌─┐│└┘├┤▾▸•…→●○▔↑↓↵␣✓✗·◌"))
  func `what the editor draws has a likeness of one column`(character: Character) {
    let form = ASCIIForms.character(for: String(character))
    #expect(form.isASCII)
    #expect(form != "?")
    #expect(TextWidth.columns(of: character) == 1)
  }

  @Test
  func `what has no likeness is a question mark in a cell that was laid out for it`() {
    #expect(ASCIIForms.character(for: "日") == "?")
    #expect(ASCIIForms.character(for: "e\u{301}") == "e")
  }
}

struct SequencesTests {
  @Test(arguments: [
    ("\u{1B}[m$<2>x", "\u{1B}[mx"), ("$<5*/>", ""), ("a$b", "a$b"), ("$<5", "$<5"), ("", ""),
    ("$$<1>", "$"),
  ])
  func `pauses are taken out of a capability`(capability: String, expected: String) {
    #expect(Sequences.withoutPadding(capability) == expected)
  }
}

struct TerminalErrorTests {
  @Test(arguments: [
    (
      TerminalError.unknownTerminalType("no\u{1B}such"),
      #"The terminal database has no description of "no\u{1B}such". "#
        + "Set TERM to the type of your terminal, such as \"xterm-256color\", "
        + "or use a command that needs no full screen: \"prefs edit --plain\", \"prefs read\" or \"prefs write\"."
    ),
    (
      .tooSimple("dumb"),
      "A terminal of the type \"dumb\" cannot show a full screen. "
        + "If your terminal has another type, set TERM to that, "
        + "or use a command that needs no full screen: \"prefs edit --plain\", \"prefs read\" or \"prefs write\"."
    ),
    (
      .missingDatabase,
      "The terminal database is missing. Install it, for example with the package ncurses-base, "
        + "or use a command that needs no full screen: \"prefs edit --plain\", \"prefs read\" or \"prefs write\"."
    ),
    (
      .system(call: "eventfd", code: 24),
      "The terminal could not be prepared: eventfd failed (Too many open files)."
    ),
  ])
  func `an error says what is wrong and what to do`(error: TerminalError, text: String) {
    #expect(error.description == text)
  }

  @Test(arguments: [
    ("xterm-256color", false, true), ("tmux-256color", false, true), ("foot", false, true),
    ("linux", false, false), ("vt220", false, false), ("linux", true, true), (nil, false, false),
  ])
  func `the type of the terminal says whether it has a clipboard`(
    name: String?,
    hasCapability: Bool,
    hasClipboard: Bool
  ) {
    #expect(TerminalType.hasClipboard(name, hasCapability: hasCapability) == hasClipboard)
  }

  @Test(
    arguments: [
      ("xterm-256color", "truecolor", false, 256, true), ("xterm", "24bit", false, 256, true),
      ("tmux-256color", "truecolor", false, 256, true), ("tmux-256color", nil, false, 256, false),
      ("xterm", "yes", false, 256, false), ("linux", "truecolor", false, 8, false),
      ("screen-256color", "truecolor", false, 256, false),
      ("screen.xterm-direct", nil, true, 1 << 24, true), ("xterm-direct", nil, true, 1 << 24, true),
      (nil, "truecolor", false, 256, false),
    ] as [(String?, String?, Bool, Int, Bool)]
  )
  func `true colour is used where the terminal itself has announced it`(
    name: String?,
    announced: String?,
    hasCapability: Bool,
    colorCount: Int,
    hasTrueColor: Bool
  ) {
    let result = TerminalType.hasTrueColor(
      name,
      announced: announced,
      hasCapability: hasCapability,
      colorCount: colorCount
    )
    #expect(result == hasTrueColor)
  }
}
