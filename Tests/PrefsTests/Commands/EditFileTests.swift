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

  @Test func `an editor on the file for all users claims nothing of the layers`() throws {
    #expect(try tool.runOnImage("write", "org.l", "level", "-int", "1").status == 0)
    #expect(try tool.runOnImage("write", "--system", "org.l", "level", "-int", "3").status == 0)
    let edit = ["edit", "--system", "org.l", "--render", "80x24"]
    let list = try tool.runOnImage(edit).output
    #expect(list.contains("r removes it from this file") && !list.contains("layers:"), "\(list)")
    let layers = try tool.runOnImage(edit + ["--keys", "P"]).output
    #expect(layers.contains("are not looked at here"), "\(layers)")
    #expect(!layers.contains("without a value"), "\(layers)")
  }

  @Test func `an editor on the file for this host shows the value that a program reads`() throws {
    try tool.run("write", "org.l", "level", "-int", "1")
    try tool.run("write", "org.l", "size", "-int", "7")
    try tool.run("write", "--current-host", "org.l", "level", "-int", "2")
    let edit = ["edit", "--current-host", "--render", "80x24", "org.l"]
    let level = try tool.run(edit + ["level"]).output
    #expect(level.contains("now 2 (host)") && level.contains("r → 1 (user)"), "\(level)")
    let size = try tool.run(edit + ["size"]).output
    #expect(size.contains("now 7 (user)"), "\(size)")
    let layers = try tool.run(edit + ["level", "--keys", "P"]).output
    #expect(layers.contains("host         2  in use"), "\(layers)")
    #expect(layers.contains("user         1  ignored"), "\(layers)")
    // The line of the user's file does not edit the file for this host.
    let isRefused = try (1...4).contains { count in
      let keys = "P\(String(repeating: "<Down>", count: count))e"
      return try tool.run(edit + ["level", "--keys", keys]).output.contains(
        "cannot write this layer"
      )
    }
    #expect(isRefused)
  }
}
