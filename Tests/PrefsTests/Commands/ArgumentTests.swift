import Foundation
import TestSupport
import Testing

@testable import prefs

/// Which arguments are options, and which are names and values.
struct ArgumentTests {
  private let tool: Tool
  private static let suite = "org.example.arguments"

  init() throws {
    tool = try Tool()
  }

  private func stored(_ key: String) throws -> String {
    try tool.run("read", "--json", Self.suite, "--", key).output
      .trimmingCharacters(in: .newlines)
  }

  @Test(.enabled(if: geteuid() == 0, "Only root may mount."))
  func `arguments are read where the system shows no processes`() throws {
    let result = try Program.run(
      [
        "unshare", "--mount", "sh", "-c",
        "mount -t tmpfs none /proc; exec '\(tool.program)' write \(Self.suite) k -int 5",
      ],
      environment: tool.environment
    )
    #expect(result.status == 0 && result.complaint == "", "\(result.complaint)")
    #expect(try stored("k") == "5")
  }

  private static let lookalikes = [
    "--help", "-h", "--help-hidden", "--version", "--generate-completion-script=bash",
    "--generate-completion-script", "--experimental-dump-help", "--config-home=/elsewhere",
    "--config-home", "--schema=/none", "--force", "--", "-", "-1", "--unknown", "-xyz", "",
  ]

  @Test(.thorough, arguments: Thorough.sample(lookalikes, every: 4))
  func `everything after the key is the value`(text: String) throws {
    for arguments in [["write", Self.suite, "k", text], ["write", "--", Self.suite, "k", text]] {
      // Alone it stands for standard input; a script writes -string before what it passes on.
      if text == "-" { continue }
      let plain = try tool.run(arguments)
      #expect(plain.status == 0, "\(plain.complaint)")
      #expect(plain.output == "")
      #expect(try stored("k") == "\"\(text)\"")
    }
    #expect(try tool.run("write", Self.suite, "s", "-string", text).status == 0)
    #expect(try stored("s") == "\"\(text)\"")
    #expect(try tool.run("write", Self.suite, "a", "-array", text, "b", text).status == 0)
    #expect(try stored("a") == "[\n  \"\(text)\",\n  \"b\",\n  \"\(text)\"\n]")
    #expect(try tool.run("write", Self.suite, "d", "-dict", text, text).status == 0)
    #expect(try stored("d") == "{\n  \"\(text)\" : \"\(text)\"\n}")
    let names = try FileManager.default.contentsOfDirectory(atPath: tool.home.path)
    #expect(names.filter { !$0.hasPrefix(".") } == ["\(Self.suite).plist"])
  }

  @Test(arguments: Thorough.sample(lookalikes.filter { $0 != "" }, every: 4))
  func `a key that looks like an option is written after two dashes`(key: String) throws {
    #expect(try tool.run("write", "--", Self.suite, key, "v").status == 0)
    #expect(try tool.run("read", Self.suite, "--", key).output == "v\n")
    let deletion = try tool.run("delete", Self.suite, "--", key)
    #expect(deletion.status == 0)
    #expect(deletion.output == "")
    #expect(try tool.run("read", Self.suite, "--", key).status == 1)
  }

  @Test(
    arguments: Thorough.sample(
      [
        ["delete", suite, "--version"], ["delete", suite, "--help"], ["delete", suite, "-h"],
        ["delete", suite, "--generate-completion-script=bash"], ["delete", suite, "-height"],
        ["delete", "-height"], ["read", suite, "--experimental-dump-help"],
        ["undo", suite, "--version"], ["write", suite, "--help"],
        ["write", suite, "--version", "v"],
        ["schema", "export", suite, "--version"], ["read", "--nonsense", suite],
        [suite, "--version"],
        ["write", "--nonsense", suite, "k", "v"],
      ],
      every: 4
    )
  )
  func `a flag in the place of a name prints nothing and is no success`(
    arguments: [String]
  ) throws {
    try tool.run("write", Self.suite, "k", "v")
    let result = try tool.run(arguments)
    #expect(result.status == 2)
    #expect(result.output == "")
    #expect(!result.complaint.isEmpty)
    #expect(try stored("k") == "\"v\"")
  }

  @Test(
    .thorough,
    arguments: [
      ["--help"], ["--version"], ["help"], ["help", "write"], ["write", "--help"], ["read", "-h"],
      ["delete", "--help", suite], ["schema", "show", "--help"], ["edit", "--version"],
      ["--generate-completion-script=bash"], ["--generate-completion-script", "zsh"],
    ]
  )
  func `before all names a flag prints what it is for`(arguments: [String]) throws {
    let result = try tool.run(arguments)
    #expect(result.status == 0)
    #expect(result.output.count > 5)
    #expect(result.complaint == "")
  }

  @Test func `options stand before the suite or the key`() throws {
    let other = tool.home.appendingPathComponent("other").path
    for arguments in [
      ["--config-home", other, "write", Self.suite, "a", "v"],
      ["write", "--config-home", other, Self.suite, "b", "v"],
      ["write", Self.suite, "--config-home=\(other)", "c", "v"],
    ] {
      #expect(try tool.run(arguments).status == 0)
    }
    #expect(
      try tool.run("read", Self.suite, "--json", "--config-home", other).output
        == "{\n  \"a\" : \"v\",\n  \"b\" : \"v\",\n  \"c\" : \"v\"\n}\n"
    )
  }

  @Test func `every option with a value is known to take the next argument`() throws {
    var count = 0
    func check(_ command: CommandReference, _ path: [String]) {
      for option in command.options where option.kind == .option {
        let name = option.names?.first?.text ?? ""
        count += 1
        // The value looks like a name. If it were taken for one, `--version` would follow a name
        // and be refused.
        #expect(throws: Never.self, "\(path) \(name)") {
          try Invocation(path + [name, "value", "--version"])
        }
      }
      for subcommand in command.shownCommands {
        check(subcommand, path + [subcommand.commandName])
      }
    }
    check(try CommandReference.tool(), [])
    #expect(count > 100)
  }

  @Test(.thorough) func `a hundred thousand values are read in one pass`() throws {
    let script = "\(tool.program) write \(Self.suite) k -array $(seq 1 100000)"
    let start = ContinuousClock.now
    let result = try Program.run(["bash", "-c", script], environment: tool.environment)
    let time = ContinuousClock.now - start
    #expect(result.status == 0, "\(result.complaint)")
    #expect(time < .seconds(30))
    #expect(try stored("k").hasSuffix("  \"100000\"\n]"))
  }

  @Test(.thorough) func `very many keys are removed in one pass, with options anywhere`() throws {
    let last = "99999"
    for key in ["1", last, "--"] { try tool.run("write", "--", Self.suite, key, "v") }
    let script = "\(tool.program) delete \(Self.suite) --force $(seq 1 100000) --force -- --"
    let start = ContinuousClock.now
    let result = try Program.run(["bash", "-c", script], environment: tool.environment)
    #expect(ContinuousClock.now - start < .seconds(30))
    #expect(result.status == 1)
    #expect(result.complaint.contains(": 2, 3, 4,"))
    #expect(result.complaint.contains(" and 99978 more."))
    #expect(try tool.run("read", Self.suite).status == 1)
  }

  @Test func `options before the command are explained`() throws {
    let result = try tool.run("--json", "read", Self.suite)
    #expect(result.status == 2)
    #expect(result.complaint.contains("Options stand after the command: prefs read."))
  }

  @Test(
    .thorough,
    arguments: [
      ["write", "--config-home", "", suite, "k", "v"], ["--config-home", "", "read", suite],
      ["write", "--config-home=", suite, "k", "v"], ["read", "--schema", "", suite],
      ["edit", "--schema-dir", ""], ["schema", "export", "--output", "", suite],
      ["schema", "convert", ""], ["schema", "convert", "a.json", ""],
    ]
  )
  func `an empty path is refused`(arguments: [String]) throws {
    let result = try tool.run(arguments)
    #expect(result.status == 2)
    #expect(
      result.complaint.contains("a path is expected") || result.complaint.contains("Missing value")
    )
  }

  @Test(arguments: [
    (["lst"], "domains"), (["raed"], "read"), (["wirte", "s", "k", "v"], "write"),
    (["Undo"], "undo"), (["hstory", "s"], "history"), (["get", "s", "k"], "read"),
  ])
  func `a mistyped command is no suite`(arguments: [String], command: String) throws {
    let result = try tool.run(arguments)
    #expect(result.status == 2)
    #expect(
      result.complaint.hasPrefix("prefs: \"\(arguments[0])\" is neither a command nor a suite. ")
    )
    #expect(result.complaint.contains("Did you mean prefs \(command)?"))
  }

  @Test(arguments: [
    ["edit", "lst"], ["org.read"], ["sketchbook"], ["--theme", "mono", "sketchbook"],
    ["edit", "sketchbook", "--theme=auto"],
  ])
  func `other names are those of suites`(arguments: [String]) throws {
    #expect(try tool.run(arguments).complaint.contains("The editor needs a terminal"))
  }

  @Test func `a suite with the name of a mistyped command opens`() throws {
    try tool.run("write", "lst", "k", "v")
    #expect(try tool.run("lst").complaint.contains("The editor needs a terminal"))
  }

  @Test(arguments: [["demo", "--theme", "noir"], ["edit", "--theme=Mono"], ["--theme", ""]])
  func `an unknown theme is refused with the names of all`(arguments: [String]) throws {
    let result = try tool.run(arguments)
    #expect(result.status == 2)
    #expect(result.complaint.contains("one of 'auto', 'light', 'dark', 'contrast' or 'mono'"))
  }
}
