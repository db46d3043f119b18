import Foundation
import TestSupport
import Testing

/// What commands do with a file that cannot be read.
struct DamagedSuiteTests {
  /// The ways to damage a file, as commands of the shell.
  private static let damages = [
    "truncate -s -20 $h/app.plist", ": >$h/app.plist", "echo broken >$h/app.plist",
    "head -c 8 $h/app.plist >$h/cut; mv $h/cut $h/app.plist",
  ]

  /// Commands that change the suite.
  private static let changes = [
    "write app level 3", "write app list -array-add x", "delete app level", "delete app none",
    "rename app level other", "import app $t/values.json", "apply $t/declaration.json",
    "undo app", "write app flag -bool true", "delete app",
  ]

  /// Commands that print something about it.
  private static let questions = [
    "read app", "read app level", "read app none", "export app", "diff app $t/values.json",
    "read-type app level",
  ]

  private let tool: Tool

  init() throws { tool = try Tool() }

  private func shell(_ script: String) throws -> Program.Result {
    let start = """
      p=\(tool.program); h=$XDG_CONFIG_HOME; t=$XDG_STATE_HOME; mkdir -p $t
      echo '{"level": 7}' >$t/values.json
      echo '{"suites": {"app": {"values": {"level": 7}}}}' >$t/declaration.json

      """
    return try Program.run(["bash", "-c", start + script], environment: tool.environment)
  }

  @Test(.thorough, arguments: damages)
  func `no command replaces it or sets it aside, and each says what to do`(damage: String) throws {
    for command in Self.changes {
      let tests = try Self()
      _ = try tests.shell(
        "$p write app level 1; $p write app name Ada; touch -d 2001-01-01 $h/app.plist"
      )
      _ = try tests.shell(damage + "; touch -d 2001-01-01 $h/app.plist")
      let before = try tests.shell("sha256sum <$h/app.plist; ls $h").output
      let result = try tests.shell("$p \(command)")
      #expect(result.status == 6, "\(command): \(result.output) \(result.complaint)")
      #expect(
        result.complaint.contains("/app.plist\" is not a readable property list: "),
        "\(command)"
      )
      #expect(result.complaint.contains("prefs doctor --fix"), "\(command)")
      #expect(try tests.shell("sha256sum <$h/app.plist; ls $h").output == before, "\(command)")
    }
  }

  @Test(.thorough, arguments: damages)
  func `no command says that nothing is stored`(damage: String) throws {
    _ = try shell("$p write app level 1; \(damage); touch -d 2001-01-01 $h/app.plist")
    for command in Self.questions {
      let result = try shell("$p \(command)")
      #expect(result.status == 6, "\(command)")
      #expect(result.complaint.contains("is not a readable property list: "), "\(command)")
      #expect(!result.complaint.contains("not set") && result.output == "", "\(command)")
    }
  }

  @Test func `a file that is repaired is used again`() throws {
    let result = try shell(
      """
      $p write app level 1; cp $h/app.plist $t/good; : >$h/app.plist
      $p write app level 2; cp $t/good $h/app.plist; $p write app name Ada; $p read app level
      """
    )
    #expect(result.output == "1\n")
  }

  @Test func `a file that is missing is an empty suite`() throws {
    #expect(try shell("$p write app level 1 && rm $h/app.plist && $p read app level").status == 1)
    #expect(try shell("$p write app level 1 && $p read app level").output == "1\n")
  }
}
