import Foundation
import TestSupport
import Testing

/// The editor on the path of a property list.
@Suite struct EditFileTests {
  private let tool: Tool

  init() throws {
    tool = try Tool()
  }

  @Test func `a property list anywhere is edited, and named all the time`() throws {
    let directory = try TemporaryDirectory()
    let file = directory.file("elsewhere.plist")
    try tool.run("write", file, "level", "-int", "4")
    let screen = try tool.run("edit", file, "--render", "80x24").output
    #expect(screen.contains("FILE: ") && screen.contains("elsewhere.plist"), "\(screen)")
    #expect(screen.contains("level"), "\(screen)")
    try tool.run("edit", file, "--render", "80x24", "--keys", "<Enter>y<C-u>7<Enter>")
    #expect(try tool.run("read", file, "level").output == "7\n")
  }

  @Test func `the file of a suite is edited as that suite`() throws {
    try tool.run("write", "org.a", "level", "-int", "4")
    let path = tool.home.appendingPathComponent("org.a.plist").path
    let screen = try tool.run("edit", path, "--render", "80x24").output
    #expect(screen.contains("org.a") && !screen.contains("FILE:"), "\(screen)")
    #expect(try tool.run("undo", "org.a").status == 0)
  }

  @Test func `an editor on another file than the user's claims nothing of the layers`() throws {
    #expect(try tool.runOnImage("write", "org.l", "level", "-int", "1").status == 0)
    #expect(
      try tool.runOnImage("write", "--current-host", "org.l", "level", "-int", "2").status == 0
    )
    #expect(try tool.runOnImage("write", "--system", "org.l", "level", "-int", "3").status == 0)
    for option in ["--current-host", "--system"] {
      let list = try tool.runOnImage("edit", option, "org.l", "--render", "80x24").output
      #expect(list.contains("r removes it from this file") && !list.contains("layers:"), "\(list)")
      let page = ["edit", option, "org.l", "--render", "80x24", "--keys", "P"]
      let layers = try tool.runOnImage(page).output
      #expect(layers.contains("are not looked at here"), "\(layers)")
      #expect(!layers.contains("without a value"), "\(layers)")
    }
  }
}
