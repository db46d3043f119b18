import Foundation
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import Defaults
@testable import DefaultsCore

/// A suite whose layers are all in a directory of the test's own.
final class LayeredSuite {
  let directory: TemporaryDirectory
  let suite: Defaults.Suite
  let directories: Defaults.LayerDirectories

  init() throws {
    directory = try TemporaryDirectory()
    for name in ["managed", "config", "system", "xdg"] { mkdir(directory.file(name), 0o755) }
    var directories = Defaults.LayerDirectories(environment: [
      "XDG_CONFIG_HOME": directory.file("config"), "XDG_CONFIG_DIRS": directory.file("xdg"),
    ])
    directories.managedDirectory = directory.file("managed")
    directories.managedOwner = geteuid()
    directories.systemDirectory = directory.file("system")
    directories.fleetDirectory = directory.file("fleet")
    self.directories = directories
    suite = Self.suite(in: directory, directories)
  }

  deinit {
    // A commit under way would make its file again after the directory is gone.
    try? suite.flush()
  }

  private static func suite(
    in directory: TemporaryDirectory,
    _ directories: Defaults.LayerDirectories
  ) -> Defaults.Suite {
    Defaults.Suite(
      name: "app",
      store: Defaults.PropertyListStore(file: directory.file("config/app.plist")),
      layerDirectories: directories
    )
  }

  /// The suite as a process finds it that starts now.
  func reopened() -> Defaults.Suite { Self.suite(in: directory, directories) }

  /// Replaces a file of a layer in one step; nil removes it.
  func put(_ values: [Defaults.KeyName: Defaults.StoredValue]?, at path: String) throws {
    let file = directory.file(path)
    guard let values else {
      unlink(file)
      return
    }
    mkdir(FilePath.parts(of: file).directory, 0o755)
    let store = Defaults.PropertyListStore(file: file)
    let old = try store.load(unlike: nil)?.values ?? [:]
    var edits = old.mapValues { _ in Defaults.StoredValue?.none }
    for (key, value) in values { edits[key] = value }
    try store.commit(edits)
  }
}

struct LayerTests {
  let layered: LayeredSuite
  var suite: Defaults.Suite { layered.suite }

  init() throws {
    layered = try LayeredSuite()
  }

  /// All places, the highest first.
  private static let files: [(Defaults.Layer, String)] = [
    (.managed, "managed/app.d/90.plist"), (.managed, "managed/app.d/10.plist"),
    (.managed, "managed/app.plist"), (.managed, "fleet/managed/app.plist"),
    (.host, "config/ByHost/app..plist"),
    (.user, "config/app.plist"), (.global, "config/ByHost/.GlobalPreferences..plist"),
    (.global, "config/.GlobalPreferences.plist"), (.system, "system/ByHost/app.plist"),
    (.system, "system/app.plist"), (.system, "system/ByHost/.GlobalPreferences.plist"),
    (.system, "system/.GlobalPreferences.plist"), (.system, "xdg/app.plist"),
    (.system, "fleet/system/app.plist"),
  ]

  @Test func `the own file of a suite is not a layer above it too`() throws {
    let layered = try LayeredSuite()
    let host = "config/ByHost/app..plist"
    try layered.put(["ownFileSize": .integer(1)], at: host)
    let suite = Defaults.Suite(
      name: "app",
      store: Defaults.PropertyListStore(file: layered.directory.file(host)),
      layerDirectories: layered.directories
    )
    #expect(suite.layeredValues(forKey: "ownFileSize").map(\.layer) == [.host])
    suite.set(nil as Any?, forKey: "ownFileSize")
    #expect(suite.layeredValues(forKey: "ownFileSize").isEmpty)
  }

  @Test func `the user's file is below the file for this host`() throws {
    let layered = try LayeredSuite()
    let host = "config/ByHost/app..plist"
    try layered.put(["level": .integer(1)], at: "config/app.plist")
    try layered.put(["level": .integer(2)], at: host)
    let suite = Defaults.Suite(
      name: "app",
      store: Defaults.PropertyListStore(file: layered.directory.file(host)),
      layerDirectories: layered.directories
    )
    #expect(suite.layeredValues(forKey: "level").map(\.layer).prefix(2) == [.host, .user])
    #expect(suite.effectiveValue(forKey: "level") == .integer(2))
    suite.set(nil as Any?, forKey: "level")
    #expect(suite.effectiveValue(forKey: "level") == .integer(1))
    try suite.flush()
  }

  @Test func `the highest layer that has a value wins`() throws {
    for (index, file) in Self.files.enumerated().reversed() {
      try layered.put(["unregistered": .integer(Int128(index))], at: file.1)
      #expect(layered.reopened().effectiveValue(forKey: "unregistered") == .integer(Int128(index)))
    }
    let values = layered.reopened().layeredValues(forKey: "unregistered")
    #expect(values.map(\.layer) == Self.files.map(\.0))
    #expect(values.map(\.location) == Self.files.map { layered.directory.file($0.1) })
    #expect(values.map(\.value) == Self.files.indices.map { .integer(Int128($0)) })
  }

  @Test func `a value of a file tells when the file was changed`() throws {
    try layered.put(["k": .integer(1)], at: "system/app.plist")
    let path = layered.directory.file("system/app.plist")
    let date = Date(timeIntervalSinceReferenceDate: 700_000_000)
    try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path)
    let key = Defaults.Key<Int>("k", default: 0, suite: layered.suite)
    let source = try #require(Defaults.source(of: key))
    #expect(source.modified == date)
    #expect(source.location == path)
    try FileManager.default.removeItem(atPath: path)
    #expect(source.modified == nil)
  }

  @Test func `a registered default is the last`() {
    let key = Defaults.Key<Int>("layers.registered", default: 5, suite: suite)
    #expect(Defaults.source(of: key)?.layer == .registered)
    suite.set(6, forKey: key.name)
    #expect(suite.layeredValues(forKey: key.name).map(\.layer) == [.user, .registered])
    #expect(Defaults.source(of: key)?.location == suite.location)
  }

  @Test func `writes go to the user layer, and other layers show again after a reset`() throws {
    try layered.put(["k": .integer(1), "l": .integer(1)], at: "system/app.plist")
    let key = Defaults.Key<Int>("k", default: 0, suite: suite)
    #expect(Defaults[key] == 1)
    #expect(!key.isSet)
    Defaults[key] = 2
    #expect(Defaults[key] == 2)
    try suite.flush()
    #expect(suite.storedValues() == ["k": .integer(2)])
    #expect(suite.effectiveValues() == ["k": .integer(2), "l": .integer(1)])
    key.reset()
    #expect(Defaults[key] == 1)
  }

  @Test func `a change in place begins with what is read`() throws {
    try layered.put(["k": .integer(10)], at: "system/app.plist")
    let key = Defaults.Key<Int>("k", default: 0, suite: suite)
    try Defaults.modify(key) { $0 += 1 }
    #expect(Defaults[key] == 11)
    #expect(suite.storedValue(forKey: "k") == .integer(11))
  }

  @Test func `a locked key keeps its value and tells who locks it`() throws {
    try layered.put(["k": .integer(1)], at: "config/app.plist")
    try layered.put(["k": .integer(9)], at: "managed/app.plist")
    try layered.put(["k": .string("Ask the desk")], at: "managed/app.reasons.plist")
    let key = Defaults.Key<Int>("k", default: 0, suite: suite)
    let lock = Defaults.Lock(
      location: layered.directory.file("managed/app.plist"),
      reason: "Ask the desk"
    )
    #expect(suite.lock(forKey: "k") == lock)
    #expect(key.isLocked && suite.objectIsForced(forKey: "k"))
    let observation = Defaults.observe(key, options: []) { _ in Issue.record("told") }
    Defaults[key] = 3
    key.reset()
    #expect(throws: Defaults.WriteError.locked(key: "k", by: lock)) {
      try Defaults.modify(key) { $0 += 1 }
    }
    observation.invalidate()
    try suite.flush()
    #expect(Defaults[key] == 9)
    #expect(suite.storedValues() == ["k": .integer(1)])
    let refusals = suite.takeDiagnostics().map(\.kind)
    #expect(refusals == Array(repeating: .refusedWrite(.locked(key: "k", by: lock)), count: 2))
  }

  @Test func `an argument hides the user's value but no locked one`() throws {
    try layered.put(["locked": .string("by policy")], at: "managed/app.plist")
    let arguments = LaunchArguments([
      "-number", "3", "-launchFlag", "YES", "-locked", "no", "-list", "(1, 2)",
    ])
    let suite = Defaults.Suite(
      core: SuiteCore(
        name: "app",
        store: Defaults.InMemoryStore(),
        layerDirectories: layered.directories,
        arguments: arguments
      )
    )
    suite.set(1, forKey: "number")
    #expect(Defaults[Defaults.Key<Int>("number", default: 0, suite: suite)] == 3)
    #expect(Defaults[Defaults.Key<String>("number", default: "", suite: suite)] == "3")
    #expect(Defaults[Defaults.Key<Bool?>("launchFlag", suite: suite)] == true)
    #expect(Defaults[Defaults.Key<String>("locked", default: "", suite: suite)] == "by policy")
    #expect(Defaults[Defaults.Key<[Int]>("list", default: [], suite: suite)] == [1, 2])
    #expect(suite.layeredValues(forKey: "number").map(\.layer).prefix(2) == [.argument, .user])
  }

  @Test(arguments: [("2026-11-21T10:00:00Z", 816_948_000.0), ("tomorrow", nil)])
  func `an argument of a date`(text: String, expected: Double?) {
    let suite = Defaults.Suite(
      core: SuiteCore(
        name: "app",
        store: Defaults.InMemoryStore(),
        arguments: LaunchArguments(["--start=\(text)"])
      )
    )
    let key = Defaults.Key<Date?>("start", suite: suite)
    #expect(Defaults[key]?.timeIntervalSinceReferenceDate == expected)
  }

  @Test(
    arguments: [
      ("blabla", nil), ("2", nil), ("y", true), ("T", true), ("Yes", true), ("1", true),
      ("true", true), ("n", false), ("F", false), ("no", false), ("0", false), ("FALSE", false),
    ] as [(String, Bool?)]
  )
  func `an argument of a truth value`(text: String, expected: Bool?) {
    let arguments = LaunchArguments(["-launchFlag", text])
    let suite = Defaults.Suite(
      core: SuiteCore(name: "app", store: Defaults.InMemoryStore(), arguments: arguments)
    )
    #expect(Defaults[Defaults.Key<Bool?>("launchFlag", suite: suite)] == expected)
  }

  @Test func `a layer that cannot be read is left out and reported`() throws {
    try layered.directory.write(Array("garbage".utf8), to: "system/app.plist")
    try layered.put(["k": .integer(1)], at: "xdg/app.plist")
    #expect(suite.effectiveValue(forKey: "k") == .integer(1))
    let kinds = suite.takeDiagnostics().map(\.kind)
    guard kinds.count == 1, case .layerIgnored(let error) = kinds.first else {
      Issue.record("\(kinds)")
      return
    }
    #expect(error.location == layered.directory.file("system/app.plist"))
  }

  @Test func `a file in the place of a layer's directory is no layer`() throws {
    try layered.directory.write([], to: "config/ByHost")
    #expect(suite.effectiveValues() == [:])
    #expect(suite.takeDiagnostics() == [])
  }

  @Test(arguments: Self.files.filter { $0.0 != .user })
  func `a change of a layer is told and read at once`(
    layer: Defaults.Layer,
    file: String
  ) async throws {
    mkdir(layered.directory.file("managed/app.d"), 0o755)
    let key = Defaults.Key<Int>("k", default: 0, suite: suite)
    var news = Defaults.updates(key, initial: false).makeAsyncIterator()
    #expect(Defaults[key] == 0)
    try layered.put(["k": .integer(5)], at: file)
    #expect(await news.next() == 5)
    #expect(Defaults[key] == 5)
    #expect(key.isLocked == (layer == .managed))
    try layered.put(nil, at: file)
    #expect(await news.next() == 0)
    #expect(!key.isLocked)
  }

  @Test func `a change of a layer is reported also where another one hides it`() throws {
    let files = ["xdg/app.plist", "system/app.plist", "config/ByHost/app..plist"]
    for file in files { try layered.put(["k": .integer(0)], at: file) }
    suite.setStoredValue(.integer(0), forKey: "k")
    let count = Mutex(0)
    let publicCount = Mutex(0)
    let observation = suite.observeLayers { change in
      if change.key == "k" { count.withLock { $0 += 1 } }
    }
    let publicObservation = suite.observeStoredValues { _ in publicCount.withLock { $0 += 1 } }
    for (number, file) in files.enumerated() {
      try layered.put(["k": .integer(Int128(number + 1))], at: file)
      suite.reload()
      #expect(waitUntil { count.withLock(\.self) == number + 1 })
    }
    suite.reload()
    let isDone = Mutex(false)
    suite.afterReports { isDone.withLock { $0 = true } }
    #expect(waitUntil { isDone.withLock(\.self) })
    #expect(count.withLock(\.self) == files.count)
    // The value in use, and the one that is used without the user's.
    #expect(publicCount.withLock(\.self) == 2)
    withExtendedLifetime((observation, publicObservation)) {}
  }

  @Test func `what follows a reload comes after the report of its changes`() async throws {
    let key = Defaults.Key<Int>("k", default: 0, suite: suite)
    #expect(Defaults[key] == 0)
    let order = Mutex<[String]>([])
    let observation = suite.observeStoredValues { _ in
      // An observer that is slow must not be overtaken.
      usleep(20_000)
      order.withLock { $0.append("changed") }
    }
    try layered.put(["k": .integer(5)], at: "config/ByHost/app..plist")
    suite.reload()
    await withCheckedContinuation { continuation in
      suite.afterReports {
        order.withLock { $0.append("after") }
        continuation.resume()
      }
    }
    #expect(order.withLock(\.self) == ["changed", "after"])
    withExtendedLifetime(observation) {}
  }
}
