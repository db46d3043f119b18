import Foundation
import TestSupport
import Testing

/// `--render`: one screen of the editor as text.
@Suite struct RenderTests {
  @Test func `a screen is printed after key presses, without a terminal`() throws {
    let tool = try Tool()
    let result = try tool.run("demo", "--render", "80x24", "--keys", "/interval<Enter>")
    #expect(result.status == 0)
    let lines = result.output.split(separator: "\n", omittingEmptySubsequences: false)
    // The last line ends with a line break.
    #expect(lines.count == 25)
    #expect(lines[1].hasPrefix(" Filter: interval"))
    #expect(result.output.contains("Autosave interval"))
    #expect(!lines.contains { $0.hasSuffix(" ") })
    #expect(try tool.json("general.autosaveInterval") == nil)
  }

  @Test func `a key press that saves stores the value, unless the editor is read-only`() throws {
    let tool = try Tool()
    let result = try tool.run("demo", "--render", "40x12", "--keys", "<Space>")
    #expect(result.output.contains("[ ] off"))
    #expect(try tool.json("showAllDayEvents") == "false")
    let readOnly = try tool.run(
      "edit",
      Tool.suite,
      "--read-only",
      "--render",
      "80x24",
      "--keys",
      "r"
    )
    #expect(readOnly.output.contains("Read-only: nothing was changed."))
    #expect(try tool.json("showAllDayEvents") == "false")
  }

  @Test func `the editor opens the file of this host, and says so`() throws {
    let tool = try Tool()
    try tool.run("write", "app", "everywhere", "1")
    try tool.run("write", "--current-host", "app", "here", "2")
    let edit = ["edit", "--current-host", "--render", "80x24"]
    let shown = try tool.run(edit + ["app"])
    #expect(shown.output.hasPrefix(" THIS HOST ONLY: "), "\(shown.complaint)")
    #expect(shown.output.contains("here"))
    #expect(
      shown.output.contains("everywhere"),
      "The user's file is used where this one has no value."
    )
    #expect(try tool.run(edit).complaint.contains("need the name of a suite"))
  }

  @Test(arguments: [("--system", "system"), ("--managed", "managed")])
  func `the source of a value is the layer of the file that is edited`(
    option: String,
    layer: String
  ) throws {
    let tool = try Tool()
    #expect(try tool.runOnImage("write", option, "app", "k", "v").status == 0)
    let edit = ["edit", option, "--render", "100x24", "app"]
    let details = try tool.runOnImage(edit + ["--keys", "jv"]).output
    #expect(details.contains("Value (\(layer))"), "\(details)")
    #expect(!details.contains("(user)"), "\(details)")
    let list = try tool.runOnImage(edit).output
    #expect(!list.contains("(user)"), "\(list)")
  }

  @Test(arguments: [
    (["--render", "80"], "--render"), (["--render", "0x24"], "--render"),
    (["--render", "80x24", "--keys", "jj<Entr>"], "\"<Entr>\" does not begin with a key press"),
    (["--keys", "j"], "--keys needs --render"),
  ])
  func `what cannot be rendered is a usage error`(arguments: [String], text: String) throws {
    let result = try Tool().run(["demo"] + arguments)
    #expect(result.status == 2)
    #expect(result.complaint.contains(text))
  }
}
