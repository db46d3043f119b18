import Defaults
import Foundation
import TestSupport
import Testing

struct ResetTests {
  private let suite = UserDefaults(inMemory: "reset")
  private let text: Defaults.Key<String>
  private let number: Defaults.Key<Int?>
  private let flag: Defaults.Key<Bool>

  init() {
    text = Defaults.Key(unique("text"), default: "default", suite: suite)
    number = Defaults.Key(unique("number"), suite: suite)
    flag = Defaults.Key(unique("flag"), default: false, suite: suite)
    Defaults[text] = "set"
    Defaults[number] = 5
    Defaults[flag] = true
  }

  @Test func `one key is reset, and no other`() {
    Defaults.reset(text)
    #expect(Defaults[text] == "default")
    #expect(Defaults[number] == 5)
    #expect(Defaults[flag])
  }

  @Test func `keys of several types are reset in one call`() {
    Defaults.reset(text, number)
    #expect(Defaults[text] == "default")
    #expect(Defaults[number] == nil)
    #expect(Defaults[flag])
  }

  @Test func `keys in an array are reset`() {
    let keys: [Defaults._AnyKey] = [number, flag]
    Defaults.reset(keys)
    #expect(Defaults[text] == "set")
    #expect(Defaults[number] == nil)
    #expect(!Defaults[flag])
  }

  @Test func `names are reset`() {
    Defaults.reset(text.name, flag.name, suite: suite)
    #expect(Defaults[text] == "default")
    #expect(Defaults[number] == 5)
    #expect(!Defaults[flag])
  }

  @Test func `names in an array are reset`() {
    Defaults.reset([text.name, number.name], suite: suite)
    #expect(suite.storedValues().keys.sorted().map(\.string) == [flag.name])
  }

  @Test func `a name that only another suite has is reset nowhere else`() {
    Defaults.reset(text.name, suite: UserDefaults(inMemory: "other"))
    #expect(Defaults[text] == "set")
  }

  @Test func `a key resets itself`() {
    text.reset()
    number.reset()
    #expect(Defaults[text] == "default")
    #expect(Defaults[number] == nil)
  }

  @Test func `a key that is not set can be reset`() {
    text.reset()
    text.reset()
    Defaults.reset(text, text)
    #expect(Defaults[text] == "default")
  }

  @Test func `keys of several suites are reset in one call, each in its own`() {
    let other = UserDefaults(inMemory: "other")
    let elsewhere = Defaults.Key<Int>(unique(), default: 1, suite: other)
    Defaults[elsewhere] = 2
    Defaults.reset(text, elsewhere)
    #expect(Defaults[text] == "default")
    #expect(Defaults[elsewhere] == 1)
    #expect(other.storedValues().isEmpty)
  }

  @Test func `the suite of a reset is the one that is named`() {
    let other = UserDefaults(inMemory: "other")
    other[text] = "elsewhere"
    Defaults.reset(text, suite: other)
    #expect(other[text] == "default")
    #expect(Defaults[text] == "set")
  }

  @Test func `resetting tells observers of each key`() {
    let seen = Recorder<String>()
    let observations = [
      Defaults.observe(text, options: []) { seen.record("\($0.oldValue) → \($0.newValue)") },
      Defaults.observe(number, options: []) {
        seen.record("\($0.oldValue ?? 0) → \($0.newValue ?? 0)")
      },
    ]
    Defaults.reset(text, number)
    // One write changes both keys, sorted by their names, which are random here.
    #expect(seen.elements.sorted() == ["5 → 0", "set → default"])
    observations.forEach { $0.invalidate() }
  }

  @Test func `everything is removed, and defaults show again`() {
    suite.set("unknown", forKey: unique())
    Defaults.removeAll(suite: suite)
    #expect(Defaults[text] == "default")
    #expect(Defaults[number] == nil)
    #expect(suite.storedValues().isEmpty)
    #expect(suite.string(forKey: text.name) == "default")
  }

  @Test func `a suite removes everything from itself`() {
    suite.removeAll()
    #expect(suite.storedValues().isEmpty)
    #expect(Defaults[text] == "default")
  }

  @Test func `removing everything leaves other suites alone, and tells observers of each key`() {
    let other = UserDefaults(inMemory: "other")
    other[text] = "elsewhere"
    let seen = Recorder<String>()
    let observations = [
      Defaults.observe(text, options: []) { seen.record($0.newValue) },
      Defaults.observe(flag, options: []) { seen.record("\($0.newValue)") },
    ]
    suite.removeAll()
    #expect(seen.elements.sorted() == ["default", "false"])
    #expect(other[text] == "elsewhere")
    observations.forEach { $0.invalidate() }
  }
}
