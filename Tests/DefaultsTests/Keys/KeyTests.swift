import Defaults
import DefaultsTesting
import Foundation
import TestSupport
import Testing

extension Defaults.Keys {
  fileprivate static let preview = Defaults.Suite(inMemory: "preview")
  fileprivate static let quality = Key<Double>("KeyTests.quality", default: 0.8, suite: preview)
  fileprivate static let nickname = Key<String?>("KeyTests.nickname", suite: preview)
}

struct KeyTests {
  @Test func `a key declared among the keys is written with a dot`() {
    #expect(Defaults[.quality] == 0.8)
    Defaults[.quality] = 0.5
    #expect(Defaults[.quality] == 0.5)
    Defaults[.quality] += 0.25
    #expect(Defaults[.quality] == 0.75)
    #expect(Defaults.hasStoredValue(.quality))
    Defaults.reset(.quality, .nickname)
    #expect(!Defaults.hasStoredValue(.quality))
    #expect(Defaults[.nickname] == nil)
  }

  @Test func `a key knows its name, suite and default`() {
    let suite = TemporarySuite().suite
    let key = Defaults.Key<Int>("a.b.ü 🦄", default: 7, suite: suite)
    #expect(key.name == "a.b.ü 🦄")
    #expect(key.suite == suite)
    #expect(key.defaultValue == 7)
    Defaults[key] = 8
    #expect(suite.storedValues() == ["a.b.ü 🦄": .integer(8)])
  }

  @Test func `a key without a suite belongs to the standard one`() {
    #expect(Defaults.Key<Int?>("KeyTests.standard").suite == .standard)
    #expect(Defaults.Suite.standard.name == ProcessInfo.processInfo.processName)
  }

  @Test func `keys are equal when name and suite are`() {
    let suite = TemporarySuite().suite
    let other = TemporarySuite().suite
    let key = Defaults.Key<Int>("KeyTests.equal", default: 1, suite: suite)
    let same = Defaults.Key<Int>("KeyTests.equal", default: 2, suite: suite)
    let elsewhere = Defaults.Key<Int>("KeyTests.equal", default: 1, suite: other)
    let another = Defaults.Key<Int>("KeyTests.unequal", default: 1, suite: suite)
    #expect(key == same)
    #expect(key != elsewhere)
    #expect(key != another)
    #expect(Set<Defaults.AnyKey>([key, same, elsewhere, another]).count == 3)
  }

  @Test func `collections are changed in place`() {
    let suite = TemporarySuite().suite
    let list = Defaults.Key<[String]>("list", default: ["a"], suite: suite)
    let table = Defaults.Key<[String: [Int]]>("table", default: [:], suite: suite)
    Defaults[list].append("b")
    Defaults[table]["x"] = [1]
    Defaults[table]["x"]?[0] += 1
    #expect(Defaults[list] == ["a", "b"])
    #expect(Defaults[table] == ["x": [2]])
  }

  @Test func `a suite reads a key in itself, whatever suite the key belongs to`() {
    let own = TemporarySuite().suite
    let other = TemporarySuite().suite
    let key = Defaults.Key<Int>("KeyTests.other", default: 1, suite: own)
    other[key] = 5
    #expect(other[key] == 5)
    #expect(own[key] == 1)
    #expect(Defaults[key] == 1)
    #expect(own.storedValues().isEmpty)
  }

  @Test func `storing a value equal to the default sets the key and leaves it at its default`() {
    let suite = TemporarySuite().suite
    let key = Defaults.Key<Int>("KeyTests.isDefault", default: 1, suite: suite)
    #expect(key.isDefaultValue)
    #expect(!key.isSet)
    Defaults[key] = 1
    #expect(key.isDefaultValue)
    #expect(key.isSet)
    Defaults[key] = 2
    #expect(!key.isDefaultValue)
    key.reset()
    #expect(key.isDefaultValue)
    #expect(!key.isSet)
  }

  @Test func `empty values are values`() {
    let suite = TemporarySuite().suite
    let text = Defaults.Key<String>("text", default: "x", suite: suite)
    let list = Defaults.Key<[Int]>("list", default: [1], suite: suite)
    Defaults[text] = ""
    Defaults[list] = []
    #expect(Defaults[text].isEmpty)
    #expect(Defaults[list].isEmpty)
  }

  @Test func `a Foundation suite leads to the suite of the same name`() throws {
    let name = "KeyTests.foundation.\(UUID().uuidString)"
    let foundation = try #require(UserDefaults(suiteName: name))
    let suite = try #require(Defaults.Suite(suiteName: name))
    let key = Defaults.Key<Int>("KeyTests.int", default: 1, suite: foundation)
    let optional = Defaults.Key<Int?>("KeyTests.optional", suite: foundation)
    let computed = Defaults.Key<Int>("KeyTests.computed", suite: foundation) { 3 }
    #expect(key.suite == suite)
    #expect(optional.suite == suite)
    #expect(computed.suite == suite)
    #expect(Defaults.Key("KeyTests.s", default: 1, suite: UserDefaults.standard).suite == .standard)
  }
}
