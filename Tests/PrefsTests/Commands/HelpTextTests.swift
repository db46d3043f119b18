import TestSupport
import Testing

/// What the help says about names, options and exit statuses.
struct HelpTextTests {
  private let tool: Tool

  init() throws {
    tool = try Tool()
  }

  @Test(
    .thorough,
    arguments: [
      "edit", "read", "write", "delete", "history", "undo", "watch", "diff", "lock", "doctor",
      "snapshot save", "schema check",
    ]
  )
  func `the usage of a command begins with its full name`(command: String) throws {
    let words = command.split(separator: " ").map(String.init)
    for arguments in [words + ["--help"], ["help"] + words] {
      let output = try tool.run(arguments).output
      let usage = output.split(separator: "\n").first { $0.hasPrefix("USAGE: ") }
      #expect(usage?.hasPrefix("USAGE: prefs \(command) ") == true, "\(arguments)")
    }
  }

  @Test func `rare options for schemas are in the manual alone`() throws {
    let rare = ["--id", "--schema-dir", "--schema-max-bytes", "--schema-max-keys"]
    let help = try tool.run("check", "--help").output
    #expect(help.contains("--schema <file>"))
    let page = try tool.run("manual", "options").output
    for option in rare {
      #expect(!help.contains(option))
      #expect(page.contains(option.replacing("-", with: "\\-")), "\(option)")
    }
  }

  @Test func `an option and its opposite are described by the same true words`() throws {
    let output = try tool.run("edit", "--help").output
    for option in ["ascii", "mouse"] {
      let line = output.split(separator: "\n").first { $0.contains("--\(option)/--no-\(option)") }
      #expect(line?.contains("Whether ") == true, "\(option)")
    }
  }

  @Test(arguments: [("import", true), ("apply", true), ("snapshot restore", false)])
  func `the help says which keys and values are forced`(command: String, names: Bool) throws {
    let words = command.split(separator: " ").map(String.init)
    let output = try tool.run(words + ["--help"]).output.split { $0.isWhitespace }
      .joined(separator: " ")
    #expect(output.contains("values of kinds that cannot be shown."))
    #expect(output.contains("Also store keys that the schema does not have") == names)
  }

  @Test(arguments: ["import", "write", "lock", "delete", "unlock", "restore"])
  func `the help says when something is missing`(command: String) throws {
    #expect(try tool.run(command, "--help").output.contains(/Ends\s+with\s+status\s+1\s/))
  }

  @Test func `the exit statuses are wrapped as one text`() throws {
    let output = try tool.run("--help").output
    let lines = output.split(separator: "\n").map { $0.drop { $0 == " " } }
    let first = try #require(lines.firstIndex { $0.hasPrefix("Exit status: ") })
    #expect(lines[first].hasSuffix("3 invalid value, 4"))
    #expect(lines[first + 1] == "locked, 5 conflict, 6 input or output failed.")
  }

  @Test(arguments: [["read"], ["read-type"], ["rename"]])
  func `a locked key without a value of one's own is not just called unset`(
    command: [String]
  ) throws {
    let list = """
      <?xml version="1.0" encoding="UTF-8"?><plist version="1.0"><dict>
      <key>telemetry</key><false/></dict></plist>
      """
    try tool.writeToImage(list, "etc/prefs/managed/org.example.app.plist")
    let names = ["org.example.app", "telemetry"] + (command == ["rename"] ? ["new"] : [])
    let result = try tool.runOnImage(command + names)
    #expect(result.status == 1)
    #expect(result.complaint.contains("telemetry has no value of your own in org.example.app"))
    #expect(result.complaint.contains("It is locked by \""))
    let unset = try tool.runOnImage(command + names.map { $0 == "telemetry" ? "other" : $0 })
    #expect(unset.complaint.contains("other is not set in org.example.app."))
  }
}
