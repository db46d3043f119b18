import Foundation
import Glibc
import TestSupport
import Testing

@testable import Defaults
@testable import DefaultsCore

/// The values of a fleet, which its agent writes to files of this host.
struct FleetLayerTests {
  private let layered: LayeredSuite
  private var suite: Defaults.Suite { layered.suite }

  init() throws {
    layered = try LayeredSuite()
  }

  private func path(_ name: String) -> String { layered.directory.file(name) }

  @Test func `what the host has itself has precedence, key by key`() throws {
    try layered.put(["a": .integer(1)], at: "managed/app.plist")
    try layered.put(["a": .integer(2), "b": .integer(2)], at: "fleet/managed/app.plist")
    try layered.put(["c": .integer(3)], at: "xdg/app.plist")
    try layered.put(["c": .integer(4), "d": .integer(4)], at: "fleet/system/app.plist")
    #expect(
      suite.effectiveValues() == [
        "a": .integer(1), "b": .integer(2), "c": .integer(3), "d": .integer(4),
      ]
    )
    #expect(suite.lock(forKey: "a")?.location == path("managed/app.plist"))
    #expect(suite.lock(forKey: "b")?.location == path("fleet/managed/app.plist"))
    #expect(suite.lock(forKey: "d") == nil)
    suite.set(5, forKey: "d")
    #expect(suite.effectiveValue(forKey: "d") == .integer(5))
  }

  @Test func `a reason belongs to the lock beside which it is`() throws {
    try layered.put(["a": .integer(1)], at: "managed/app.plist")
    try layered.put(["b": .string("not of this lock")], at: "managed/app.reasons.plist")
    try layered.put(["a": .integer(1), "b": .integer(2)], at: "fleet/managed/app.plist")
    try layered.put(
      ["a": .string("not of this lock"), "b": .string("Ask the desk")],
      at: "fleet/managed/app.reasons.plist"
    )
    #expect(suite.lock(forKey: "a")?.reason == nil)
    #expect(suite.lock(forKey: "b")?.reason == "Ask the desk")
  }

  @Test func `the first files of a fleet are read at once`() async throws {
    let key = Defaults.Key<Int>("k", default: 0, suite: suite)
    var news = Defaults.updates(key, initial: false).makeAsyncIterator()
    #expect(Defaults[key] == 0)
    try layered.put(["k": .integer(1)], at: "fleet/system/app.plist")
    #expect(await news.next() == 1)
    try layered.put(["k": .integer(2)], at: "fleet/managed/app.plist")
    #expect(await news.next() == 2)
    #expect(key.isLocked)
    try FileManager.default.removeItem(atPath: path("fleet/managed"))
    #expect(await news.next() == 1)
    rename(path("fleet"), path("gone"))
    #expect(await news.next() == 0)
    try layered.put(["k": .integer(3)], at: "fleet/system/app.plist")
    #expect(await news.next() == 3)
  }

  @Test func `files of a fleet that others may write lock everything`() throws {
    try layered.put(["k": .integer(1)], at: "fleet/managed/app.plist")
    chmod(path("fleet/managed/app.plist"), 0o666)
    #expect(suite.lock(forKey: "other")?.location == path("fleet/managed/app.plist"))
  }

  @Test func `suites with files of a fleet are listed`() throws {
    try layered.put(["k": .integer(1)], at: "fleet/system/org.example.system.plist")
    try layered.put(["k": .integer(1)], at: "fleet/managed/org.example.managed.plist")
    #expect(layered.directories.suites() == ["org.example.managed", "org.example.system"])
    #expect(try layered.directories.managedSuites() == ["org.example.managed"])
  }
}
