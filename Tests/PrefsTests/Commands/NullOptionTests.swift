import Foundation
import TestSupport
import Testing

/// Output whose entries end with a NUL character.
struct NullOptionTests {
  private let tool: Tool

  init() throws {
    tool = try Tool()
    try tool.run("write", "org.a", "text", "one\ntwo")
    try tool.run("write", "org.a", "list", "-array", "x\ny", "z")
    try tool.run("write", "org.b", "text", "é")
  }

  @Test(arguments: [
    (["domains", "-z"], ["org.a", "org.b"]),
    (["find", "--null", "text"], ["org.a", "text", "one\ntwo", "org.b", "text", "é"]),
    (["read", "-z", "org.a", "list"], ["x\ny", "z"]),
    (["read", "-z", "org.a", "text"], ["one\ntwo"]),
    (["read", "-z", "org.a", "t*"], ["text", "one\ntwo"]),
    (["read", "-z", "org.*", "text"], ["org.a", "text", "one\ntwo", "org.b", "text", "é"]),
    (["read", "-z", "--default", "d", "org.b", "none"], ["d"]),
  ])
  func `entries are printed as they are`(arguments: [String], entries: [String]) throws {
    let result = try tool.run(arguments)
    #expect(result.status == 0, "\(result)")
    #expect(result.output == entries.map { $0 + "\0" }.joined())
  }

  @Test func `each value is one argument of another program`() throws {
    let result = try Program.run(
      ["sh", "-c", "\(tool.program) read -z org.a list | xargs -0 printf '<%s>'"],
      environment: tool.environment
    )
    #expect(result.output == "<x\ny><z>", "\(result)")
  }

  @Test(arguments: [
    ["domains", "-z", "--json"], ["find", "-z", "--json", "text"],
    ["read", "-z", "--plist", "org.a"],
    ["read", "-z", "--layers", "org.a"], ["delete", "-z", "org.a"],
    ["write", "-z", "org.a", "k", "1"],
  ])
  func `other forms, and other commands, refuse it`(arguments: [String]) throws {
    #expect(try tool.run(arguments).status == 2)
  }
}
