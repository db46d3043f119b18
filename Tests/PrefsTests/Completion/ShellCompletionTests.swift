import Foundation
import TestSupport
import Testing

/// The completion functions in real shells, in a terminal.
struct ShellCompletionTests {
  enum Shell: String, CaseIterable {
    case bash, zsh, fish

    /// The command that starts the shell without the user's settings.
    var command: [String] {
      switch self {
      case .bash: ["bash", "--norc", "--noprofile", "-i"]
      case .zsh: ["zsh", "-f", "-i"]
      case .fish: ["fish", "--no-config", "-i"]
      }
    }

    /// Commands that must run before the script.
    var preparation: String {
      self == .zsh ? "autoload -Uz compinit; compinit -u -d ./zcompdump; " : ""
    }
  }

  /// Names that a shell would read as something else, each with a beginning that is safe to type.
  static let names = [
    "k1 two  words", "k2\"double\"", "k3'single'", "k4$(touch pwned)", "k5`touch pwned`",
    "k6\nline; touch pwned", "k7;touch pwned", "k8*?[a]{b,c}", "k9!!!x", "ka~/x", "kb\\back\\",
    "kc #x", "kd=e:f,g=h", "ke&touch pwned|x<y>z", "kf$HOME${HOME}", "kg été 日本 \u{1F600}",
    "kh-- --help", "ki$'\\n'", "kj(touch pwned)", "kk%s%n@x",
  ]

  private let tool: Tool
  private static let suite = "org.example.hostile"

  init() throws {
    tool = try Tool()
    let values = Self.names.map { ($0, "found <\($0.prefix(2))>") }
    let file = tool.home.appendingPathComponent("names.json")
    try JSONEncoder().encode(Dictionary(uniqueKeysWithValues: values)).write(to: file)
    try tool.run("import", Self.suite, file.path)
  }

  /// Starts a shell in the tool's directory, with its completion.
  private func start(_ shell: Shell) throws -> TmuxSession {
    let script = tool.home.appendingPathComponent("completion.\(shell.rawValue)")
    let text = try tool.run("--generate-completion-script", shell.rawValue).output
    try Data(text.utf8).write(to: script)
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    let session = try TmuxSession(
      command: shell.command,
      columns: 120,
      rows: 50,
      environment: tool.environment.merging([
        "PATH": "\(BuildProducts.directory.path):\(path)", "HOME": tool.home.path,
      ]) { $1 }
    )
    try session.type(
      "cd \(tool.home.path); \(shell.preparation)source completion.\(shell.rawValue); echo rea''dy\n"
    )
    try session.wait(for: "ready", timeout: 30)
    return session
  }

  private var isPwned: Bool {
    FileManager.default.fileExists(atPath: tool.home.appendingPathComponent("pwned").path)
  }

  @Test(.thorough, arguments: Shell.allCases)
  func `a hostile name is completed to itself and runs nothing`(shell: Shell) throws {
    let session = try start(shell)
    for name in Self.names {
      try session.type("prefs read \(Self.suite) \(name.prefix(2))\t\n")
      try session.wait(for: "found <\(name.prefix(2))>", timeout: 20)
    }
    #expect(!isPwned)
  }

  @Test(.thorough, arguments: Shell.allCases, ["'", "\""])
  func `a name is completed inside quotes`(shell: Shell, quote: String) throws {
    let session = try start(shell)
    // bash expands an exclamation mark even in double quotes, and a line break ends the line.
    for name in Self.names where !name.contains("!") && !name.contains("\n") {
      let typed = "\(quote)\(name.prefix(2))"
      try session.type("prefs read \(Self.suite) \(typed)\t\n")
      try session.wait(for: "found <\(name.prefix(2))>", timeout: 20)
    }
    #expect(!isPwned)
  }

  @Test(.thorough, arguments: Thorough.sample(Shell.allCases, every: 2))
  func `commands, suites, choices and files are completed`(shell: Shell) throws {
    try tool.run("write", "org.example.two words", "k", "-string", "the only value")
    try tool.run("export", Self.suite, tool.home.appendingPathComponent("settings 1.plist").path)
    let session = try start(shell)
    try session.type("prefs rea\t--ty\t\(Self.suite) k1\t\n")
    try session.wait(for: "Type is string", timeout: 20)
    try session.type("prefs read org.example.tw\tk\t\n")
    try session.wait(for: "the only value", timeout: 20)
    try session.type("prefs write \(Tool.suite) appearance.th\tdar\t; echo sto''red\n")
    try session.wait(for: "stored", timeout: 20)
    #expect(try tool.json("appearance.theme") == "\"dark\"")
    try session.type("prefs diff \(Self.suite) setti\t; echo status=$?\n".fixed(for: shell))
    try session.wait(for: "status=0", timeout: 20)
  }
}

extension String {
  /// The same line in the language of the shell.
  fileprivate func fixed(for shell: ShellCompletionTests.Shell) -> String {
    shell == .fish ? replacingOccurrences(of: "$?", with: "$status") : self
  }
}
