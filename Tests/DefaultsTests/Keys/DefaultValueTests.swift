import Defaults
import DefaultsTesting
import Foundation
import Synchronization
import TestSupport
import Testing

private struct Mute: Hashable, Defaults.Serializable {
  struct Bridge: Defaults.Bridge {
    func serialize(_ value: Mute?) -> String? { nil }
    func deserialize(_ object: String?) -> Mute? { Mute() }
  }

  static var bridge: Bridge { Bridge() }
}

struct DefaultValueTests {
  @Test func `a default is registered for untyped readers of any suite`() {
    let suite = TemporarySuite().suite
    let key = Defaults.Key<Bool>("DefaultValueTests.flag", default: true, suite: suite)
    #expect(suite.bool(forKey: key.name))
    #expect(TemporarySuite().suite.bool(forKey: key.name))
    #expect(suite.registeredValue(forKey: key.name) == .bool(true))
    #expect(suite.storedValue(forKey: key.name) == nil)
    #expect(UserDefaults.standard.bool(forKey: key.name))
  }

  @Test func `every kind of default is one Foundation can hold`() throws {
    let suite = TemporarySuite().suite
    let prefix = "DefaultValueTests.kind."
    _ = Defaults.Key<UInt64>(prefix + "uint", default: .max, suite: suite)
    _ = Defaults.Key<CGFloat>(prefix + "cg", default: 0.5, suite: suite)
    _ = Defaults.Key<Double>(prefix + "nan", default: .nan, suite: suite)
    _ = Defaults.Key<Set<Int>>(prefix + "set", default: [1], suite: suite)
    _ = Defaults.Key<[Int: String]>(prefix + "dictionary", default: [1: "a"], suite: suite)
    suite.register(defaults: [prefix + "uid": StoredValue.array([.uid(1)])])
    let foundation = UserDefaults.standard
    #expect(foundation.double(forKey: prefix + "cg") == 0.5)
    #expect(foundation.double(forKey: prefix + "nan").isNaN)
    #expect(foundation.array(forKey: prefix + "set")?.count == 1)
    #expect(foundation.object(forKey: prefix + "uid") == nil)
    #expect(suite.registeredValue(forKey: prefix + "uid") == .array([.uid(1)]))
  }

  @Test func `the last registration wins, a stored value wins over it, and a key keeps its own`() {
    let suite = TemporarySuite().suite
    let name = "DefaultValueTests.twice"
    let first = Defaults.Key<Int>(name, default: 1, suite: suite)
    let second = Defaults.Key<Int>(name, default: 2, suite: suite)
    #expect(suite.integer(forKey: name) == 2)
    #expect(Defaults[first] == 1)
    #expect(Defaults[second] == 2)
    Defaults[first] = 3
    #expect(suite.integer(forKey: name) == 3)
    #expect(Defaults[second] == 3)
  }

  @Test func `an optional key reads nil until a value is stored`() {
    let suite = TemporarySuite().suite
    let key = Defaults.Key<Double?>("DefaultValueTests.optional", suite: suite)
    #expect(Defaults[key] == nil)
    #expect(suite.object(forKey: key.name) == nil)
    Defaults[key] = 0.5
    #expect(Defaults[key] == 0.5)
    Defaults[key] = nil
    #expect(Defaults[key] == nil)
    #expect(suite.object(forKey: key.name) == nil)
    #expect(suite.registeredValue(forKey: key.name) == nil)
  }

  @Test func `an optional key reads what is registered by hand`() {
    let suite = TemporarySuite().suite
    let key = Defaults.Key<Int?>("DefaultValueTests.byHand", suite: suite)
    #expect(Defaults[key] == nil)
    suite.register(defaults: [key.name: 4])
    #expect(Defaults[key] == 4)
    suite.register(defaults: [key.name: 5])
    #expect(Defaults[key] == 5)
    #expect(!key.isSet)
  }

  @Test func `an optional key with a default returns to it when set to nil`() {
    let suite = TemporarySuite().suite
    let key = Defaults.Key<Int?>("DefaultValueTests.optionalDefault", default: 1, suite: suite)
    Defaults[key] = 2
    Defaults[key] = nil
    #expect(Defaults[key] == 1)
    #expect(!key.isSet)
  }

  @Test func `a dynamic default is computed by every read that finds nothing`() {
    let suite = TemporarySuite().suite
    let calls = Atomic<Int>(0)
    let key = Defaults.Key<Int>("DefaultValueTests.dynamic", suite: suite) {
      calls.add(1, ordering: .relaxed).newValue
    }
    #expect(calls.load(ordering: .relaxed) == 0)
    #expect(Defaults[key] == 1)
    #expect(Defaults[key] == 2)
    #expect(key.defaultValue == 3)
    Defaults[key] = 100
    #expect(Defaults[key] == 100)
    #expect(Defaults[key] == 100)
    #expect(calls.load(ordering: .relaxed) == 3)
    key.reset()
    #expect(Defaults[key] == 4)
    #expect(suite.registeredValue(forKey: key.name) == nil)
  }

  @Test func `a dynamic default may be nil, and shows again when nil is set`() {
    let suite = TemporarySuite().suite
    let current = Mutex<Int?>(nil)
    let key = Defaults.Key<Int?>("DefaultValueTests.dynamicOptional", suite: suite) {
      current.withLock { $0 }
    }
    #expect(Defaults[key] == nil)
    current.withLock { $0 = 1 }
    #expect(Defaults[key] == 1)
    Defaults[key] = 2
    #expect(Defaults[key] == 2)
    Defaults[key] = nil
    #expect(Defaults[key] == 1)
    #expect(suite.object(forKey: key.name) == nil)
  }

  @Test func `a dynamic default may read another key`() {
    let suite = TemporarySuite().suite
    let base = Defaults.Key<Int>("DefaultValueTests.base", default: 1, suite: suite)
    let key = Defaults.Key<Int>("DefaultValueTests.derived", suite: suite) { Defaults[base] * 2 }
    #expect(Defaults[key] == 2)
    Defaults[base] = 4
    #expect(Defaults[key] == 8)
  }

  @Test func `a default without a stored form is used and reported`() async {
    let suite = TemporarySuite().suite
    let key = Defaults.Key<Mute>("DefaultValueTests.mute", default: Mute(), suite: suite)
    #expect(Defaults[key] == Mute())
    var diagnostics = suite.diagnostics.makeAsyncIterator()
    let kind = await diagnostics.next()?.kind
    guard case .refusedDefault("DefaultValueTests.mute", _) = kind else {
      Issue.record("unexpected \(String(describing: kind))")
      return
    }
  }
}
