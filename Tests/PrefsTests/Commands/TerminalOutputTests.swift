import Foundation
import TestSupport
import Testing

/// What the tool prints for people on a terminal, and what it leaves out elsewhere.
struct TerminalOutputTests {
  private let tool: Tool

  init() throws {
    tool = try Tool()
    try tool.run("write", "s", "name", String(repeating: "long value ", count: 20))
    try tool.run("write", "s", "wide", String(repeating: "日本", count: 40))
    try tool.run("write", "s", "marks", String(repeating: "e\u{301}", count: 90))
    try tool.run("write", "s", "short", "x")
    try Data(#"{"name": "new", "wide": "新", "short": 1, "added": 2}"#.utf8)
      .write(to: tool.home.appendingPathComponent("in"))
    try Data("{}".utf8).write(to: URL(fileURLWithPath: nothing))
  }

  /// A file without values.
  private var nothing: String { tool.home.path + "/nothing" }

  private var dryRun: [String] { ["import", "s", tool.home.path + "/in", "--dry-run"] }

  /// Runs the tool on a terminal, and returns the lines that it shows.
  private func lines(
    _ arguments: [String],
    columns: Int,
    _ variables: [String: String] = [:]
  ) throws -> [String] {
    let terminal = try PseudoTerminal(
      command: [tool.program] + arguments,
      columns: columns,
      environment: PseudoTerminal.environment(tool.environment.merging(variables) { $1 })
    )
    _ = try terminal.waitForExit()
    return String(decoding: terminal.output, as: UTF8.self)
      .replacing("\r\n", with: "\n").split(separator: "\n").map(String.init)
  }

  /// The columns of a line without its styles, by the tables of Python.
  private func widths(_ lines: [String]) throws -> [Int] {
    let script = """
      import re, sys, unicodedata
      for line in sys.argv[1:]:
          text = re.sub("\\x1b\\\\[[0-9;]*m", "", line)
          print(sum(0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF"
              else 1 for c in text))
      """
    return try Program.run(["python3", "-c", script] + lines).output
      .split(separator: "\n").compactMap { Int($0) }
  }

  @Test(.thorough, arguments: [40, 60, 100])
  func `a table fits the terminal, whatever the characters`(columns: Int) throws {
    let table = try lines(dryRun + ["name"], columns: columns) + lines(dryRun, columns: columns)
    let all = try lines(["diff", "s", nothing], columns: columns)
    #expect(all.count == 5)
    let widths = try widths(table + all)
    #expect(widths.allSatisfy { $0 <= columns }, "\(widths)")
    // The room is used: the longest line fills it.
    #expect(try self.widths(all).max() ?? 0 >= columns - 1)
    // The second column begins at the same place in each line.
    #expect(all.contains { $0.contains("…") })
  }

  @Test func `elsewhere nothing is cut and nothing is styled`() throws {
    let result = try tool.run("diff", "s", nothing).output
    #expect(!result.contains("…"))
    #expect(!result.contains("\u{1B}"))
    #expect(result.contains(String(repeating: "long value ", count: 20)))
  }

  @Test func `a terminal shows headings and results in styles, unless it must not`() throws {
    let styled = try lines(dryRun, columns: 100)
    #expect(styled.first?.hasPrefix("\u{1B}[2mkey\u{1B}[0m") == true)
    #expect(styled.contains { $0.hasSuffix("\u{1B}[32mnew\u{1B}[0m") })
    #expect(styled.contains { $0.hasSuffix("\u{1B}[33mchanged\u{1B}[0m") })
    for variables in [["NO_COLOR": "1"], ["TERM": "dumb"], ["TERM": ""]] {
      let plain = try lines(dryRun, columns: 100, variables)
      #expect(plain.count == styled.count)
      #expect(!plain.joined().contains("\u{1B}"), "\(variables)")
    }
  }

  @Test func `a stored control sequence is never sent`() throws {
    try tool.run("write", "s", "evil\u{1B}[31m", "\u{1B}]0;title\u{7}")
    let lines = try lines(["diff", "s", nothing], columns: 200)
    #expect(!lines.joined().contains("\u{1B}[31m"))
    #expect(!lines.joined().contains("\u{1B}]"))
    for arguments in [
      ["find", "-z", "evil"], ["read", "-z", "s"], ["read", "-z", "s", "evil\u{1B}[31m"],
    ] {
      let entries = try self.lines(arguments, columns: 200).joined()
      #expect(entries.contains("0;title") && !entries.contains("\u{1B}"), "\(arguments)")
    }
  }

  @Test(.thorough) func `what takes more than a second is shown, and removed`() throws {
    let script = "(sleep 1.7; echo '{}') | \(tool.program) import s -"
    let terminal = try PseudoTerminal(
      command: ["/bin/bash", "-c", script],
      environment: PseudoTerminal.environment(tool.environment)
    )
    #expect(try terminal.waitForExit() == .exited(0))
    let output = String(decoding: terminal.output, as: UTF8.self)
    #expect(output.hasPrefix("Importing…\u{1B}[K\r"), "\(output.debugDescription)")
    #expect(output.hasSuffix("\r\u{1B}[K"))
    let piped = try Program.run(["/bin/bash", "-c", script], environment: tool.environment)
    #expect(piped.complaint == "")
  }

  @Test(
    .thorough,
    arguments: [
      (["read", "s", "short"], #"{"short": "x"}"#), (["read", "t?"], #"{"t1": {"a": 1}}"#),
      (["read", "t1"], #"{"a": 1}"#), (["find", "a", "t1"], #"{"t1": {"a": 1}}"#),
      (["export", "t1"], #"{"a": 1}"#),
    ]
  )
  func `values are printed as a property list`(arguments: [String], json: String) throws {
    try tool.run("write", "t1", "a", "-int", "1")
    let script = """
      import json, plistlib, sys
      print(json.dumps(plistlib.loads(sys.stdin.buffer.read())))
      """
    let command = ([tool.program] + arguments).map { "'\($0)'" }.joined(separator: " ")
    let result = try Program.run(
      ["bash", "-c", "\(command) --plist | python3 -c '\(script)'"],
      environment: tool.environment
    )
    #expect(result.output == json + "\n", "\(result.complaint)")
    #expect(try tool.run(arguments + ["--plist", "--json"]).status == 2)
  }
}
