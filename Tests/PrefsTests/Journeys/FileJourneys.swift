import Foundation
import TestSupport
import Testing

/// Data goes to files and comes from them, paths are completed, and secrets are shown for a while.
@Suite struct FileJourneys {
  private static let properties = """
    "icon": {"type": "string", "title": "Icon", "x-type": "data", "contentEncoding": "base64"},
    "place": {"type": "string", "title": "Place", "format": "path"},
    "token": {"type": "string", "title": "Token", "x-sensitive": true}
    """

  private func session(_ tool: Tool) throws -> TmuxSession {
    _ = try tool.publish(
      Tool.schema(Self.properties, forSuite: "org.example.files"),
      forSuite: "org.example.files"
    )
    let session = try tool.terminal([tool.program, "edit", "org.example.files"])
    try session.wait(for: "Icon")
    return session
  }

  @Test func `data is loaded from a file and saved to another one`() throws {
    let tool = try Tool()
    let files = try TemporaryDirectory()
    let (source, copy) = ("\(files.path)/source.bin", "\(files.path)/copy.bin")
    let bytes = Data((0..<600).map { UInt8($0 % 256) })
    try bytes.write(to: URL(fileURLWithPath: source))
    let session = try session(tool)
    try session.sendKeys("Enter", "F7")
    try session.wait(for: "Load file:")
    try session.type("\(files.path)/sou")
    try session.sendKeys("Tab")
    try session.wait(for: "a file of 600 bytes")
    try session.sendKeys("Enter")
    try session.wait(for: "read from")
    #expect(try session.screen().contains("00 01 02 03"))
    try session.sendKeys("F6")
    try session.wait(for: "Save to file:")
    try session.type(copy)
    try session.sendKeys("Enter")
    try session.wait(for: "written to")
    #expect(try Data(contentsOf: URL(fileURLWithPath: copy)) == bytes)
    let mode = try FileManager.default.attributesOfItem(atPath: copy)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    // Saving again asks first.
    try Data("other".utf8).write(to: URL(fileURLWithPath: copy))
    try session.sendKeys("F6")
    try session.wait(for: "Save to file:")
    try session.type(copy)
    try session.sendKeys("Enter")
    try session.wait(for: "The file exists.")
    #expect(try Data(contentsOf: URL(fileURLWithPath: copy)) == Data("other".utf8))
    try session.sendKeys("Enter")
    try session.wait(for: "written to")
    #expect(try Data(contentsOf: URL(fileURLWithPath: copy)) == bytes)
    #expect(try FileManager.default.contentsOfDirectory(atPath: files.path).count == 2)
    try session.sendKeys("Enter")
    try session.wait(for: "Saved Icon")
    let stored = try tool.run("read", "org.example.files", "icon", "--json").output
    #expect(stored.contains(bytes.base64EncodedString()))
  }

  @Test func `a path is completed, and what it leads to is told`() throws {
    let tool = try Tool()
    let files = try TemporaryDirectory()
    for name in ["alpha-one", "alpha-two", ".hidden"] {
      try FileManager.default.createDirectory(
        atPath: "\(files.path)/\(name)",
        withIntermediateDirectories: false
      )
    }
    let session = try session(tool)
    try session.type("j")
    try session.sendKeys("Enter")
    try session.wait(for: "save")
    try session.type("\(files.path)/")
    try session.wait(for: "a directory")
    try session.sendKeys("Tab")
    try session.wait(for: "/alpha-")
    try session.sendKeys("Tab")
    try session.wait(for: "alpha-one/")
    #expect(try !session.screen().contains(".hidden"))
    try session.type("t")
    try session.sendKeys("Tab")
    try session.wait(for: "alpha-two/ ")
    try session.type("x")
    try session.wait(for: "there is nothing yet")
  }

  @Test func `a secret is shown on request, in the list and in the field`() throws {
    let tool = try Tool()
    let session = try session(tool)
    try session.type("jj")
    try session.sendKeys("Enter")
    try session.type("sesame")
    try session.wait(for: "••••••")
    #expect(try !session.screen().contains("sesame"))
    try session.sendKeys("C-v")
    try session.wait(for: "sesame")
    try session.sendKeys("C-v")
    try session.wait { !$0.contains("sesame") }
    try session.sendKeys("Enter")
    try session.wait(for: "Saved Token = ••••••••")
    try session.type("V")
    try session.wait(for: "\"sesame\"")
    try session.type("V")
    try session.wait { !$0.contains("sesame") }
  }
}
