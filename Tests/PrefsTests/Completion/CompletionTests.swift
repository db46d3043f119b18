import Foundation
import TestSupport
import Testing

@testable import prefs

/// What `prefs complete` finds for unfinished command lines.
struct CompletionTests {
  struct Case: Sendable, CustomTestStringConvertible {
    /// The words after the name of the tool, the last one to be completed.
    var words: [String]
    var expected: [String]
    var paths = "none"

    init(_ words: [String], _ expected: [String], paths: String = "none") {
      self.words = words
      self.expected = expected
      self.paths = paths
    }

    var testDescription: String { words.joined(separator: " ") }
  }

  private static let suite = "org.example.notes"

  private static let cases: [Case] = [
    Case(["docs"], []), Case(["doc"], ["doctor"]),
    Case(["read-"], ["read-type"]),
    Case(["help", "red"], ["redo"]),
    Case(["snapshot", "re"], ["restore"]),
    Case(["read", "org.example.n"], [suite]),
    Case(["-g"], []),
    Case(["read", "-g", "vol"], []),
    Case(["read", suite, "t"], ["tabs", "theme"]),
    Case(["read", suite, "other"], ["other key"]),
    Case(["read", suite, "theme", ""], []),
    Case(["read", "--json", suite, "th"], ["theme"]),
    Case(["read", "--schema", "x", suite, "ot"], ["other key"]),
    Case(["read", "--schema", ""], [], paths: "files"),
    Case(["read", "--schema-dir", ""], [], paths: "directories"),
    Case(["delete", suite, "theme", "ta"], ["tabs"]),
    Case(["delete", suite, "-d"], []),
    Case(["delete", suite, "--fo"], ["--force"]),
    Case(["delete", suite, "--", "-"], ["-dash"]),
    Case(["delete", suite, ""], ["on", "tabs", "theme", "other key"]),
    Case(["write", suite, "theme", ""], ["light", "dark"]),
    Case(["write", suite, "on", ""], ["true", "false"]),
    Case(["write", suite, "on", "-bo"], ["-bool"]),
    Case(["write", suite, "other key", "-bool", ""], ["true", "false"]),
    Case(["write", suite, "theme", "--js"], []),
    Case(["write", suite, "theme", "-array", "light", ""], []),
    Case(["write", "--fo"], ["--force"]),
    Case(["edit", "--color=a"], ["--color=auto", "--color=always"]),
    Case(["edit", "--theme", ""], ["auto", "light", "dark", "contrast", "mono"]),
    Case(["edit", "--bind", "redo"], ["redo=", "redo-typing="]),
    Case(["import", suite, ""], [], paths: "files"),
    Case(["import", suite, "file", "th"], ["theme"]),
    Case(["diff", suite, "--suite", "org.example.n"], [suite]),
    Case(["schema", "show", "org.example.n"], [suite], paths: "files"),
    Case(["history", suite, "--forget", "ta"], ["tabs"]),
    Case(["snapshot", "show", "wo"], ["work"]),
    Case(["find", ""], []),
    Case(["no-such-command", ""], []),
  ]

  private let tool: Tool

  init() throws {
    tool = try Tool()
    try tool.publish(
      """
      {"x-format": 1, "x-suite": "\(Self.suite)", "title": "Notes", "type": "object", "properties": {
        "theme": {"type": "string", "enum": ["light", "dark"], "title": "Theme"},
        "tabs": {"type": "integer"}, "on": {"type": "boolean"}}}
      """,
      forSuite: Self.suite
    )
    try tool.run("write", Self.suite, "other key", "1")
    try tool.run("write", "--", Self.suite, "-dash", "1")
    try tool.run("snapshot", "save", "work")
  }

  /// Returns the records that the tool prints, without the NUL after each.
  private func records(_ arguments: [String]) throws -> [String] {
    let result = try tool.run(["complete"] + arguments)
    #expect(result.complaint == "")
    return result.output.split(separator: "\0", omittingEmptySubsequences: false).dropLast()
      .map(String.init)
  }

  @Test(arguments: cases)
  func `finds what can stand there`(example: Case) throws {
    let records = try records(["fish", "--"] + example.words)
    #expect(records.first == example.paths)
    let texts = records.dropFirst().map { $0.split(separator: "\t").first.map(String.init) ?? "" }
    #expect(texts == example.expected)
  }

  @Test func `a lock has the values of its key`() throws {
    let records = try records(["zsh", "--", "lock", Self.suite, "theme", "da"])
    #expect(records == ["none", "dark", "dark"])
  }

  @Test func `another configuration directory has other suites`() throws {
    let other = try Tool()
    try other.run("write", "org.example.elsewhere", "k", "1")
    for words in [
      ["--config-home", other.home.path, "read", "org.example.e"],
      ["read", "--config-home=\(other.home.path)", "org.example.e"],
      ["--config-home=\(other.home.path)", "read", "org.example.e"],
    ] {
      #expect(try records(["zsh", "--"] + words).contains("org.example.elsewhere"))
    }
  }

  /// Every argument has a source of candidates, if only the one that has none.
  @Test func `each argument of each command has a source`() throws {
    func check(_ command: CommandReference) {
      for argument in command.options + command.positionals
      where argument.kind != .flag && argument.allValues == nil {
        let name = argument.valueName ?? ""
        #expect(CompletionSource.byValueName[name] != nil, "\(command.commandName): \(name)")
      }
      command.shownCommands.forEach(check)
    }
    check(try CommandReference.tool())
  }

  // MARK: - Lines of bash

  @Test(arguments: ShellCompletionTests.names, ["", "'", "\""])
  func `bash reads the completed line as the name`(name: String, quote: String) throws {
    let typed = quote + name.prefix(2)
    let line = BashLine("prefs read s \(typed)")
    #expect(line.words == ["prefs", "read", "s"])
    #expect(line.prefix == name.prefix(2))
    guard let rest = line.rest(of: name) else {
      // A line break or an exclamation mark inside quotes.
      #expect(!quote.isEmpty && (name.contains("\n") || name.contains("!")))
      return
    }
    // readline closes the quotes where the last character is not a quote already.
    let end = rest.hasSuffix(quote) ? "" : quote
    let read = try Program.run(["bash", "-c", "printf '%s' \(typed)\(rest)\(end)"])
    #expect(read.output == name)
    #expect(read.status == 0)
  }

  @Test(arguments: [
    ("prefs read s\\ t ", ["prefs", "read", "s t"], "", true),
    ("prefs read 'a b'\"c d\"e", ["prefs", "read"], "a bc de", true),
    ("prefs read \"a\\$b\\x", ["prefs", "read"], "a$b\\x", true),
    ("prefs read a\\", ["prefs", "read"], "a", false),
    ("prefs read $HOM", ["prefs", "read"], "$HOM", false),
    ("prefs read $HOME x", ["prefs", "read", "$HOME"], "x", true),
    ("prefs read $'a", ["prefs", "read"], "a", false),
    ("echo x | prefs re", ["prefs"], "re", true),
    ("", [], "", true),
  ])
  func `a line of bash is taken apart`(
    line: String,
    words: [String],
    prefix: String,
    isPlain: Bool
  ) {
    let found = BashLine(line)
    #expect(found.words == words)
    #expect(found.prefix == prefix)
    #expect(found.isPlain == isPlain)
  }

  @Test(arguments: ["tcsh", ""])
  func `a shell without a script is refused`(shell: String) throws {
    let result = try tool.run("--generate-completion-script=\(shell)")
    #expect(result.status == 2)
    #expect(result.complaint.contains("only for bash, zsh, fish"))
  }
}
