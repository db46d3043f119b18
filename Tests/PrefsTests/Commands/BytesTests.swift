import Foundation
import TestSupport
import Testing

/// Arguments and variables that are not valid UTF-8, which only a shell can pass on.
struct BytesTests {
  private let tool: Tool

  init() throws {
    tool = try Tool()
  }

  private func run(_ script: String) throws -> Program.Result {
    try Program.run(
      ["bash", "-c", "p=\(tool.program); cd \(tool.home.path); " + script],
      environment: tool.environment
    )
  }

  @Test(arguments: [
    (#"$p write $'\xff' k v"#, #"Argument 2 is not valid UTF-8: "\xFF"."#),
    (#"$p write s $'k\xc3' v"#, #"Argument 3 is not valid UTF-8: "k\xC3"."#),
    (#"$p write s k -array a $'\xed\xa0\x80'"#, #"Argument 6 is not valid UTF-8: "\xED\xA0\x80"."#),
    (#"$p read --config-home $'./\xfe' s"#, #"Argument 3 is not valid UTF-8: "./\xFE"."#),
    (#"HOME=$'/h\xe4' $p domains"#, #"$HOME is not valid UTF-8: "/h\xE4"."#),
    (#"XDG_CONFIG_HOME=$PWD/$'\xff' $p write s k v"#, "$XDG_CONFIG_HOME is not valid UTF-8"),
    (#"XDG_STATE_HOME=$PWD/$'\xff' $p write s k v"#, "$XDG_STATE_HOME is not valid UTF-8"),
    (#"XDG_DATA_DIRS=/a:$'/\xff' $p domains"#, "$XDG_DATA_DIRS is not valid UTF-8"),
    (#"PREFS_SCHEMA_DIR=$'/\xff' $p domains"#, "$PREFS_SCHEMA_DIR is not valid UTF-8"),
  ])
  func `bytes that are no text are refused`(script: String, message: String) throws {
    let result = try run(script)
    #expect(result.status == 2)
    #expect(result.complaint.hasPrefix("prefs: \(message)"), "\(result.complaint)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: tool.home.path).isEmpty)
  }

  @Test func `the replacement character itself is text`() throws {
    #expect(try tool.run("write", "s", "k\u{FFFD}", "\u{FFFD}").status == 0)
    #expect(try tool.run("read", "s", "k\u{FFFD}").output == "\u{FFFD}\n")
    #expect(try run("XDG_CONFIG_HOME=$PWD/\u{FFFD} $p write t k v").status == 0)
    let file = tool.home.appendingPathComponent("\u{FFFD}/t.plist").path
    #expect(FileManager.default.fileExists(atPath: file))
  }

  @Test func `bytes as hexadecimal digits are stored`() throws {
    #expect(try tool.run("write", "s", "k", "-data", "fffe").status == 0)
    #expect(try tool.run("read", "s", "k").output == "{length = 2, bytes = 0xfffe}\n")
  }
}
