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
    for _ in 0..<200 where watch.complaint.isEmpty { usleep(50_000) }
    #expect(watch.complaint.contains("waiting for the first one"), "\(watch.complaint)")
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

  @Test func `changes of several suites name the suite, and a lock the value in use`() throws {
    let image = ["--root", tool.image.path]
    for suite in ["org.a", "org.b"] { try tool.runOnImage("write", suite, "proxy", "y") }
    let watch = try Program(
      [tool.program] + image + ["watch", "org.*"],
      environment: tool.environment
    )
    defer { watch.send(signal: SIGTERM) }
    // The first line that comes proves that it watches; until then the value changes.
    for number in 2..<200 where watch.output.isEmpty {
      try tool.runOnImage("write", "org.b", "port", "-int", "\(number)")
    }
    #expect(watch.output.hasPrefix("org.b: port: "))
    for number in 2..<200 where !watch.output.contains("managed") {
      try tool.runOnImage("lock", "org.a", "proxy", "x\(number)")
    }
    #expect(watch.output.contains(" (managed)\n"), "\(watch.output)")
    #expect(!watch.output.contains("org.a: proxy: (unset) -> (unset)"))
    try tool.runOnImage("unlock", "org.a", "proxy")
    for _ in 0..<100 where !watch.output.contains("-> \"y\" (managed)\n") { usleep(50_000) }
    #expect(watch.output.contains("-> \"y\" (managed)\n"), "\(watch.output)")
  }

  @Test func `a record has the values of the layer, also of a lock at the value in use`() throws {
    try tool.runOnImage("write", "org.a", "proxy", "y")
    let watch = try Program(
      [tool.program, "--root", tool.image.path, "watch", "org.*", "--json"],
      environment: tool.environment
    )
    defer { watch.send(signal: SIGTERM) }
    for number in 2..<200 where watch.output.isEmpty {
      try tool.runOnImage("write", "org.a", "port", "-int", "\(number)")
    }
    try tool.runOnImage("lock", "org.a", "proxy")
    let locked = #""layer": "managed", "old": null, "new": "y", "oldInUse": "y", "newInUse": "y""#
    #expect(try output(of: watch, with: locked).contains(locked), "\(watch.output)")
    try tool.runOnImage("unlock", "org.a", "proxy")
    let unlocked = #""layer": "managed", "old": "y", "new": null, "oldInUse": "y", "newInUse": "y""#
    #expect(try output(of: watch, with: unlocked).contains(unlocked), "\(watch.output)")
  }

  @Test func `a suite with values for this host only is watched, and its changes have an author`()
    throws
  {
    try tool.run("write", "--current-host", "org.c", "x", "-int", "1")
    let watch = try tool.start(tool.program, "watch", "org.*")
    defer { watch.send(signal: SIGTERM) }
    for number in 2..<200 where watch.output.isEmpty {
      try tool.run("write", "--current-host", "org.c", "x", "-int", "\(number)")
    }
    let line = try output(of: watch, with: ", prefs write [")
    #expect(line.hasPrefix("org.c: x: "), "\(line)")
    #expect(line.contains(" (host)  by "), "\(line)")
    // Another program changes the value, and back to one that a command has stored.
    let file = tool.home.appendingPathComponent("ByHost/org.c..plist")
    for value in [7001, 7000] {
      if value == 7001 { try tool.run("write", "--current-host", "org.c", "x", "-int", "7000") }
      _ = try output(of: watch, with: value == 7001 ? "-> 7000" : "-> 7001")
      try PropertyListEncoder().encode(["x": value]).write(to: file)
    }
    let all = try output(of: watch, with: "7001 -> 7000")
    #expect(all.contains("7001 -> 7000 (host)\n"), "\(all)")
  }

  @Test func `many changes of another layer do not hold a watch up`() throws {
    try tool.run("write", "--current-host", "org.c", "x", "1")
    let watch = try tool.start(tool.program, "watch", "org.c")
    defer { watch.send(signal: SIGTERM) }
    for number in 2..<200 where watch.output.isEmpty {
      try tool.run("write", "--current-host", "org.c", "x", "\(number)")
    }
    let values = Dictionary(uniqueKeysWithValues: (0..<500).map { ("key\($0)", $0) })
    let file = tool.home.appendingPathComponent("values.json")
    try JSONEncoder().encode(values).write(to: file)
    try tool.run("import", "--current-host", "org.c", file.path)
    for _ in 0..<200 where watch.output.count(where: \.isNewline) < 500 { usleep(50_000) }
    let lines = watch.output.split(separator: "\n").filter { $0.hasPrefix("key") }
    #expect(lines.count == 500)
    #expect(lines.allSatisfy { $0.contains("prefs import") }, "\(lines.last ?? "")")
  }

  @Test func `only the changes of the keys that are named are printed`() throws {
    let watch = try tool.start(tool.program, "watch", "org.aa", "po*")
    defer { watch.send(signal: SIGTERM) }
    for number in 2..<200 where watch.output.isEmpty {
      try tool.run("write", "org.aa", "name", "text \(number)")
      try tool.run("write", "org.aa", "port", "-int", "\(number)")
    }
    #expect(watch.output.hasPrefix("port: "), "\(watch.output)")
    #expect(!watch.output.contains("name: "))
  }

  @Test func `nothing is waited for when no suite can be watched`() throws {
    #expect(try tool.run("watch", "--system", "org.example.brok*").status == 1)
  }

  @Test func `a suite that stores nothing is said to while watching`() throws {
    let script = "exec \"$0\" watch org.aa 2>&1"
    let watch = try tool.start("sh", "-c", script, tool.program)
    defer { watch.send(signal: SIGTERM) }
    _ = try output(of: watch, with: "org.aa stores nothing so far")
    try tool.run("write", "org.aa", "port", "-int", "1")
    _ = try output(of: watch, with: "port: (unset) -> 1")
  }
}
