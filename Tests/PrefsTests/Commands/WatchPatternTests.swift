import Foundation
import TestSupport
import Testing

/// A watch on the suites that match a pattern, also on those that are stored later.
struct WatchPatternTests {
  private let tool: Tool

  init() throws {
    tool = try Tool()
  }

  /// Waits until the watch has printed a text, and returns everything that it has printed.
  private func output(of watch: Program, with text: String) throws -> String {
    for _ in 0..<200 where !watch.output.contains(text) { usleep(50_000) }
    #expect(watch.output.contains(text), "\(watch.output)")
    return watch.output
  }

  @Test func `a watch waits for the first suite, and follows each new one`() throws {
    let watch = try tool.start(tool.program, "watch", "org.*")
    defer { watch.send(signal: SIGTERM) }
    try tool.run("write", "org.b", "port", "-int", "1")
    try tool.run("write", "net.c", "port", "-int", "1")
    _ = try output(of: watch, with: "org.b: port: (unset) -> 1  by ")
    try tool.run("write", "org.a", "x", "-int", "2")
    _ = try output(of: watch, with: "org.a: x: (unset) -> 2  by ")
    try tool.run("write", "org.b", "port", "-int", "3")
    let all = try output(of: watch, with: "org.b: port: 1 -> 3  by ")
    #expect(!all.contains("net.c"))
    #expect(all.split(separator: "\n").count == 3, "\(all)")
  }

  @Test func `a suite that could not be read is watched once it is repaired`() throws {
    try tool.run("write", "org.b", "x", "-int", "1")
    let file = tool.home.appendingPathComponent("org.a.plist")
    try Data("broken".utf8).write(to: file)
    let watch = try tool.start(tool.program, "watch", "org.*")
    defer { watch.send(signal: SIGTERM) }
    // It opens the suites by their names, so the broken one comes before the one that is printed.
    for number in 2..<200 where watch.output.isEmpty {
      try tool.run("write", "org.b", "x", "-int", "\(number)")
    }
    try FileManager.default.removeItem(at: file)
    try tool.run("write", "org.a", "x", "-int", "1")
    _ = try output(of: watch, with: "org.a: x: (unset) -> 1")
    watch.send(signal: SIGTERM)
    let complaints = watch.wait().complaint.split(separator: "\n").filter { $0.contains("org.a") }
    #expect(complaints.count == 1, "\(complaints)")
  }

  @Test func `a layer below a value changes nothing`() throws {
    for suite in ["org.a", "org.b"] { try tool.run("write", suite, "x", "-int", "1") }
    let watch = try tool.start(tool.program, "watch", "org.*")
    defer { watch.send(signal: SIGTERM) }
    for number in 2..<200 where watch.output.isEmpty {
      try tool.run("write", "-g", "y", "-int", "\(number)")
    }
    try tool.run("write", "-g", "x", "-int", "5")
    try tool.run("write", "org.a", "x", "-int", "7")
    let all = try output(of: watch, with: "org.a: x: 1 -> 7")
    #expect(!all.contains("x: 1 -> 1"), "\(all)")
  }
}
