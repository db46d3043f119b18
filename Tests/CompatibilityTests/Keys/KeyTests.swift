import Defaults
import Foundation
import TestSupport
import Testing

private let freeKey = Defaults.Key<Bool>(
  "CompatibilityTests free key",
  default: true,
  suite: UserDefaults(inMemory: "free"),
)

extension Defaults.Keys {
  fileprivate static let memory = UserDefaults(inMemory: "declared")
  fileprivate static let quality = Key<Double>(
    "CompatibilityTests quality",
    default: 0.8,
    suite: memory,
  )
  fileprivate static let nickname = Key<String?>("CompatibilityTests nickname", suite: memory)
  fileprivate static let name = Key<String>("CompatibilityTests name", default: "", suite: memory)
  fileprivate static let suite = Key<String>("CompatibilityTests suite", default: "", suite: memory)
  fileprivate static let opened = Key<Date>("CompatibilityTests opened", suite: memory) {
    Date(timeIntervalSince1970: 5)
  }
  fileprivate static let history = Defaults.Key<[String: [Int]]>(
    "CompatibilityTests history",
    default: [:],
    suite: memory,
  )
}

struct KeyTests {
  private let suite = UserDefaults(inMemory: "keys")

  @Test func `keys are declared in a namespace and written with a dot`() {
    #expect(Defaults[.quality] == 0.8)
    Defaults[.quality] = 0.5
    Defaults[.quality] += 0.25
    #expect(Defaults[.quality] == 0.75)
    #expect(Defaults[.nickname] == nil)
    #expect(Defaults[.opened] == Date(timeIntervalSince1970: 5))
    Defaults[.history]["a", default: []].append(1)
    #expect(Defaults.Keys.memory[.history] == ["a": [1]])
    Defaults.reset(.quality, .nickname, .opened, .history)
    #expect(Defaults[.quality] == Defaults.Keys.quality.defaultValue)
  }

  @Test func `a key may have the name of a member of keys`() {
    #expect(Defaults.Keys.name.name == "CompatibilityTests name")
    #expect(Defaults.Keys.quality.name == "CompatibilityTests quality")
    Defaults[.name] = "Ada"
    #expect(Defaults[.name] == "Ada")
    Defaults.reset(.name)
  }

  @Test func `keys need not be declared in a namespace`() {
    #expect(Defaults[freeKey])
    Defaults[freeKey] = false
    #expect(!Defaults[freeKey])
    freeKey.reset()
  }

  @Test func `a key knows its name, its suite and its default`() {
    let name = unique()
    let key = Defaults.Key<Int>(name, default: 5, suite: suite)
    #expect(key.name == name)
    #expect(key.suite == suite)
    #expect(key.defaultValue == 5)
    #expect(Defaults.Key<Int?>(unique(), suite: suite).defaultValue == nil)
    #expect(Defaults.Key<Int>(unique(), default: 1).suite == UserDefaults.standard)
  }

  @Test(arguments: ["validKey123", "valid key with spaces", "a.b.c", "@key", "key🦄emoji", ""])
  func `any text is the name of a key that works`(name: String) {
    let suite = UserDefaults(inMemory: "names")
    let key = Defaults.Key<Int>(name, default: 1, suite: suite)
    let changes = Recorder<Int>()
    let observation = Defaults.observe(key, options: []) { changes.record($0.newValue) }
    Defaults[key] = 2
    observation.invalidate()
    #expect(Defaults[key] == 2)
    #expect(suite.integer(forKey: name) == 2)
    #expect(changes.elements == [2])
  }

  @Test func `keys may have the names of members of a key`() {
    Defaults[.suite] = "kept"
    #expect(Defaults.Keys.name.name == "CompatibilityTests name")
    #expect(Defaults.Keys.suite.suite == Defaults.Keys.memory)
    #expect(Defaults[.suite] == "kept")
    Defaults.reset(.suite)
  }

  @Test func `keys are equal when their names and suites are`() {
    let other = UserDefaults(inMemory: "keys")
    let one = Defaults.Key<Int>("CompatibilityTests equal", default: 1, suite: suite)
    let same = Defaults.Key<Int>("CompatibilityTests equal", default: 2, suite: suite)
    let elsewhere = Defaults.Key<Int>("CompatibilityTests equal", default: 1, suite: other)
    let another = Defaults.Key<Int>("CompatibilityTests unequal", default: 1, suite: suite)
    #expect(one == same)
    #expect(one != elsewhere)
    #expect(one != another)
    #expect(one.hashValue == same.hashValue)
    #expect(Set([one, same, another]).count == 2)
  }

  @Test func `keys of different types live in one collection`() {
    let keys: [Defaults._AnyKey] = [
      Defaults.Key<Int>(unique("a"), default: 1, suite: suite),
      Defaults.Key<String?>(unique("b"), suite: suite),
    ]
    suite.set(2, forKey: keys[0].name)
    #expect(keys.map(\.suite) == [suite, suite])
    #expect(keys.map { suite.object(forKey: $0.name) != nil } == [true, false])
    keys[0].reset()
    #expect(suite.storedValues().isEmpty)
  }

  @Test func `the value is compared when a key is asked whether it is at its default`() {
    let key = Defaults.Key<[Int]>(unique(), default: [1], suite: suite)
    let optional = Defaults.Key<Int?>(unique(), suite: suite)
    #expect(key.isDefaultValue)
    #expect(optional.isDefaultValue)
    Defaults[key] = [1]
    #expect(key.isDefaultValue)
    Defaults[key] = [2]
    Defaults[optional] = 0
    #expect(!key.isDefaultValue)
    #expect(!optional.isDefaultValue)
    key.reset()
    Defaults[optional] = nil
    #expect(key.isDefaultValue)
    #expect(optional.isDefaultValue)
  }

  @Test func `keys are passed on and kept by generic code`() {
    func double<Value: Defaults.Serializable & Numeric>(_ key: Defaults.Key<Value>) {
      Defaults[key] *= 2
    }
    let whole = Defaults.Key<Int>(unique(), default: 2, suite: suite)
    let real = Defaults.Key<Double>(unique(), default: 0.5, suite: suite)
    double(whole)
    double(real)
    #expect(Defaults[whole] == 4)
    #expect(Defaults[real] == 1)
  }

  @Test func `keys cross to other tasks`() async {
    let key = Defaults.Key<Int>(unique(), default: 1, suite: suite)
    let value = await Task.detached {
      Defaults[key] += 1
      return Defaults[key]
    }.value
    #expect(value == 2)
  }

  @Test func `the namespace can be named with an underscore`() {
    let key = _Defaults.Key<Int>(unique(), default: 1, suite: suite)
    #expect(_Defaults[key] == 1)
  }
}
