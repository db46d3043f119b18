import Foundation
import TestSupport
import Testing

/// Values from environment variables, as the tool shows them.
struct EnvironmentCommandTests {
  private func run(
    _ tool: Tool,
    _ variables: [String: String],
    _ arguments: String...
  ) throws
    -> Program.Result
  {
    try Program.run(
      [tool.program] + arguments,
      environment: tool.environment.merging(variables) { $1 }
    )
  }

  @Test func `the layer and the variable are shown, and a write says that it has no effect`() throws
  {
    let tool = try Tool()
    try tool.publish(
      #"{"x-format": 1, "x-suite": "my.app", "properties": {"level": {"type": "integer"}}}"#,
      forSuite: "my.app"
    )
    let variables = ["PREFS_MY_APP__LEVEL": "7", "PREFSX_my_2Eapp__free_2Ekey": "[1]"]
    let write = try run(tool, variables, "write", "my.app", "level", "3")
    #expect(write.status == 0)
    #expect(
      write.complaint
        == "prefs: level is stored, but not used while the environment has $PREFS_MY_APP__LEVEL.\n"
    )
    let layers = try run(tool, variables, "read", "--layers", "my.app", "level").output
    #expect(
      layers.contains("* environment 7  $PREFS_MY_APP__LEVEL\n    user        3  "),
      "\(layers)"
    )
    let json = try run(tool, variables, "read", "--layers", "--json", "my.app").output
      .filter { !$0.isWhitespace }
    let start = #"{"suite":"my.app","key":"#
    #expect(
      json.contains(
        start + #""level","layer":"environment","variable":"PREFS_MY_APP__LEVEL","value":7,"#
      )
    )
    #expect(json.contains(start + #""free.key","layer":"environment","#))
    #expect(try run(tool, variables, "read", "--all", "my.app", "level").output == "7\n")
    #expect(try run(tool, variables, "read", "my.app", "level").output == "3\n")
    let text = try run(tool, variables, "describe", "my.app", "level").output
    #expect(text.contains("Now         7 (environment, \"$PREFS_MY_APP__LEVEL\")"))
    #expect(try tool.run("write", "my.app", "level", "3").complaint == "")
  }

  @Test func `a variable that is ignored is named`() throws {
    let tool = try Tool()
    let variables = ["PREFS_S__K": "1", "PREFS_s__k": "2"]
    let result = try run(tool, variables, "read", "--all", "s", "k")
    #expect(result.output == "1\n")
    #expect(
      result.complaint.contains("$PREFS_s__k was ignored, because $PREFS_S__K sets the same keys.")
    )
  }
}
