import Foundation
import TestSupport
import Testing

/// `--plain`: the editor on plain lines, with the real tool.
@Suite struct PlainTests {
  private let tool: Tool

  init() throws {
    tool = try Tool()
  }

  private func type(
    _ lines: [String],
    _ arguments: String...,
    locale: String = "C.UTF-8"
  ) throws -> Program.Result {
    try Program.run(
      [
        "bash", "-c",
        #"printf '%s\n' "$@" | "# + ([tool.program] + arguments).joined(separator: " "),
      ]
        + ["bash"] + lines,
      environment: tool.environment.merging(["TERM": "", "LC_ALL": locale]) { $1 }
    )
  }

  @Test func `a script changes values without a terminal`() throws {
    let result = try type(["/interval", "1", "60", "quit"], "demo", "--plain")
    #expect(result.status == 0)
    #expect(result.output.contains("Saved Autosave interval = 60 s"))
    #expect(try tool.json("general.autosaveInterval") == "60")
    // Plain lines need no control sequence.
    #expect(!result.output.utf8.contains { $0 < 0x20 && $0 != 0x0A })
    let history = try tool.run("history", Tool.suite).output
    #expect(history.contains("prefs edit"))
  }

  @Test func `the end of the input quits, and a line that was refused is in the status`() throws {
    #expect(try type(["2", "off"], "demo", "--plain").status == 0)
    #expect(try tool.json("general.autosave") == "false")
    let refused = try type(["3", "4"], "demo", "--plain")
    #expect(refused.status == 3)
    #expect(refused.output.contains("The value was kept."))
    #expect(try tool.json("general.autosaveInterval") == nil)
  }

  @Test func `stored control sequences are escaped`() throws {
    let text = "a\u{1B}]0;title\u{7}\u{202E}b"
    #expect(try tool.run("write", Tool.suite, "general.userName", "-string", text).status == 0)
    let result = try type(["5?", "v 5", "", "5", "", "q"], "edit", Tool.suite, "--plain")
    #expect(result.status == 0)
    #expect(!result.output.utf8.contains { $0 < 0x20 && $0 != 0x0A || $0 == 0x7F })
    #expect(!result.output.unicodeScalars.contains("\u{202E}"))
  }

  @Test func `with ascii, every letter is ASCII`() throws {
    let result = try type(["help", "5?", "H", "", "q"], "demo", "--plain", "--ascii")
    #expect(result.status == 0)
    #expect(result.output.utf8.allSatisfy { $0 < 0x80 })
  }

  @Test(arguments: ["C", "POSIX", "en_US.ISO-8859-1"])
  func `in a locale without UTF-8, every letter is ASCII`(locale: String) throws {
    let text = "a bullet • and é"
    #expect(try tool.run("write", Tool.suite, "general.userName", "-string", text).status == 0)
    let lines = ["help", "5?", "H", "", "list", "?", "7?", "q"]
    let result = try type(lines, "demo", "--plain", locale: locale)
    #expect(result.status == 0)
    #expect(result.output.utf8.allSatisfy { $0 < 0x80 }, "\(result.output)")
    let unicode = try type(lines, "demo", "--plain")
    #expect(unicode.output.utf8.contains { $0 >= 0x80 })
  }

  @Test func `a simple terminal is enough, and a secret is not shown while it is typed`() throws {
    try tool.publish(
      Tool.schema(#""pass": {"type": "string", "x-sensitive": true}"#, forSuite: "app"),
      forSuite: "app"
    )
    var environment = PseudoTerminal.environment(tool.environment)
    environment["TERM"] = "dumb"
    let terminal = try PseudoTerminal(
      command: [tool.program, "edit", "app", "--plain"],
      environment: environment
    )
    try terminal.read(until: "Command: ")
    try terminal.send("1\n")
    try terminal.read(until: "Value [unset]: ")
    try terminal.send("secret-word\n")
    try terminal.read(until: "Saved Pass")
    try terminal.send("q\n")
    #expect(try terminal.waitForExit() == .exited(0))
    #expect(!String(decoding: terminal.output, as: UTF8.self).contains("secret-word"))
    #expect(terminal.isCooked)
    #expect(try tool.run("read", "app", "pass").output == "secret-word\n")
  }

  @Test func `plain lines and a printed screen exclude each other`() throws {
    let result = try tool.run("demo", "--plain", "--render", "80x24")
    #expect(result.status == 2)
    #expect(result.complaint.contains("leave out --render"))
  }
}
