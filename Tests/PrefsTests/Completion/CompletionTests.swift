import Foundation
import TestSupport
import Testing

@testable import prefs

/// What `prefs complete` finds for unfinished command lines.
struct CompletionTests {
  private struct Case: CustomStringConvertible {
    /// The words after the name of the tool, the last one to be completed.
    var words: [String]
    var expected: [String]
    var paths = "none"

    init(_ words: [String], _ expected: [String], paths: String = "none") {
      self.words = words
      self.expected = expected
      self.paths = paths
    }

    var description: String { words.joined(separator: " ") }
  }

  private static let suite = "org.example.notes"

  private static let cases: [Case] = [
    Case(["docs"], []), Case(["doc"], ["doctor"]),
    Case(["rea"], ["read"]), Case(["read-"], []),
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

  @Test(.thorough) func `finds what can stand there`() throws {
    for example in Thorough.sample(Self.cases, every: 4) {
      let records = try records(["fish", "--"] + example.words)
      #expect(records.first == example.paths, "\(example)")
      let texts = records.dropFirst().map {
        $0.split(separator: "\t").first.map(String.init) ?? ""
      }
      #expect(texts == example.expected, "\(example)")
    }
  }

  @Test func `a lock has the values of its key`() throws {
    let records = try records(["zsh", "--", "lock", Self.suite, "theme", "da"])
    #expect(records == ["none", "dark", "dark"])
  }

  @Test(.thorough) func `another configuration directory has other suites`() throws {
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

  @Test(arguments: ["tcsh", ""])
  func `a shell without a script is refused`(shell: String) throws {
    let result = try tool.run("--generate-completion-script=\(shell)")
    #expect(result.status == 2)
    #expect(result.complaint.contains("only for bash, zsh, fish"))
  }
}
