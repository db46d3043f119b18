import Foundation
import TestSupport
import Testing

/// The file of `--log`.
@Suite struct LogTests {
  @Test func `lines are appended to the file, also those of a screen as text`() throws {
    let tool = try Tool()
    let file = tool.home.appendingPathComponent("log")
    let arguments = ["demo", "--render", "80x24", "--keys", "j", "--log", file.path]
    #expect(try tool.run(arguments).status == 0)
    let first = try String(contentsOf: file, encoding: .utf8)
    #expect(first.contains(" key: j in list, next\n"))
    #expect(try tool.run(arguments).status == 0)
    let both = try String(contentsOf: file, encoding: .utf8)
    #expect(both.hasPrefix(first))
    #expect(both.count > first.count)
  }

  @Test(arguments: ["", "none/log", ".", "/dev/full", "pipe"])
  func `a file that cannot be opened is an error, and no screen is shown`(name: String) throws {
    let tool = try Tool()
    #expect(mkfifo(tool.home.appendingPathComponent("pipe").path, 0o600) == 0)
    let path = name.isEmpty || name.hasPrefix("/") ? name : "\(tool.home.path)/\(name)"
    let result = try tool.run("demo", "--render", "80x24", "--log", path)
    #expect(result.status == 6)
    #expect(result.output.isEmpty)
    #expect(result.complaint.contains("The log \"\(path)\" cannot be opened: "))
  }
}
