import Defaults
import DefaultsTesting
import Foundation
import TestSupport
import Testing

struct SuiteTests {
  private let suite = UserDefaults(inMemory: "suites")

  // MARK: - Several suites

  @Test func `suites do not see each other's values`() {
    let name = unique()
    let other = UserDefaults(inMemory: "suites")
    let here = Defaults.Key<String?>(name, suite: suite)
    let there = Defaults.Key<String?>(name, suite: other)
    Defaults[here] = "here"
    #expect(Defaults[there] == nil)
    Defaults[there] = "there"
    #expect(Defaults[here] == "here")
    Defaults.reset(here)
    #expect(Defaults[there] == "there")
  }

  @Test func `a suite reads and writes keys itself`() {
    let key = Defaults.Key<Int>(unique(), default: 1, suite: suite)
    #expect(suite[key] == 1)
    suite[key] += 4
    #expect(Defaults[key] == 5)
    let other = UserDefaults(inMemory: "suites")
    #expect(other[key] == 1)
    other[key] = 9
    #expect(Defaults[key] == 5)
  }

  @Test func `a suite may be made where a constant is expected`() throws {
    let suite = try #require(UserDefaults(suiteName: "org.example.compatibility"))
    #expect(suite == UserDefaults(suiteName: "org.example.compatibility"))
    #expect(suite != UserDefaults.standard)
    #expect(UserDefaults(suiteName: nil) == UserDefaults.standard)
    #expect(UserDefaults(suiteName: "no/name") == nil)
  }

  @Test func `a Foundation suite leads to the suite of its name`() throws {
    let foundation = try #require(FoundationDefaults(suiteName: "org.example.compatibility"))
    let key = Defaults.Key<Int>(unique(), default: 5, suite: foundation)
    #expect(key.suite == UserDefaults(suiteName: "org.example.compatibility"))
    #expect(foundation[key] == 5)
    #expect(Defaults.Key<Int?>(unique(), suite: foundation).suite == key.suite)
  }

  @Test func `a suite is kept over a restart, whoever wrote it`() throws {
    let disk = try TemporarySuite(onDisk: "org.example.restart")
    let typed = Defaults.Key<[String: [Int]]>(unique(), default: [:], suite: disk.suite)
    disk.suite[typed] = ["a": [1, 2]]
    disk.suite.set(0.1, forKey: "untyped")
    #expect(disk.suite.synchronize())
    let restarted = try #require(disk.neighbour())
    #expect(restarted[typed] == ["a": [1, 2]])
    #expect(restarted.double(forKey: "untyped") == 0.1)
  }

  // MARK: - Those who know no types

  @Test func `values written without types are read by keys`() throws {
    let name = unique()
    let address = URL(fileURLWithPath: "/tmp/x")
    suite.set(true, forKey: name)
    #expect(suite[Defaults.Key<Bool>(name, default: false, suite: suite)])
    suite.set(5, forKey: name)
    #expect(suite[Defaults.Key<Int>(name, default: 0, suite: suite)] == 5)
    suite.set(Float(0.1), forKey: name)
    #expect(suite[Defaults.Key<Float>(name, default: 0, suite: suite)] == 0.1)
    suite.set(0.1, forKey: name)
    #expect(suite[Defaults.Key<Double>(name, default: 0, suite: suite)] == 0.1)
    suite.set(["a", "b"], forKey: name)
    #expect(suite[Defaults.Key<Set<String>>(name, default: [], suite: suite)] == ["a", "b"])
    suite.set(["a": 1], forKey: name)
    #expect(suite[Defaults.Key<[String: Int]>(name, default: [:], suite: suite)] == ["a": 1])
    suite.set(address, forKey: name)
    #expect(suite[Defaults.Key<URL?>(name, suite: suite)] == address)
    suite.set(Date(timeIntervalSince1970: 0.5), forKey: name)
    #expect(
      suite[Defaults.Key<Date?>(name, suite: suite)] == Date(timeIntervalSince1970: 0.5)
    )
  }

  @Test func `values written by keys are read without types`() {
    let truth = Defaults.Key<Bool>(unique(), default: false, suite: suite)
    let number = Defaults.Key<UInt16>(unique(), default: 0, suite: suite)
    let real = Defaults.Key<CGFloat>(unique(), default: 0, suite: suite)
    let bytes = Defaults.Key<Data>(unique(), default: Data(), suite: suite)
    let address = Defaults.Key<URL>(unique(), default: URL(fileURLWithPath: "/"), suite: suite)
    Defaults[truth] = true
    Defaults[number] = 500
    Defaults[real] = 0.25
    Defaults[bytes] = Data([7])
    Defaults[address] = URL(fileURLWithPath: "/tmp")
    #expect(suite.bool(forKey: truth.name))
    #expect(suite.integer(forKey: number.name) == 500)
    #expect(suite.float(forKey: real.name) == 0.25)
    #expect(suite.data(forKey: bytes.name) == Data([7]))
    #expect(suite.url(forKey: address.name)?.path == "/tmp")
  }

  @Test func `registered values are used where nothing is stored`() {
    let (name, other) = (unique(), unique("other"))
    suite.register(defaults: [name: 5, other: "text"])
    #expect(suite.integer(forKey: name) == 5)
    #expect(suite.dictionaryRepresentation()[other] as? String == "text")
    suite.set(6, forKey: name)
    #expect(suite.integer(forKey: name) == 6)
    suite.removeObject(forKey: name)
    #expect(suite.integer(forKey: name) == 5)
    #expect(suite[Defaults.Key<Int?>(name, suite: suite)] == 5)
  }

  @Test func `all keys and values of a suite can be gone through`() {
    let numbers = (0..<5).map { Defaults.Key<Int>("number \($0)", default: 0, suite: suite) }
    for (index, key) in numbers.enumerated() { Defaults[key] = index * index }
    let texts = suite.storedValues().keys.sorted().map(\.string)
    #expect(texts == numbers.map(\.name))
    let represented = suite.dictionaryRepresentation()
    for (name, stored) in suite.storedValues() {
      #expect(represented[name.string] as? Int == stored.propertyList as? Int)
    }
    for name in texts where name != "number 4" { suite.removeObject(forKey: name) }
    #expect(suite.storedValues() == ["number 4": .integer(16)])
  }

  @Test func `an object that no property list can hold changes nothing and ends nothing`() {
    let name = unique()
    suite.set("before", forKey: name)
    for object in [NSObject(), [NSObject()], ["a": NSObject()], Thread.current] as [Any] {
      suite.set(object, forKey: name)
      #expect(suite.string(forKey: name) == "before", "\(object)")
    }
    #expect(suite.takeDiagnostics().count == 4)
  }
}
