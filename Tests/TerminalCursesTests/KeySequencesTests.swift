import TestSupport
import Testing

/// The keys of terminals, as the terminal database describes them.
struct KeySequencesTests {
  private static let probe = BuildProducts.program("screen-probe")

  /// The capabilities of keys, and the names of the keys.
  private static let keys = [
    ("kcub1", "left"), ("kcuf1", "right"), ("khome", "home"), ("kend", "end"), ("kpp", "pageUp"),
    ("knp", "pageDown"), ("kich1", "insert"), ("kdch1", "delete"), ("kcbt", "shift+tab"),
    ("kf1", "f1"), ("kf5", "f5"), ("kf10", "f10"), ("kLFT", "shift+left"),
    ("kRIT5", "ctrl+right"), ("kUP3", "alt+up"),
  ]

  private static let types = [
    "xterm", "xterm-256color", "tmux-256color", "screen", "rxvt-unicode", "rxvt", "linux", "vt100",
    "vt220", "vt52", "ansi", "pcansi", "cons25", "wsvt25", "sun", "Eterm", "cygwin", "mach",
  ]

  @Test(arguments: Thorough.sample(types, every: 3))
  func `the keys of a terminal's description arrive`(type: String) throws {
    let described = try Self.keys.compactMap { capability, name -> (bytes: String, name: String)? in
      let bytes = try Program.run(["tput", "-T", type, capability]).output
      return bytes.isEmpty ? nil : (bytes, name)
    }
    try #require(!described.isEmpty)
    let terminal = try PseudoTerminal(
      command: [Self.probe],
      rows: 60,
      environment: PseudoTerminal.environment(["TERM": type])
    )
    try terminal.read(until: "row 7")
    try terminal.send(described.map { $0.bytes + "#" }.joined())
    try terminal.readUntilSilent()
    let start = terminal.output.count
    try terminal.send("\u{C}")
    _ = try terminal.readAnswer()
    let shown = String(decoding: terminal.output[start...], as: UTF8.self)
    let found = shown.matches(of: /key ([A-Za-z0-9+\-]+)/).map { String($0.1) }.dropLast()
    #expect(found.count == described.count, "\(shown.debugDescription)")
    for (found, expected) in zip(found, described) {
      // Some terminals send the same for two keys.
      let names = described.filter { $0.bytes == expected.bytes }.map(\.name)
      #expect(names.contains(found), "\(expected.name)")
    }
    try terminal.send("q")
    #expect(try terminal.waitForExit() == .exited(0))
  }
}
