import Foundation
import TestSupport
import Testing

/// Values of one suite are edited with schemas that were written for another program.
@Suite struct ForeignSchemaJourneys {
  private static let text = """
    <schemalist>
      <enum id="org.other.Speed"><value nick="slow" value="0"/><value nick="fast" value="1"/></enum>
      <schema id="org.other.app"><key name="first" type="b"><default>false</default></key></schema>
      <schema id="org.other.window">
        <key name="speed" enum="org.other.Speed"><default>'slow'</default>
          <summary>How fast it moves</summary></key>
      </schema>
    </schemalist>
    """

  private func file(_ tool: Tool) throws -> String {
    let file = tool.home.appendingPathComponent("org.other.gschema.xml")
    try Data(Self.text.utf8).write(to: file)
    return file.path
  }

  @Test func `the schema that is named is used for the suite, and values go to the suite`() throws {
    let tool = try Tool()
    let command = [
      "edit", "org.example.mine", "--schema", try file(tool), "--id", "org.other.window",
    ]
    let session = try tool.terminal([tool.program] + command)
    try session.wait(for: "How fast it moves")
    #expect(try !session.screen().contains("First"))
    try session.sendKeys("Enter")
    try session.wait(for: "fast")
    try session.sendKeys("Down", "Enter")
    try session.wait(for: "Saved How fast it moves")
    try session.sendKeys("q")
    #expect(try session.waitForExit() == 0)
    #expect(try tool.run("read", "org.example.mine", "speed").output == "fast\n")
    #expect(try tool.run("read", "org.other.window", "speed").status != 0)
  }

  @Test func `a schema that the file does not have is an error that lists those it has`() throws {
    let tool = try Tool()
    let result = try tool.run(
      "edit",
      "org.example.mine",
      "--schema",
      try file(tool),
      "--id",
      "org.other.none"
    )
    #expect(result.status != 0)
    #expect(
      result.complaint.contains(
        "the document has no schema \"org.other.none\"; it has org.other.app, org.other.window"
      )
    )
  }
}
