import Foundation
import TestSupport
import Testing

/// The editor opens a suite where it was left, and copies to a file on a terminal without a clipboard.
@Suite struct PlaceJourneys {
  private static let properties = """
    "autosave": {"type": "boolean", "title": "Autosave", "default": false, "order": 1},
    "interval": {"type": "integer", "title": "Interval", "default": 30, "order": 2},
    "name": {"type": "string", "title": "Name", "default": "ada", "order": 3},
    "token": {"type": "string", "title": "Token", "x-sensitive": true, "order": 4}
    """

  private static let suite = "org.example.places"

  private func open(_ tool: Tool) throws -> TmuxSession {
    let session = try tool.terminal([tool.program, "edit", Self.suite])
    try session.wait(for: "keys")
    return session
  }

  @Test func `after quitting, order, bookmark and earlier filters are there again`() throws {
    let tool = try Tool()
    _ = try tool.publish(
      Tool.schema(Self.properties, forSuite: Self.suite),
      forSuite: Self.suite
    )
    #expect(try tool.run("write", Self.suite, "name", "Grace").status == 0)
    let first = try open(tool)
    try first.wait(for: "4 keys")
    // The tool has changed the name, which is the last change of the history.
    try first.type("o3")
    try first.sendKeys("Enter")
    try first.wait(for: "order: changed last")
    try first.wait { $0.split(separator: "\n").dropFirst(2).first?.contains("Name") == true }
    try first.type("g")
    try first.type("jb")
    try first.wait(for: "Bookmark set: Autosave")
    try first.type("/-token")
    try first.sendKeys("Enter")
    try first.wait(for: "order: changed last")
    try first.wait(for: "Filter: -token")
    try first.type("/")
    try first.wait { $0.contains("Filter: ") && !$0.contains("-token") }
    try first.type("ghp_0123456789abcdefghijABCDEFGHIJ012345")
    try first.sendKeys("Enter")
    try first.wait(for: "0 of 4")
    try first.sendKeys("Escape")
    try first.wait { !$0.contains("Filter:") }
    try first.type("/")
    try first.sendKeys("C-p")
    try first.wait(for: "-token")
    try first.sendKeys("Enter")
    try first.wait(for: "3 of 4")
    try first.type("q")
    #expect(try first.waitForExit() == 0)

    let second = try open(tool)
    let screen = try second.wait(for: "order: changed last")
    #expect(!screen.contains("Filter:") && screen.contains("Token"))
    #expect(screen.split(separator: "\n").contains { $0.hasPrefix("b") && $0.contains("Autosave") })
    try second.type("/")
    try second.sendKeys("C-p")
    try second.wait(for: "Filter: -token")
    try second.sendKeys("Enter")
    try second.wait(for: "3 of 4")
    try second.type("B")
    try second.wait(for: "1 of 4   bookmarks")
    try second.type("q")
    #expect(try second.waitForExit() == 0)

    let third = try open(tool)
    #expect(try !third.wait(for: "Token").contains("bookmarks"))
    try third.type("/@mine")
    try third.sendKeys("Enter")
    try third.wait(for: "1 of 4")
    #expect(try third.screen().contains("Name"))
    try third.type("q")
    #expect(try third.waitForExit() == 0)
  }

  @Test func `a terminal without a clipboard gets a file with the copied text`() throws {
    let tool = try Tool()
    _ = try tool.publish(
      Tool.schema(Self.properties, forSuite: Self.suite),
      forSuite: Self.suite
    )
    let files = try TemporaryDirectory()
    let session = try tool.terminal([
      "env", "TERM=linux", "XDG_RUNTIME_DIR=\(files.path)", tool.program, "edit", Self.suite,
    ])
    try session.wait(for: "keys")
    try session.type("jyc")
    try session.wait(for: "copied to")
    let names = try FileManager.default.contentsOfDirectory(atPath: files.path)
    let directory = try #require(names.first { $0.hasPrefix("prefs-") })
    let path = "\(files.path)/\(directory)/copied.txt"
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(text == "prefs write \(Self.suite) interval -int 30\n")
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    try session.type("q")
    #expect(try session.waitForExit() == 0)
  }
}
