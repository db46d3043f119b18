import Foundation
import TestSupport
import Testing

/// What the tool says and how it ends, for arguments that cannot be done.
@Suite struct MessageTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var arguments: [String]
    var status: Int32
    /// A part of the message.
    var message: String

    init(_ status: Int32, _ message: String, _ arguments: String...) {
      self.arguments = arguments
      self.status = status
      self.message = message
    }

    var testDescription: String { arguments.joined(separator: " ") }
  }

  private static let suite = Tool.suite

  private static let cases: [Case] = [
    Case(2, "cannot be the name of a suite", "read", ".x"),
    Case(2, "cannot be the name of a suite", "write", String(repeating: "x", count: 201), "a", "b"),
    Case(2, "cannot be the name of a suite", "read", "."),
    Case(2, "\"a\\u{1B}[2J\" cannot be the name of a suite", "read", "a\u{1B}[2J"),
    Case(2, "A value is missing", "write", suite, "quality"),
    Case(2, "found 2", "write", suite, "author", "Ada", "Lovelace"),
    Case(2, "-int takes one value", "write", suite, "x", "-int"),
    Case(2, "has no value", "write", suite, "x", "-dict", "a"),
    Case(2, "Unknown option '--nonsense'", "read", suite, "--nonsense"),
    Case(2, "prefs write SUITE KEY -int VALUE.", "write", "-int", suite, "k", "1"),
    Case(2, "\"resett\" is not an action; did you mean \"reset\"?", "edit", "--bind", "resett=x"),
    Case(2, "--bind takes ACTION=KEYS", "demo", "--bind", "reset"),
    Case(2, "--bind takes ACTION=KEYS", "demo", "--bind", "=x"),
    Case(2, "has an empty key", "demo", "--bind", "reset=J,,Del"),
    Case(2, "is bound to \"reset\", and \"q\" to \"quit\", in list", "--bind", "reset=q"),
    Case(2, "needs at least one key besides ^C", "edit", suite, "--bind=quit="),
    Case(
      2,
      "\"Foo\" for \"redo\" is not the name of a key press",
      "--list-keys",
      "--bind",
      "redo=Foo"
    ),
    Case(2, "prefs edit --list-keys prints the names", "demo", "--bind", "frobnicate=x"),
    Case(1, "quality is not set", "read", suite, "quality"),
    Case(1, "stores nothing", "read", "org.example.nothing"),
    Case(1, "Not set in \(suite): quality", "delete", suite, "quality"),
    Case(3, "quality: 1.5 is above the maximum 1", "write", suite, "quality", "1.5"),
    Case(
      3,
      "general.autosaveInterval: 4 is below the minimum 5",
      "write",
      suite,
      "general.autosaveInterval",
      "4"
    ),
    Case(
      3,
      "sharing.port: 70000 is above the maximum 65535",
      "write",
      suite,
      "sharing.port",
      "70000"
    ),
    Case(3, "did you mean \"dark\"?", "write", suite, "appearance.theme", "drak"),
    Case(3, "found String, expected Int", "write", suite, "sharing.port", "-string", "80"),
    Case(3, "use small letters", "write", suite, "sharing.nickname", "Ada!"),
    Case(
      3,
      "41 characters of at most 40",
      "write",
      suite,
      "author",
      String(repeating: "é", count: 41)
    ),
    Case(3, "is not a number", "write", "org.example.x", "x", "-int", "six"),
    Case(3, "pairs of hexadecimal digits", "write", "org.example.x", "x", "-data", "0g"),
    Case(3, "is not a date", "write", "org.example.x", "x", "-date", "yesterday"),
  ]

  @Test(arguments: cases)
  func `says what is wrong and ends with its status`(example: Case) throws {
    let tool = try Tool()
    let result = try tool.run(example.arguments)
    #expect(result.status == example.status)
    #expect(result.complaint.contains(example.message), "\(result.complaint)")
    #expect(result.complaint.hasPrefix("prefs: ") || result.status == 2)
    #expect(try FileManager.default.contentsOfDirectory(atPath: tool.home.path).isEmpty)
  }

  @Test func `a damaged file is named with the reason and is never overwritten`() throws {
    let tool = try Tool()
    try Data("garbage\n".utf8).write(to: tool.file)
    let read = try tool.run("read", Tool.suite)
    #expect(read.status == 6)
    #expect(read.complaint.contains(tool.file.path))
    let write = try tool.run("write", Tool.suite, "quality", "0.5")
    #expect(write.status == 6)
    #expect(write.complaint.contains("prefs doctor --fix keeps it under another name"))
    #expect(try Data(contentsOf: tool.file) == Data("garbage\n".utf8))
  }

  @Test func `a relative configuration directory is ignored, and that is said`() throws {
    let tool = try Tool()
    let result = try Program.run(
      [tool.program, "write", Tool.suite, "quality", "0.5"],
      environment: ["XDG_CONFIG_HOME": "here", "XDG_STATE_HOME": "", "HOME": tool.home.path]
    )
    let used = tool.home.appendingPathComponent(".config").path
    #expect(result.status == 0)
    #expect(
      result.complaint
        == "prefs: $XDG_CONFIG_HOME was ignored, because \"here\" is not an absolute path: \(used) "
        + "is used instead.\n"
    )
    #expect(FileManager.default.fileExists(atPath: "\(used)/\(Tool.suite).plist"))
  }

  @Test(arguments: ["dumb", "nosuchterminal"])
  func `a terminal that cannot show a screen is named`(term: String) throws {
    let tool = try Tool()
    let session = try TmuxSession(environment: tool.environment)
    try session.type("TERM=\(term) \(tool.program) demo; echo status=$?\n")
    let screen = try session.wait(for: "status=2")
    #expect(screen.contains("\"\(term)\""))
    #expect(try !session.isAlternate)
  }

  @Test func `without a terminal the editor says which commands to use`() throws {
    let tool = try Tool()
    let result = try tool.run("demo")
    #expect(result.status == 2)
    #expect(result.complaint.contains("prefs read"))
  }
}
