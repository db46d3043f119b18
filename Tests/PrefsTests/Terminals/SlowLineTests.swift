import Foundation
import TestSupport
import Testing

/// The editor at the end of a serial line: 9,600 baud are 960 bytes in a second.
@Suite struct SlowLineTests {
  private static let bytesPerSecond = 960
  private let tool: Tool

  init() throws {
    tool = try Tool()
    for number in 10..<50 {
      let suite = "org.example.app\(number)"
      let keys = (1...12).map { "\"group.key\($0)\": {\"type\": \"integer\", \"default\": \($0)}" }
      try tool.publish(
        Tool.schema(keys.joined(separator: ", "), forSuite: suite, title: "App \(number)"),
        forSuite: suite
      )
      let values = try PropertyListSerialization.data(
        fromPropertyList: ["group.key1": number],
        format: .binary,
        options: 0
      )
      try values.write(to: tool.home.appendingPathComponent("\(suite).plist"))
    }
  }

  private func open() throws -> PseudoTerminal {
    try PseudoTerminal(
      command: [tool.program],
      environment: PseudoTerminal.environment(tool.environment)
    )
  }

  /// Presses keys, and returns how many seconds the answer takes on the line.
  private func seconds(_ terminal: PseudoTerminal, after keys: String) throws -> Double {
    try terminal.send(keys)
    let bytes = try terminal.readUntilSilent(for: 0.4)
    return Double(bytes.count) / Double(Self.bytesPerSecond)
  }

  @Test(.thorough) func `each of 40 suites is a few seconds away`() throws {
    let terminal = try open()
    let opening = try terminal.readUntilSilent(for: 1)
    #expect(String(decoding: opening, as: UTF8.self).contains("40 of 40"))
    #expect(opening.count < 4 * Self.bytesPerSecond)
    // The first letter that narrows the list draws it again; each later one has less to draw.
    #expect(try seconds(terminal, after: "3") < 3)
    #expect(try seconds(terminal, after: "7") < 1.5)
    #expect(try seconds(terminal, after: "\r") < 3)
    #expect(terminal.transcript.contains("org.example.app37"))
    #expect(try seconds(terminal, after: "j") < 0.5)
    #expect(try seconds(terminal, after: "k") < 0.5)
    #expect(try seconds(terminal, after: "+") < 1)
    #expect(try tool.run("read", "org.example.app37", "group.key1").output == "38\n")
    #expect(try seconds(terminal, after: "u") < 1)
    try terminal.send("q")
    #expect(try terminal.waitForExit() == .exited(0))
  }

  @Test(.thorough) func `a key that is held does not fill the line`() throws {
    let terminal = try open()
    try terminal.readUntilSilent(for: 1)
    _ = try seconds(terminal, after: "37\r")
    let start = terminal.output.count
    // Two seconds of 30 key presses each, while the line takes what it can.
    for _ in 0..<20 {
      try terminal.send("jkj")
      terminal.read(atMost: Self.bytesPerSecond / 10, within: 0.1)
    }
    try terminal.send("k")
    try terminal.readUntilSilent(for: 0.5)
    // 61 moves alone would be some 8,000 bytes; the kernel keeps up to 4,096.
    #expect(terminal.output.count - start < 7000)
    try terminal.send("\u{C}")
    let screen = String(decoding: try terminal.readUntilSilent(for: 0.4), as: UTF8.self)
    #expect(screen.contains("11/12"))
    try terminal.send("q")
    #expect(try terminal.waitForExit() == .exited(0))
  }
}
