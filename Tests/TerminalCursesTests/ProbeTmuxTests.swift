import TestSupport
import Testing

/// The screen in a terminal emulator: what a person sees.
@Suite(.enabled(if: TmuxSession.isAvailable))
struct ProbeTmuxTests {
  private static let probe = BuildProducts.program("screen-probe")

  /// The screen that the probe shows, apart from its log.
  private func list(columns: Int, rows: Int) -> [String] {
    let title = "┌─ Probe \(columns)x\(rows) "
    let top = title + String(repeating: "─", count: columns - title.count - 1) + "┐"
    let text = { (row: Int) in "row \(row) é 日本 ▾•…→●✓" }
    let middle = (0..<8).map { row in
      // Two wide characters take two columns more than they are characters.
      "│ \(text(row))" + String(repeating: " ", count: columns - text(row).count - 2 - 3) + "│"
    }
    return [top] + middle + ["└" + String(repeating: "─", count: columns - 2) + "┘"]
  }

  private func waitForList(_ session: TmuxSession, columns: Int, rows: Int) throws {
    let expected = list(columns: columns, rows: rows)
    try session.wait(for: "the list at \(columns)x\(rows)") { screen in
      screen.split(separator: "\n").prefix(10).map(String.init) == expected
    }
  }

  @Test
  func `the frame appears as it was drawn, with the cursor in the selected row`() throws {
    let session = try TmuxSession(command: [Self.probe])
    try waitForList(session, columns: 80, rows: 24)
    try session.sendKeys("Down", "Down")
    try session.wait(for: "the cursor in the highlighted third row") { _ in
      // tmux sometimes repeats the colour of the text after the reversal.
      let isHighlighted = try session.styledScreen()
        .contains(/\u{1B}\[7m(\u{1B}\[39m)? row 2/)
      return try isHighlighted && session.cursor() == (3, 2)
    }
    #expect(try session.isAlternate)
    try session.sendKeys("q")
    try session.wait(for: "ended with quit")
    #expect(try session.waitForExit() == 0)
    #expect(try !session.isAlternate)
  }

  @Test
  func `keys are told apart`() throws {
    let session = try TmuxSession(command: [Self.probe], rows: 40)
    try waitForList(session, columns: 80, rows: 40)
    let keys = [
      ("C-Up", "ctrl+up"), ("M-Down", "alt+down"), ("S-Up", "shift+up"), ("S-Left", "shift+left"),
      ("C-Right", "ctrl+right"), ("C-Home", "ctrl+home"), ("C-S-End", "ctrl+shift+end"),
      ("BTab", "shift+tab"), ("Tab", "tab"), ("Enter", "enter"), ("BSpace", "backspace"),
      ("DC", "delete"), ("IC", "insert"), ("PPage", "pageUp"), ("NPage", "pageDown"),
      ("Home", "home"), ("End", "end"), ("F1", "f1"), ("F12", "f12"), ("C-a", "ctrl+'a'"),
      ("C-c", "ctrl+'c'"), ("M-x", "alt+'x'"), ("Escape", "escape"), ("é", "'é'"), ("日", "'日'"),
    ]
    for (key, name) in keys {
      try session.sendKeys(key)
      try session.wait(for: name) { $0.split(separator: "\n").last == "key \(name)" }
    }
  }

  @Test
  func `a paste is text`() throws {
    let session = try TmuxSession(command: [Self.probe])
    try waitForList(session, columns: 80, rows: 24)
    try session.paste(String(repeating: "pasted ", count: 2_000))
    try session.wait(for: "paste 14000 pasted paste")
  }

  @Test
  func `the screen is right after every resize of a storm`() throws {
    let session = try TmuxSession(command: [Self.probe])
    try waitForList(session, columns: 80, rows: 24)
    for step in 0..<20 {
      try session.resize(columns: 40 + step * 7 % 80, rows: 12 + step * 5 % 30)
    }
    for (columns, rows) in [(60, 14), (120, 40), (44, 11), (80, 24)] {
      try session.resize(columns: columns, rows: rows)
      try waitForList(session, columns: columns, rows: rows)
    }
  }

  @Test
  func `the shell can stop the program and continue it in another size`() throws {
    let session = try TmuxSession()
    try session.wait(for: "$")
    try session.type("\(Self.probe) --no-mouse\n")
    try waitForList(session, columns: 80, rows: 24)
    try session.sendKeys("C-z")
    try session.wait(for: "Stopped")
    #expect(try !session.isAlternate)
    try session.type("stty -a | tr ' ' '\\n' | grep -x -e icanon -e -icanon\n")
    try session.wait(for: "icanon") { $0.contains("\nicanon\n") }
    try session.resize(columns: 70, rows: 20)
    try session.type("fg\n")
    try waitForList(session, columns: 70, rows: 20)
    try session.wait(for: "resume")
    // The cursor keys have another meaning for the shell.
    try session.sendKeys("Down")
    try session.wait { _ in try session.cursor() == (2, 2) }
    try session.sendKeys("q")
    try session.wait(for: "ended with quit")
  }

  @Test
  func `continuing in the background waits for the foreground`() throws {
    let session = try TmuxSession()
    try session.wait(for: "$")
    try session.type("\(Self.probe)\n")
    try waitForList(session, columns: 80, rows: 24)
    try session.sendKeys("C-z")
    try session.wait(for: "Stopped")
    try session.type("bg %1; sleep 0.2; jobs; fg %1\n")
    try waitForList(session, columns: 80, rows: 24)
    try session.sendKeys("q")
    try session.wait(for: "ended with quit")
  }

  @Test
  func `everything can be painted again`() throws {
    let session = try TmuxSession(command: [Self.probe])
    try waitForList(session, columns: 80, rows: 24)
    try session.sendKeys("C-l")
    try session.wait(for: "ctrl+'l'")
    try waitForList(session, columns: 80, rows: 24)
  }
}
