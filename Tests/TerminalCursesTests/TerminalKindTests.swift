import Foundation
import Glibc
import TestSupport
import Testing

/// Terminals on which the screen cannot be shown, or not in full.
struct TerminalKindTests {
  private static let probe = BuildProducts.program("screen-probe")

  private func refusal(_ terminal: PseudoTerminal) throws -> String {
    #expect(try terminal.waitForExit() == .exited(6))
    #expect(terminal.isCooked)
    #expect(!terminal.output.contains(0x1B))
    return String(decoding: terminal.output, as: UTF8.self)
  }

  @Test(arguments: [
    ("dumb", "cannot show a full screen"),
    ("nosuch-terminal", "no description of \"nosuch-terminal\""),
    ("", "TERM is not set"),
  ])
  func `a terminal that cannot be used is refused with a sentence and nothing else`(
    name: String,
    text: String
  ) throws {
    let terminal = try PseudoTerminal(
      command: [Self.probe],
      environment: PseudoTerminal.environment(["TERM": name])
    )
    #expect(try refusal(terminal).contains(text))
  }

  @Test
  func `a missing terminal is refused with a sentence`() throws {
    let terminal = try PseudoTerminal(command: ["sh", "-c", "\(Self.probe) </dev/null"])
    #expect(try refusal(terminal).contains("needs a terminal"))
  }

  @Test(arguments: ["xterm-nosuch", "foot", "wezterm", "kitty-direct"])
  func `a terminal of xterm's family is used as xterm`(name: String) throws {
    let terminal = try PseudoTerminal(
      command: [Self.probe],
      environment: PseudoTerminal.environment(["TERM": name])
    )
    try terminal.read(until: "row 7")
    try terminal.send("q")
    #expect(try terminal.waitForExit() == .exited(0))
    #expect(terminal.isCooked)
  }

  @Test(arguments: ["vt100", "linux", "xterm", "screen", "ansi"])
  func `a simple terminal is used as far as it goes`(name: String) throws {
    let terminal = try PseudoTerminal(
      command: [Self.probe],
      environment: PseudoTerminal.environment(["TERM": name])
    )
    try terminal.read(until: "row 7")
    try terminal.send("q")
    #expect(try terminal.waitForExit() == .exited(0))
    #expect(terminal.isCooked)
  }

  @Test(arguments: [
    ["LC_ALL": "C.UTF-8"], ["LC_ALL": "nosuch.UTF-8"], ["LC_ALL": "nosuch.utf8@euro"],
    ["LC_ALL": "", "LC_CTYPE": "C.UTF-8", "LANG": "C"], ["LANG": ""], ["LANG": "nosuch"],
  ])
  func `text is sent in UTF-8 unless the locale says otherwise`(locale: [String: String]) throws {
    let terminal = try PseudoTerminal(
      command: [Self.probe],
      environment: PseudoTerminal.environment(locale)
    )
    try terminal.read(until: "row 7 é 日本 ▾•…→●")
  }

  @Test(arguments: [
    ["LC_ALL": "C"], ["LC_ALL": "POSIX"], ["LANG": "C"], ["LC_ALL": "nosuch.ISO-8859-1"],
    ["LC_ALL": "", "LC_CTYPE": "POSIX", "LANG": "C.UTF-8"],
  ])
  func `only ASCII is sent in a locale without UTF-8`(locale: [String: String]) throws {
    let terminal = try PseudoTerminal(
      command: [Self.probe],
      environment: PseudoTerminal.environment(locale)
    )
    try terminal.read(until: "row 7")
    try terminal.send("q")
    try terminal.waitForExit()
    #expect(terminal.output.allSatisfy { $0 < 0x80 })
  }

  @Test(
    arguments: [
      ([], [:], true), (["--no-color"], [:], false), ([], ["NO_COLOR": "1"], false),
      ([], ["NO_COLOR": ""], true), (["--color"], ["NO_COLOR": "1"], true),
      (["--color"], ["TERM": "vt100"], false),
    ] as [([String], [String: String], Bool)]
  )
  func `colours are used where they are wanted`(
    arguments: [String],
    environment: [String: String],
    isColored: Bool
  ) throws {
    let terminal = try PseudoTerminal(
      command: [Self.probe] + arguments,
      environment: PseudoTerminal.environment(environment)
    )
    try terminal.read(until: "row 7")
    #expect(terminal.transcript.contains("[36m") == isColored)
  }

  @Test
  func `only ASCII is sent where nothing else was wanted`() throws {
    let terminal = try PseudoTerminal(command: [Self.probe, "--ascii"])
    try terminal.read(until: #"row 7 \u{E9} \u{65E5}\u{672C} v*...->*x"#)
    try terminal.send("q")
    try terminal.waitForExit()
    #expect(terminal.output.allSatisfy { $0 < 0x80 })
  }

  @Test
  func `a size of nothing counts as 80 by 24`() throws {
    let terminal = try PseudoTerminal(command: [Self.probe], columns: 0, rows: 0)
    try terminal.read(until: "Probe 80x24")
  }

  @Test(arguments: [(1, 1), (2, 2), (3, 40), (400, 3), (500, 200)])
  func `every size is drawn without harm`(columns: Int, rows: Int) throws {
    let terminal = try PseudoTerminal(command: [Self.probe], columns: columns, rows: rows)
    try terminal.read(until: "\u{1B}[2J")
    try terminal.readUntilSilent()
    try terminal.send("q")
    #expect(try terminal.waitForExit() == .exited(0))
  }
}
