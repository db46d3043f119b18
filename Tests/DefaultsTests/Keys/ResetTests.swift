import DefaultsTesting
import Foundation
import Glibc
import TestSupport
import Testing

@testable import Defaults
@testable import DefaultsCore

struct ResetTests {
  private let suite = TemporarySuite().suite
  private let number: Defaults.Key<Int>
  private let text: Defaults.Key<String?>
  private let other: Defaults.Key<Bool>

  init() {
    number = Defaults.Key("ResetTests.number", default: 1, suite: suite)
    text = Defaults.Key("ResetTests.text", suite: suite)
    other = Defaults.Key("ResetTests.other", default: false, suite: suite)
    Defaults[number] = 2
    Defaults[text] = "set"
    Defaults[other] = true
  }

  private func expectOnlyOtherSet(sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(
      suite.storedValues() == [Defaults.KeyName(other.name): .bool(true)],
      sourceLocation: sourceLocation
    )
    #expect(Defaults[number] == 1, sourceLocation: sourceLocation)
    #expect(Defaults[text] == nil, sourceLocation: sourceLocation)
  }

  @Test func `keys of several types are reset at once`() {
    Defaults.reset(number, text)
    expectOnlyOtherSet()
  }

  @Test func `an array of keys is reset`() {
    Defaults.reset([number, text])
    expectOnlyOtherSet()
  }

  @Test func `names are reset in a suite`() {
    Defaults.reset(number.name, text.name, suite: suite)
    expectOnlyOtherSet()
  }

  @Test func `an array of names is reset in a suite`() {
    Defaults.reset([number.name, text.name], suite: suite)
    expectOnlyOtherSet()
  }

  @Test func `a key resets itself`() {
    number.reset()
    text.reset()
    expectOnlyOtherSet()
  }

  @Test func `keys can be reset in another suite than their own`() {
    let elsewhere = TemporarySuite().suite
    elsewhere[number] = 7
    elsewhere[other] = true
    Defaults.reset(number, suite: elsewhere)
    #expect(elsewhere.storedValues() == [Defaults.KeyName(other.name): .bool(true)])
    Defaults.reset([other], suite: elsewhere)
    #expect(elsewhere.storedValues().isEmpty)
    #expect(Defaults[number] == 2)
  }

  @Test func `removing all shows the defaults and tells every observer`() {
    let changes = Recorder<String>()
    let observation = suite.observeStoredValues { changes.record($0.key.string) }
    Defaults.removeAll(suite: suite)
    #expect(suite.storedValues().isEmpty)
    #expect(Defaults[number] == 1)
    #expect(changes.elements == [number.name, other.name, text.name])
    observation.invalidate()
  }

  /// The ways to remove several keys.
  enum Removal: String, CaseIterable, Sendable {
    case pack, keys, names, variadicNames, all, domain

    fileprivate func perform(_ suite: Defaults.Suite, _ keys: [Defaults.Key<Int>]) {
      switch self {
      case .pack: Defaults.reset(keys[0], keys[1], keys[2])
      case .keys: Defaults.reset(keys)
      case .names: Defaults.reset(keys.map(\.name), suite: suite)
      case .variadicNames:
        Defaults.reset(keys[0].name, keys[1].name, keys[2].name, suite: suite)
      case .all: suite.removeAll()
      case .domain: Defaults.Suite.standard.removePersistentDomain(forName: suite.name)
      }
    }
  }

  @Test(arguments: Removal.allCases)
  func `no observer sees a part of several keys removed`(removal: Removal) throws {
    let name = "org.example.reset.\(removal.rawValue).\(UUID().uuidString)"
    let suite = try #require(Defaults.Suite(suiteName: name))
    defer { unlink(suite.location) }
    let keys = (0..<3).map { Defaults.Key<Int>("k\($0)", default: 0, suite: suite) }
    for key in keys { suite[key] = 7 }
    let counts = Recorder<Int>()
    let observation = suite.observeStoredValues { _ in counts.record(suite.storedValues().count) }
    removal.perform(suite, keys)
    #expect(counts.elements == [0, 0, 0])
    observation.invalidate()
    try suite.flush()
  }

  @Test(.thorough) func `removing all is one commit and one entry of the history`() throws {
    let temporary = try TemporarySuite(onDisk: "org.example.remove-all")
    let state = try TemporaryDirectory()
    let suite = temporary.suite
    suite.keepHistory(Defaults.HistoryOptions(program: "test", directory: state.path))
    let values = Dictionary(
      uniqueKeysWithValues: (0..<5000).map {
        (Defaults.KeyName("k\($0)"), Defaults.StoredValue.bool(true))
      }
    )
    try suite.write(values.mapValues { .some($0) })
    try suite.flush()
    suite.removeAll()
    try suite.flush()
    #expect(try suite.history().count == 2)
    #expect(suite.storedValues().isEmpty)
    try suite.undo()
    #expect(suite.storedValues() == values)
  }

  @Test func `a locked key stays and is reported, and the others are removed`() throws {
    let directory = try TemporaryDirectory()
    var directories = Defaults.LayerDirectories(environment: ["HOME": directory.path])
    directories.managedDirectory = directory.path
    directories.managedOwner = geteuid()
    try directory.write("<dict><key>b</key><true/></dict>".utf8, to: "locked.plist")
    let store = Defaults.InMemoryStore(["a": .bool(true), "b": .bool(false), "c": .bool(true)])
    let suite = Defaults.Suite(name: "locked", store: store, layerDirectories: directories)
    suite.removeAll()
    #expect(suite.storedValues() == ["b": .bool(false)])
    let kinds = suite.takeDiagnostics().map(\.kind)
    #expect(kinds.count == 1)
    guard case .refusedWrite(.locked(key: "b", by: _)) = kinds.first else {
      Issue.record("unexpected diagnostics: \(kinds)")
      return
    }
  }

  @Test func `a store with a limit gets one commit for each part`() throws {
    let values = Dictionary(
      uniqueKeysWithValues: (0..<10).map {
        (Defaults.KeyName("k\($0)"), Defaults.StoredValue.bool(true))
      }
    )
    let store = LimitedStore(values, .init(transactionLimit: 4))
    let suite = Defaults.Suite(name: "limited", store: store)
    suite.removeAll()
    try suite.flush()
    #expect(store.values.isEmpty)
    #expect(store.commits.allSatisfy { $0.count <= 4 })
    #expect(suite.takeDiagnostics().isEmpty)
  }
}
