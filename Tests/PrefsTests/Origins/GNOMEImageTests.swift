import Foundation
import TestSupport
import Testing

/// The settings of GNOME in an image of a system, with the real dconf.
@Suite(
  .enabled(
    if: GSettingsSession.missing.isEmpty,
    "Not installed: \(GSettingsSession.missing.joined(separator: ", "))"
  )
)
struct GNOMEImageTests {
  private let tool: Tool
  private let desk = "gnome:org.example.desk"

  init() throws {
    tool = try Tool()
    let schema = """
      <schemalist><schema id="org.example.desk" path="/org/example/desk/">
        <key name="scale" type="d"><default>1.0</default></key>
        <key name="clock" type="s"><default>'24h'</default></key>
      </schema></schemalist>
      """
    let data = tool.environment["XDG_DATA_DIRS"] ?? ""
    try tool.writeToImage(schema, "\(data)/glib-2.0/schemas/org.example.gschema.xml")
    try Program.run(["glib-compile-schemas", inImage("\(data)/glib-2.0/schemas")])
    try tool.writeToImage("user-db:user\nsystem-db:local\n", "etc/dconf/profile/user")
    try compile("[org/example/desk]\nclock='12h'\n", "etc/dconf/db/local")
    try compile("[org/example/desk]\nscale=2.0\n", "\(tool.home.path)/dconf/user")
  }

  private func inImage(_ path: String) -> String { tool.image.appendingPathComponent(path).path }

  /// Makes a database of a text file.
  private func compile(_ text: String, _ path: String) throws {
    try tool.writeToImage(text, "\(path).d/values")
    try Program.run(["dconf", "compile", inImage(path), inImage("\(path).d")])
  }

  /// The value in use of a key.
  private func inUse(_ key: String) throws -> String {
    let output = try tool.runOnImage("read", "--all", desk, key).output
    return output.trimmingCharacters(in: .newlines)
  }

  @Test func `the values of a user, those for all users and the suites are those of the image`()
    throws
  {
    #expect(try tool.runOnImage("read", desk, "scale").output == "2\n")
    #expect(try inUse("clock") == "12h")
    #expect(try tool.runOnImage("describe", desk, "clock").output.contains("system"))
    #expect(try tool.runOnImage("find", "org.example.desk").output.contains(desk))
    #expect(try tool.run("read", desk, "scale").status == 1)
  }

  @Test func `a key of an image is locked and unlocked`() throws {
    let result = try tool.runOnImage("lock", desk, "scale", "1.5")
    #expect(result.status == 0, "\(result.complaint)")
    #expect(try inUse("scale") == "1.5")
    let locks = try String(
      contentsOfFile: inImage("etc/dconf/db/local.d/locks/90-prefs"),
      encoding: .utf8
    )
    #expect(locks == "/org/example/desk/scale\n")
    #expect(try tool.runOnImage("locks", desk).output.contains("scale"))
    #expect(try tool.runOnImage("unlock", desk, "scale").status == 0)
    #expect(try inUse("scale") == "2")
  }

  @Test func `an image without a profile gets one for its first lock`() throws {
    try FileManager.default.removeItem(atPath: inImage("etc/dconf"))
    #expect(try tool.runOnImage("lock", desk, "scale", "1.5").status == 0)
    #expect(try inUse("scale") == "1.5")
    let profile = try String(contentsOfFile: inImage("etc/dconf/profile/user"), encoding: .utf8)
    #expect(profile == "user-db:user\nsystem-db:local\n")
  }

  @Test func `the values of a user in an image are not written`() throws {
    let result = try tool.runOnImage("write", desk, "scale", "1.5")
    #expect(result.status == 6 && result.complaint.contains("lock the key for all users"))
    #expect(try inUse("scale") == "2")
  }

  @Test func `a text file that leads out of the image is not compiled into its database`() throws {
    let outside = tool.home.appendingPathComponent("outside").path
    try "[org/example/desk]\nclock='secret'\n".write(
      toFile: outside,
      atomically: true,
      encoding: .utf8
    )
    try FileManager.default.createSymbolicLink(
      atPath: inImage("etc/dconf/db/local.d/00-outside"),
      withDestinationPath: outside
    )
    let result = try tool.runOnImage("lock", desk, "scale", "1.5")
    #expect(result.status == 6 && result.complaint.contains("outside"), "\(result.complaint)")
    #expect(try inUse("clock") == "12h")
    #expect(!FileManager.default.fileExists(atPath: inImage("etc/dconf/db/local.d/90-prefs")))
  }

  @Test func `nothing is read or written through a link that leads out of the image`() throws {
    let outside = tool.home.appendingPathComponent("outside").path
    let profile = outside + "/profile"
    try FileManager.default.createDirectory(atPath: profile, withIntermediateDirectories: true)
    try "user-db:user\n".write(toFile: profile + "/user", atomically: true, encoding: .utf8)
    try FileManager.default.removeItem(atPath: inImage("etc/dconf"))
    try FileManager.default.createSymbolicLink(
      atPath: inImage("etc/dconf"),
      withDestinationPath: outside
    )
    for arguments in [["read", desk, "clock"], ["lock", desk, "scale", "1.5"]] {
      let result = try tool.runOnImage(arguments)
      #expect(result.status != 0 && result.complaint.contains("leads to"), "\(result.complaint)")
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: outside) == ["profile"])
  }
}
