import Foundation
import TestSupport
import Testing

/// The patches of colours in a terminal emulator.
@Suite struct ColorJourneys {
  private static let suite = "org.example.colours"
  /// Removes its directory with the colour when it is released, so it must outlive the session.
  private let tool: Tool

  init() throws { tool = try Tool() }

  /// Opens the control of a colour in a terminal that has set `COLORTERM`.
  private func open(_ options: [String], announced: String) throws -> TmuxSession {
    let document = Tool.schema(
      #""accent": {"type": "string", "title": "Accent", "format": "color"}"#,
      forSuite: Self.suite
    )
    try tool.publish(document, forSuite: Self.suite)
    try tool.run("write", Self.suite, "accent", "#123456")
    // The tests may run where NO_COLOR is set.
    let variables = ["env", "-u", "NO_COLOR", "COLORTERM=\(announced)"]
    let command = variables + [tool.program, "edit", Self.suite] + options
    let session = try tool.terminal(command)
    try session.wait(for: "Accent")
    try session.sendKeys("Enter")
    try session.wait(for: "rgb 18 52 86")
    return session
  }

  @Test(
    .thorough,
    arguments: [
      ([], "truecolor", "[38;2;18;52;86m"), ([], "24bit", "[38;2;18;52;86m"),
      ([], "", "[38;5;23m"), (["--theme", "dark"], "truecolor", "[38;2;18;52;86m"),
    ] as [([String], String, String)]
  )
  func `a patch has its own colour where the terminal has true colour, or else a near one`(
    options: [String],
    announced: String,
    sent: String
  ) throws {
    let session = try open(options, announced: announced)
    #expect(try waitUntil { try session.styledScreen().contains(sent) })
  }

  @Test(arguments: [["--color", "never"], ["--theme", "mono"]])
  func `an option or a theme without colours wins`(options: [String]) throws {
    let session = try open(options, announced: "truecolor")
    #expect(try !session.styledScreen().contains("[38;"))
  }
}
