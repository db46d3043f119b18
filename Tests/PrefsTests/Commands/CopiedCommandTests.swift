import Defaults
import Foundation
import TestSupport
import Testing

@testable import EditorCore

/// Commands that the editor copies, run by the shells in which they are pasted.
struct CopiedCommandTests {
  enum Shell: String, CaseIterable {
    case bash, dash, zsh, fish

    /// The command that starts the shell without the user's settings.
    var command: [String] {
      switch self {
      case .bash: ["bash", "--norc", "--noprofile"]
      case .dash: ["dash"]
      case .zsh: ["zsh", "-f"]
      case .fish: ["fish", "--no-config"]
      }
    }
  }

  private static let suite = "org.example.copied"

  private static let texts = [
    "plain", "", "=ls", "=text", "a=b", "~", "~/x", "-", "--", "-string", "-int", "$HOME", "`id`",
    "it's", "'", "''", "\"", "\\", "\\\\", "a\\", "\\'", "'\\''", "\\n", "%1", "%s", "a b", " ",
    "*",
    "?", "[a]", "{a,b}", "!!", "!x", "#x", "^x", "a;b", "a&b", "a|b", "<a>", "(a)", "a\nb", "\n",
    "tab\there", "\r", "a\u{1B}[31mb", "\u{7F}", "é 日本 \u{1F468}\u{200D}\u{1F469}", "e\u{301}",
    "@x", "a:b,c+d",
  ]

  /// Every text as a value and as a key, and values of the other kinds.
  private static let values: [Defaults.KeyName: Defaults.StoredValue] = {
    var values: [Defaults.KeyName: Defaults.StoredValue] = [
      "bool": .bool(false), "int": .integer(-7), "real": .real(0.1), "whole": .real(7),
      "huge": .real(1e300), "infinite": .real(.infinity),
      "date": .date(Date(timeIntervalSinceReferenceDate: 800_000_000.25)),
      "data": .data(bytes: [0, 171]), "none": .data(bytes: []),
      "empty list": .array([]), "empty": .dictionary([:]),
      "list": .array(texts.map(Defaults.StoredValue.string)),
      "mixed": .array([.integer(1), .real(1), .bool(true), .string("-bool")]),
      "nested": .array([.array([.string("it's =ls")])]),
      "members": .dictionary(["-int": .integer(1), "=x": .string("-string"), "it's": .bool(true)]),
    ]
    for (number, text) in texts.enumerated() {
      values[Defaults.KeyName("value \(number)")] = .string(text)
      if !text.isEmpty { values[Defaults.KeyName(text)] = .integer(Int128(number)) }
    }
    return values
  }()

  private let tool: Tool

  init() throws {
    tool = try Tool()
  }

  private func run(_ commands: String, in shell: Shell) throws {
    let script = tool.home.appendingPathComponent("commands")
    try Data(commands.utf8).write(to: script)
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    let result = try Program.run(
      shell.command + [script.path],
      environment: tool.environment.merging([
        "PATH": "\(BuildProducts.directory.path):\(path)", "HOME": tool.home.path,
      ]) { $1 }
    )
    #expect(result.status == 0, "\(result.complaint)")
    #expect(result.complaint == "")
  }

  private func stored(_ suite: String) throws -> [Defaults.KeyName: Defaults.StoredValue] {
    let file = tool.home.appendingPathComponent("\(suite).plist").path
    return try Defaults.PropertyListStore(file: file).load(unlike: nil)?.values ?? [:]
  }

  @Test(.thorough, arguments: Thorough.sample(Shell.allCases, every: 2))
  func `copied commands store exactly the values that were copied`(shell: Shell) throws {
    try run(ShellCommands.text(of: Self.values, suiteName: Self.suite), in: shell)
    let stored = try stored(Self.suite)
    for (key, value) in Self.values {
      #expect(stored[key] == value, "\(key.string.debugDescription)")
    }
    #expect(stored.count == Self.values.count)
  }

  @Test(arguments: Thorough.sample(Shell.allCases, every: 2))
  func `copied commands remove exactly the keys that were unset`(shell: Shell) throws {
    let names = ["-string", "=ls", "it's", "a\\", "{a,b}", "*"]
    let values = Self.values.filter { names.contains($0.key.string) || $0.key == "plain" }
    try run(ShellCommands.text(of: values, suiteName: Self.suite), in: shell)
    let commands = names.map {
      ShellCommands.line(storing: nil, forKey: Defaults.KeyName($0), suiteName: Self.suite)
    }
    try run(commands.joined(), in: shell)
    #expect(try stored(Self.suite).keys.map(\.string) == ["plain"])
  }

  @Test(
    arguments: Thorough.sample(Shell.allCases, every: 3),
    ["-suite", "=suite", "it's", "a\\b", "~suite"]
  )
  func `copied commands name the suite`(shell: Shell, suite: String) throws {
    let values: [Defaults.KeyName: Defaults.StoredValue] = [
      "a": .integer(1), "-b": .string("=x"), "c": .array([.array([])]),
    ]
    try run(ShellCommands.text(of: values, suiteName: suite), in: shell)
    #expect(try stored(suite) == values)
  }
}
