import Foundation
import TestSupport
import Testing

/// The editor on terminals of many kinds: it is shown, or says how to do without it.
struct TerminalTypeTests {
  /// Removes its directory when it is released, so it must outlive the terminal.
  private let tool: Tool

  init() throws { tool = try Tool() }

  /// Opens the demo in a terminal of a type.
  private func open(
    _ tool: Tool,
    _ variables: [String: String],
    _ options: String...,
    columns: Int = 80,
    rows: Int = 24
  ) throws -> PseudoTerminal {
    let environment = PseudoTerminal.environment(tool.environment.merging(variables) { $1 })
    return try PseudoTerminal(
      command: [tool.program, "demo"] + options,
      columns: columns,
      rows: rows,
      environment: environment.filter { $0.value != "(unset)" }
    )
  }

  @Test(
    .thorough,
    arguments: Thorough.sample(
      [
        "xterm-256color", "xterm", "xterm-mono", "xterm-direct", "tmux-256color", "tmux", "screen",
        "screen-256color", "linux", "vt100", "vt220", "ansi", "rxvt", "rxvt-unicode-256color",
        "Eterm",
        "cygwin", "kitty", "xterm-kitty", "foot", "foot-extra", "alacritty", "xterm-ghostty",
        "ghostty",
        "wezterm", "contour", "konsole-256color", "st-256color", "iterm2", "mintty",
        "putty-256color",
        "vscode", "tmux-nosuch", "screen.nosuch", "rxvt-nosuch", "linux-nosuch", "vt420",
      ],
      every: 6
    )
  )
  func `the editor runs on a terminal of this type, and changes a value there`(type: String) throws
  {
    let tool = try Tool()
    let terminal = try open(tool, ["TERM": type])
    try terminal.read(until: "Autosave interval")
    try terminal.readUntilSilent()
    try terminal.send(" ")
    try terminal.read(until: "off")
    try terminal.send("q")
    #expect(try terminal.waitForExit() == .exited(0))
    #expect(terminal.isCooked)
    #expect(try tool.json("showAllDayEvents") == "false")
    #expect(throws: Never.self) { try OutputGrammar.parse(terminal.output) }
  }

  /// The buffer of curses has a few bytes there, so that parts of its sequences could come late.
  @Test(.thorough, arguments: ["linux", "vt220", "vt100", "xterm"])
  func `a tiny terminal gets only whole sequences, and those of curses first`(
    type: String
  ) throws {
    let terminal = try open(tool, ["TERM": type], columns: 1, rows: 1)
    try terminal.readUntilSilent(for: 0.6)
    let count = terminal.output.count
    try terminal.send("q")
    #expect(try terminal.waitForExit() == .exited(0))
    #expect(throws: Never.self) { try OutputGrammar.parse(terminal.output) }
    let end = String(decoding: terminal.output[count...], as: UTF8.self)
    // The scrolling region is set when the session begins.
    #expect(!end.contains("\u{1B}[1;1r"), "\(end.debugDescription)")
  }

  @Test(
    arguments: [
      (["TERM": "dumb"], "cannot show a full screen"),
      (["TERM": "nosuch-terminal"], "no description of \"nosuch-terminal\""),
      (["TERM": ""], "TERM is not set"),
      (["TERM": "(unset)"], "TERM is not set"),
      (["TERM": "../../etc/passwd"], "no description of"),
    ] as [([String: String], String)]
  )
  func `elsewhere it says what to do instead and sends nothing`(
    variables: [String: String],
    text: String
  ) throws {
    let terminal = try open(tool, variables)
    let exit = try terminal.waitForExit()
    #expect(exit == .exited(2))
    #expect(terminal.transcript.contains(text))
    #expect(terminal.transcript.contains("prefs read"))
    #expect(!terminal.output.contains(0x1B))
    #expect(terminal.isCooked)
  }

  @Test
  func `without colours none is sent, and the mouse can be left to the terminal`() throws {
    let terminal = try open(tool, ["NO_COLOR": "1"], "--no-mouse")
    try terminal.read(until: "Autosave interval")
    try terminal.send("q")
    try terminal.waitForExit()
    let sequences = try OutputGrammar.parse(terminal.output)
    #expect(!sequences.contains { if case .sequence("[36m") = $0 { true } else { false } })
    #expect(!sequences.contains(.sequence("[?1000h")))
  }
}
