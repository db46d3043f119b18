import Foundation
import Glibc
import TestSupport
import Testing

/// Questions for single controls, in a program of somebody else.
@Suite struct AskTests {
  private let probe: Probe

  init() throws {
    probe = try Probe()
  }

  @Test func `an answer is stored, observed and returned, and an empty line keeps the value`()
    throws
  {
    var terminal = try probe.start("ask", "loud")
    try terminal.read(until: "Loud (isLoud)")
    try terminal.read(until: "Value [off (default)]: ")
    try terminal.send("yes\n")
    #expect(try terminal.waitForExit() == .exited(0))
    #expect(terminal.transcript.contains("value true"))
    #expect(terminal.transcript.contains("changed to true"))
    terminal = try probe.start("ask", "loud")
    try terminal.read(until: "Value [on]: ")
    try terminal.send("\n")
    #expect(try terminal.waitForExit() == .exited(0))
    #expect(terminal.transcript.contains("value true"))
    #expect(terminal.transcript.contains("unchanged"))
  }

  @Test func `three wrong answers keep the value`() throws {
    var terminal = try probe.start("ask", "mode")
    for answer in ["quick", "3", "none"] {
      let start = terminal.output.count
      try terminal.read(until: "Value [fast (default)]: ", from: start)
      try terminal.send(answer + "\n")
    }
    #expect(try terminal.waitForExit() == .exited(1))
    #expect(terminal.transcript.contains("Try again; an empty line keeps the value."))
    #expect(terminal.transcript.contains("failed: The answer was refused: "))
    terminal = try probe.start("ask", "mode")
    try terminal.read(until: "Value [fast (default)]: ")
    try terminal.send("slow\n")
    #expect(try terminal.waitForExit() == .exited(0))
    #expect(terminal.transcript.contains("value slow"))
  }

  @Test func `a secret is not shown while it is typed`() throws {
    let terminal = try probe.start("ask", "token")
    try terminal.read(until: "Value [unset]: ")
    #expect(!terminal.isCooked)
    let start = terminal.output.count
    try terminal.send("secret-word\n")
    #expect(try terminal.waitForExit() == .exited(0))
    let shown = String(decoding: terminal.output[start...], as: UTF8.self)
    // Once, by the program itself.
    #expect(shown.components(separatedBy: "secret-word").count == 2)
    #expect(terminal.isCooked)
  }

  @Test(arguments: ["token", "mode"])
  func `Ctrl-C ends the program and restores the terminal`(control: String) throws {
    let terminal = try probe.start("ask", control)
    try terminal.read(until: "]: ")
    try terminal.send("ab\u{3}")
    #expect(try terminal.waitForExit() == .signalled(SIGINT))
    #expect(terminal.isCooked)
  }

  @Test func `the end of the input is an error`() throws {
    let terminal = try probe.start("ask", "mode")
    try terminal.read(until: "]: ")
    try terminal.send("\u{4}")
    #expect(try terminal.waitForExit() == .exited(1))
    #expect(terminal.transcript.contains("failed: The input ended without an answer."))
  }

  @Test func `a disabled control is not asked for`() throws {
    let terminal = try probe.start("ask", "level")
    #expect(try terminal.waitForExit() == .exited(1))
    #expect(terminal.transcript.contains("failed: Disabled while isLoud is off."))
  }

  @Test func `without a terminal nothing is asked`() throws {
    let result = try probe.run("ask", "mode")
    #expect(result.status == 1)
    #expect(result.output.contains("failed: A question needs a terminal"))
    #expect(try probe.run("edit").output.contains("failed: "))
  }
}
