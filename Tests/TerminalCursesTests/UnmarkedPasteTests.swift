import Foundation
import Terminal
import TestSupport
import Testing

@testable import TerminalCurses

/// Pasted text from a terminal that does not mark pastes is not performed as commands.
struct UnmarkedPasteTests {
  private func events(_ text: String) -> [Event] {
    text.map { character in
      switch character {
      case "\n": .key(KeyPress(.enter))
      case "\t": .key(KeyPress(.tab))
      default: .key(.character(character))
      }
    }
  }

  private static let texts: [(typed: String, isPaste: Bool)] = [
    ("rrqqrrqqrrqqrrqq", true), ("rrqqrrqqrrqqrrq", false),
    ("first line\nsecond\tline", true), ("日本語日本語日本語日本語日本語日", true),
    (String(repeating: "j", count: 400), false), ("jjjjjjjkkkkkkkkk", false), ("", false),
    ("abc", false),
  ]

  @Test(arguments: texts.indices)
  func `many different characters in one read are a paste`(index: Int) {
    let (typed, isPaste) = Self.texts[index]
    let found = UnmarkedPaste.collected(events(typed))
    #expect(found == (isPaste ? [.paste(typed)] : events(typed)))
  }

  @Test func `keys that no text has stay key presses, and end a paste`() {
    let text = "a pasted text of more than 16"
    let down = Event.key(KeyPress(.down))
    let close = Event.key(.control("c"))
    #expect(
      UnmarkedPaste.collected(events(text) + [down, close] + events("ab") + [.wake])
        == [.paste(text), down, close] + events("ab") + [.wake]
    )
    let short = events("12345678")
    #expect(UnmarkedPaste.collected(short + [down] + short) == short + [down] + short)
  }

  @Test func `only a long paste may continue in the next read`() {
    let text = String(repeating: "rrqq and more ", count: 20)
    #expect(UnmarkedPaste.mayContinue(events(text)))
    #expect(!UnmarkedPaste.mayContinue(events(String(text.prefix(100)))))
    #expect(!UnmarkedPaste.mayContinue(events(text) + [.key(KeyPress(.down))]))
    #expect(!UnmarkedPaste.mayContinue(events(String(repeating: "j", count: 400))))
  }

  @Test(arguments: [("vt100", false), ("xterm-256color", true)])
  func `an unmarked paste is not performed where the terminal marks none`(
    name: String,
    marksPastes: Bool
  ) throws {
    let terminal = try PseudoTerminal(
      command: [BuildProducts.program("screen-probe")],
      environment: PseudoTerminal.environment(["TERM": name])
    )
    try terminal.read(until: "row 7")
    try terminal.readUntilSilent()
    try terminal.send(String(repeating: "jk lm ", count: 30) + "q")
    guard !marksPastes else {
      // Typed ahead: the "q" ends the program.
      #expect(try terminal.waitForExit() == .exited(0))
      return
    }
    try terminal.readUntilSilent()
    #expect(!terminal.transcript.contains("ended"))
    try terminal.send("q")
    #expect(try terminal.waitForExit() == .exited(0))
  }

  @Test func `the last part of a long paste is not performed either`() throws {
    let terminal = try PseudoTerminal(
      command: [BuildProducts.program("screen-probe")],
      environment: PseudoTerminal.environment(["TERM": "vt100"])
    )
    try terminal.read(until: "row 7")
    try terminal.readUntilSilent()
    try terminal.send(String(repeating: "jk lm ", count: 60))
    usleep(10_000)
    try terminal.send("q")
    try terminal.readUntilSilent()
    #expect(!terminal.transcript.contains("ended"))
    try terminal.send("q")
    #expect(try terminal.waitForExit() == .exited(0))
  }

  @Test func `consoles and unknown terminals mark no pastes`() {
    for name in ["xterm", "tmux-256color", "screen", "foot", "rxvt-unicode", "alacritty"] {
      #expect(TerminalType.marksPastes(name), "\(name)")
    }
    for name in ["linux", "vt220", "ansi", "unknown", "", nil] {
      #expect(!TerminalType.marksPastes(name), "\(name ?? "none")")
    }
  }
}
