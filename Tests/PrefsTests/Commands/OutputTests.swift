import Foundation
import TestSupport
import Testing

/// Output that does not arrive, and output that could mislead its reader.
struct OutputTests {
  private let tool: Tool
  private static let suite = "org.example.output"

  init() throws {
    tool = try Tool()
    try tool.run("write", Self.suite, "k", "1")
    try tool.run("write", Self.suite, "k", "2")
  }

  private func shell(_ script: String) throws -> Program.Result {
    try Program.run(
      ["bash", "-c", "p=\(tool.program); s=\(Self.suite); set -o pipefail; " + script],
      environment: tool.environment
    )
  }

  private static let printing = [
    "--help", "--version", "help read", "read --help", "--generate-completion-script=bash",
    "--experimental-dump-help", "read $s", "read $s k", "read $s --json", "read $s k --json",
    "read $s --layers", "read $s --layers --json", "domains", "domains --json", "history $s",
    "history $s --json", "history $s --forget k", "undo $s", "schema show --json",
    "schema show \(Tool.suite)", "schema export \(Tool.suite)", "schema check --json",
    "check \(Tool.suite) --json", "export $s", "export $s - --json", "diff $s", "diff $s --json",
    "find k", "find k --json", "describe $s", "describe $s k --json", "read-type $s k",
  ]

  @Test(.thorough, arguments: Thorough.sample(printing, every: 6), [">/dev/full", ">&-"])
  func `output that cannot be written is a failure`(command: String, stream: String) throws {
    let result = try shell("$p \(command) \(stream)")
    #expect(result.status == 6)
    #expect(result.complaint.contains("Standard output could not be written: "))
  }

  @Test(arguments: Thorough.sample(printing, every: 6))
  func `a reader that goes early ends the command quietly`(command: String) throws {
    let result = try shell("$p \(command) | true")
    // 141 is 128 and SIGPIPE; 0 where everything was written before the reader was gone.
    #expect([0, 141].contains(result.status))
    #expect(result.complaint == "")
  }

  @Test func `a command that prints nothing needs no output`() throws {
    #expect(try shell("$p write $s l 5 >&-").status == 0)
    #expect(try shell("$p write $s m 5 >/dev/full").status == 0)
    #expect(try tool.run("read", Self.suite, "m").output == "5\n")
  }

  @Test func `an undo whose report is lost says that the values are changed`() throws {
    let result = try shell("$p undo $s >/dev/full")
    #expect(result.complaint.hasPrefix("prefs: The values were changed. "))
    #expect(try tool.run("read", Self.suite, "k").output == "1\n")
  }

  @Test func `a closed output is not the file that is written`() throws {
    _ = try shell("$p undo $s >&- 2>&-")
    #expect(try tool.run("read", Self.suite, "--json").output == "{\n  \"k\" : \"1\"\n}\n")
  }

  @Test func `watching ends with its reader, though nothing is printed`() throws {
    let result = try shell("timeout 30 $p watch $s | sleep 0.2")
    #expect(result.status == 141)
    #expect(result.complaint == "")
  }

  @Test func `watching ends when a line cannot be written`() throws {
    let script = """
      timeout 60 $p watch $s >/dev/full & watch=$!
      for number in $(seq 1 200); do
        kill -0 $watch 2>/dev/null || break
        $p write $s k $number
      done
      wait $watch
      """
    let result = try shell(script)
    #expect(result.status == 6)
    #expect(result.complaint.contains("Standard output could not be written: "))
  }

  @Test(.thorough, arguments: ["-5", "0", "1", "27", "\(Int.max)", "\(Int.min)", "none"])
  func `the help is printed for every width`(columns: String) throws {
    let result = try shell("COLUMNS=\(columns) $p write --help")
    #expect(result.status == 0)
    #expect(result.output.contains("OVERVIEW: "))
    #expect(result.complaint == "")
  }

  // MARK: - Names and values from outside

  private static let forgery = "a\n2026-01-01 00:00:00 UTC  root  prefs write [1]"

  @Test(arguments: [["history", suite], ["read", suite, "--layers"], ["undo", suite]])
  func `a line break in a key makes no line`(arguments: [String]) throws {
    try tool.run("write", "--", Self.suite, Self.forgery, "v")
    let output = try tool.run(arguments).output
    #expect(output.contains("a\\n2026-01-01"))
    #expect(!output.contains("\n2026-01-01"))
  }

  @Test func `a line break in a key makes no line while watching`() throws {
    let watch = try tool.start(tool.program, "watch", Self.suite)
    defer { watch.send(signal: SIGTERM) }
    for number in 1..<200 where watch.output.isEmpty {
      try tool.run("write", "--", Self.suite, Self.forgery, "\(number)")
    }
    #expect(watch.output.contains("a\\n2026-01-01"))
    #expect(!watch.output.contains("\n2026-01-01"))
  }

  @Test(.thorough) func `a terminal gets no line break and no direction from a key`() throws {
    try tool.run("write", "--", Self.suite, "\u{202E}" + Self.forgery, "\u{9B}2J\u{2066}")
    let session = try TmuxSession(columns: 120, rows: 40, environment: tool.environment)
    for command in ["history", "read --layers", "read", "undo"] {
      try session.type("clear; \(tool.program) \(command) \(Self.suite); echo status=$?\n")
      let screen = try session.wait(for: "status=0")
      #expect(screen.contains("202E"), "\(screen)")
      #expect(!screen.contains("\n2026-01-01"), "\(screen)")
      #expect(!screen.unicodeScalars.contains { ["\u{202E}", "\u{9B}", "\u{2066}"].contains($0) })
    }
  }

  @Test(arguments: [
    ["read", suite, forgery], ["delete", suite, forgery], ["read", forgery],
    ["write", suite, forgery], ["history", suite, "--forget", forgery],
    ["read", suite, "--\(forgery)"],
  ])
  func `a line break in an argument makes no line of a message`(arguments: [String]) throws {
    let result = try tool.run(arguments)
    #expect(result.status != 0)
    #expect(result.complaint.contains("a\\u{A}2026-01-01"), "\(result.complaint)")
    #expect(!result.complaint.contains("\n2026-01-01"))
  }

  @Test func `JSON has hidden characters as escapes, and the same text for a parser`() throws {
    let text = "a\u{202E}b\u{2066}c\u{200B}\u{FEFF}\u{E0041}\u{85}\u{9B}\u{2028}\u{FE0F}\u{AD}é日"
    try tool.run("write", Self.suite, "k", text)
    for command in [
      ["read", Self.suite, "k", "--json"], ["read", Self.suite, "--json"],
      ["history", Self.suite, "--json"], ["read", Self.suite, "--layers", "--json"],
    ] {
      let output = try tool.run(command).output
      #expect(
        output.contains(
          #""a\u202eb\u2066c\u200b\ufeff\udb40\udc41\u0085\u009b\u2028\ufe0f\u00adé日""#
        )
      )
    }
    let json = try tool.run("read", Self.suite, "--json").output
    let object = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: String]
    #expect(object?["k"].map { Array($0.unicodeScalars) } == Array(text.unicodeScalars))
  }

  private static let huge = String(repeating: "x", count: 100_000)

  @Test(
    arguments: Thorough.sample(
      [
        ["read", suite, huge], ["read", huge], ["write", suite, "k", "-int", huge],
        ["write", suite, "k", "-bool", huge], ["write", suite, "k", "-dict", huge],
        ["write", Tool.suite, "appearance.theme", huge], ["check", huge],
        ["delete", suite, huge], ["read", suite, "--\(huge)"], ["read", suite, "k", huge],
        ["--config-home=/\(huge)", "read", suite], ["schema", "show", huge], ["-\(huge)"],
        ["schema", "check", "/\(huge)"], ["history", suite, "--limit", huge], [huge],
        ["history", suite, "--forget", huge], ["write", suite, huge],
      ],
      every: 4
    )
  )
  func `what a message quotes is cut`(arguments: [String]) throws {
    let result = try tool.run(arguments)
    #expect(result.status != 0)
    #expect(result.complaint.contains("…"))
    #expect(result.complaint.utf8.count < 1500)
  }
}
