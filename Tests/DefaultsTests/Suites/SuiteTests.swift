import Defaults
import DefaultsTesting
import Foundation
import TestSupport
import Testing

struct SuiteTests {
  @Test func `suites of the same name are one`() throws {
    let name = "SuiteTests.\(UUID().uuidString)"
    let first = try #require(Defaults.Suite(suiteName: name))
    let second = try #require(Defaults.Suite(suiteName: name))
    #expect(first == second)
    #expect(first.hashValue == second.hashValue)
    #expect(first.name == name)
    #expect(first.location.hasSuffix("/\(name).plist"))
    let foundation = try #require(UserDefaults(suiteName: name))
    #expect(Defaults.Suite(foundation) == first)
    #expect(Defaults.Suite(suiteName: name + "2") != first)
  }

  @Test func `the standard suite is that of the process`() {
    #expect(Defaults.Suite(suiteName: nil) == .standard)
    #expect(Defaults.Suite(suiteName: ProcessInfo.processInfo.processName) == .standard)
    #expect(Defaults.Suite(UserDefaults.standard) == .standard)
  }

  @Test(arguments: ["", ".", "..", "a/b", "/etc/passwd", "a\0b"])
  func `a name that no file can have makes no suite`(name: String) {
    #expect(Defaults.Suite(suiteName: name) == nil)
    let error = #expect(throws: Defaults.StoreError.self) { try Defaults.Suite(named: name) }
    #expect(error?.cause == .invalidSuiteName(name))
  }

  @Test func `suites over stores of their own are different`() {
    let first = Defaults.Suite(inMemory: "same")
    let second = Defaults.Suite(inMemory: "same")
    // Another test may register a default for a short name, which holds for the whole process.
    first.set(1, forKey: "SuiteTests.own")
    #expect(first != second)
    #expect(second.object(forKey: "SuiteTests.own") == nil)
  }

  @Test func `handles share values and observers`() throws {
    let store = ScriptedStore()
    let suite = Defaults.Suite(name: "shared", store: store)
    let changes = Recorder<Defaults.StoredChange>()
    let observation = suite.observeStoredValues { changes.record($0) }
    suite.set(1, forKey: "a")
    let handle = try #require(changes.elements.first?.suite)
    #expect(handle == suite)
    handle.set(2, forKey: "a")
    #expect(suite.integer(forKey: "a") == 2)
    #expect(changes.elements.map(\.new) == [.integer(1), .integer(2)])
    observation.invalidate()
  }

  @Test func `a suite on disk is read by the next one`() throws {
    let temporary = try TemporarySuite(onDisk: "org.example.SuiteTests")
    let date = Date(timeIntervalSinceReferenceDate: 12.5)
    temporary.suite.set(date, forKey: "date")
    temporary.suite.set([1: "a"], forKey: "table")
    try temporary.suite.flush()
    let neighbour = try #require(temporary.neighbour())
    #expect(neighbour.object(forKey: "date") as? Date == date)
    #expect(neighbour.storedValue(forKey: "table") == .dictionary(["1": .string("a")]))
    #expect(neighbour.loadError == nil)
  }
}
