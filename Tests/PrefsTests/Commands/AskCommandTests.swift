import Foundation
import TestSupport
import Testing

/// Questions on plain lines, with the real tool.
struct AskCommandTests {
  private let tool: Tool

  init() throws {
    tool = try Tool()
    try tool.publish(
      """
      {"x-format": 1, "x-suite": "app", "properties": {
        "level": {"type": "integer", "maximum": 10, "title": "Level", "description": "How loud."},
        "mode": {"enum": ["fast", "slow"]}, "pass": {"type": "string", "x-sensitive": true}}}
      """,
      forSuite: "app"
    )
  }

  private func ask(_ input: String, _ arguments: String) throws -> Program.Result {
    try Program.run(
      [
        "bash", "-c",
        "printf '\(input)' | { \(tool.program) ask \(arguments); s=$?; cat; exit $s; }",
      ],
      environment: tool.environment
    )
  }

  @Test func `answers are stored, and only their lines are read`() throws {
    let result = try ask("7\\n2\\nrest\\n", "app level mode --print")
    #expect(result.status == 0)
    #expect(result.output == "level: 7\nmode: slow\nrest\n")
    #expect(result.complaint.contains("Level (level)\nHow loud.\nExpected: Int"))
    #expect(result.complaint.contains("  1) fast\n  2) slow\nValue [unset]: "))
    #expect(try tool.run("read", "app", "level", "--json").output == "7\n")
    let again = try ask("\\n\\n", "app '*e*' --json")
    #expect(again.output.filter { !$0.isWhitespace } == #"{"level":7,"mode":"slow"}"#)
    #expect(again.complaint.contains("Value [7]: "))
    #expect(try tool.run("history", "app").output.components(separatedBy: "prefs ask").count == 3)
  }

  @Test func `what does not fit is refused once, and the end of the input keeps the value`() throws
  {
    let refused = try ask("50\\n5\\n", "app level")
    #expect(refused.status == 3)
    #expect(refused.output == "5\n")
    #expect(
      refused.complaint.contains("prefs: level: 50 is above the maximum 10. The value was kept.")
    )
    let end = try ask("4\\n", "app level mode --json")
    #expect(end.status == 1)
    #expect(end.output.filter { !$0.isWhitespace } == #"{"level":4,"mode":null}"#)
    #expect(try tool.run("read", "app", "level").output == "4\n")
    #expect(try ask("", "app levle").complaint.contains("Did you mean \"level\"?"))
    #expect(try ask("\\xff\\n", "app mode").status == 3)
  }

  @Test func `a terminal gets three attempts, and does not show a secret`() throws {
    let environment = PseudoTerminal.environment(tool.environment)
    let terminal = try PseudoTerminal(
      command: [tool.program, "ask", "app", "pass", "level"],
      environment: environment
    )
    try terminal.read(until: "Value [unset]: ")
    var start = terminal.output.count
    try terminal.send("secret-word\n")
    for text in ["60", "70", "80"] {
      try terminal.read(until: "Value [unset]: ", from: start)
      start = terminal.output.count
      try terminal.send(text + "\n")
    }
    #expect(try terminal.waitForExit() == .exited(3))
    let shown = String(decoding: terminal.output, as: UTF8.self)
    #expect(!shown.contains("secret-word"))
    #expect(shown.contains("70 is above the maximum 10. Try again"))
    #expect(terminal.isCooked)
    #expect(try tool.run("read", "app", "pass").output == "secret-word\n")
  }

  @Test func `Ctrl-C at a secret restores the terminal`() throws {
    let terminal = try PseudoTerminal(
      command: [tool.program, "ask", "app", "pass"],
      environment: PseudoTerminal.environment(tool.environment)
    )
    try terminal.read(until: "Value [unset]: ")
    try terminal.send("abc\u{3}")
    #expect(try terminal.waitForExit() == .signalled(SIGINT))
    #expect(terminal.isCooked)
  }
}
