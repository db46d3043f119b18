import Defaults
import Foundation
import TestSupport
import Testing

private enum Theme: String, Defaults.Serializable { case light, dark }

struct DefaultValueTests {
  private let suite = UserDefaults(inMemory: "defaults")

  @Test func `a default is seen at once by those who know no types`() {
    let truth = Defaults.Key<Bool>(unique(), default: true, suite: suite)
    let text = Defaults.Key<String>(unique(), default: "text", suite: suite)
    let theme = Defaults.Key<Theme>(unique(), default: .dark, suite: suite)
    #expect(suite.bool(forKey: truth.name))
    #expect(suite.string(forKey: text.name) == "text")
    #expect(suite.string(forKey: theme.name) == "dark")
    #expect(suite.storedValues().isEmpty)
  }

  @Test func `a default is seen in every suite`() {
    let key = Defaults.Key<Int>(unique(), default: 5, suite: suite)
    #expect(UserDefaults(inMemory: "another").integer(forKey: key.name) == 5)
    #expect(UserDefaults.standard.integer(forKey: key.name) == 5)
  }

  @Test func `a default is seen by Foundation`() {
    let key = Defaults.Key<Int>(unique(), default: 5, suite: suite)
    #expect(FoundationDefaults.standard.integer(forKey: key.name) == 5)
  }

  @Test func `nil is no default to register`() {
    let key = Defaults.Key<Bool?>(unique(), suite: suite)
    let explicit = Defaults.Key<Bool?>(unique(), default: nil, suite: suite)
    #expect(suite.object(forKey: key.name) == nil)
    #expect(suite.object(forKey: explicit.name) == nil)
    #expect(Defaults[explicit] == nil)
  }

  @Test func `an optional key may have a default, to which nil returns`() {
    let key = Defaults.Key<Int?>(unique(), default: 5, suite: suite)
    #expect(Defaults[key] == 5)
    Defaults[key] = 6
    #expect(Defaults[key] == 6)
    Defaults[key] = nil
    #expect(Defaults[key] == 5)
    #expect(suite.integer(forKey: key.name) == 5)
  }

  @Test func `an optional key is removed with nil`() {
    let key = Defaults.Key<Double?>(unique(), suite: suite)
    #expect(Defaults[key] == nil)
    Defaults[key] = 0
    #expect(Defaults[key] == 0)
    #expect(suite.object(forKey: key.name) != nil)
    Defaults[key] = nil
    #expect(Defaults[key] == nil)
    #expect(suite.object(forKey: key.name) == nil)
  }

  @Test func `the last registration of a name is the one that others see`() {
    let name = unique()
    let first = Defaults.Key<Int>(name, default: 1, suite: suite)
    #expect(suite.integer(forKey: name) == 1)
    let second = Defaults.Key<Int>(name, default: 2, suite: suite)
    #expect(suite.integer(forKey: name) == 2)
    Defaults[first] = 3
    #expect(Defaults[second] == 3)
  }

  // MARK: - Computed defaults

  @Test func `a computed default is not computed when the key is made`() {
    let computed = Recorder<Int>()
    let key = Defaults.Key<Int>(unique(), suite: suite) {
      computed.record(1)
      return 5
    }
    #expect(computed.elements.isEmpty)
    #expect(suite.object(forKey: key.name) == nil)
    #expect(Defaults[key] == 5)
    #expect(Defaults[key] == 5)
    #expect(computed.elements.count == 2)
  }

  @Test func `a computed default is not computed while something is stored`() {
    let computed = Recorder<Int>()
    let key = Defaults.Key<Int>(unique(), suite: suite) {
      computed.record(1)
      return 5
    }
    Defaults[key] = 6
    #expect(Defaults[key] == 6)
    #expect(computed.elements.isEmpty)
    key.reset()
    #expect(Defaults[key] == 5)
    #expect(computed.elements.count == 1)
  }

  @Test func `a computed default shows what it is at the moment`() {
    let source = Defaults.Key<Int>(unique("source"), default: 1, suite: suite)
    let key = Defaults.Key<Int>(unique(), suite: suite) { Defaults[source] * 10 }
    #expect(Defaults[key] == 10)
    #expect(key.defaultValue == 10)
    Defaults[source] = 2
    #expect(Defaults[key] == 20)
    #expect(key.isDefaultValue)
  }

  @Test func `nil returns an optional key to its computed default`() {
    let key = Defaults.Key<Date?>(unique(), suite: suite) { Date(timeIntervalSince1970: 1) }
    #expect(Defaults[key] == Date(timeIntervalSince1970: 1))
    Defaults[key] = Date(timeIntervalSince1970: 2)
    #expect(Defaults[key] == Date(timeIntervalSince1970: 2))
    Defaults[key] = nil
    #expect(Defaults[key] == Date(timeIntervalSince1970: 1))
    #expect(suite.object(forKey: key.name) == nil)
  }

  @Test func `a computed default may be nil`() {
    let key = Defaults.Key<Date?>(unique(), suite: suite) { nil }
    #expect(Defaults[key] == nil)
    Defaults[key] = Date(timeIntervalSince1970: 2)
    #expect(Defaults[key] == Date(timeIntervalSince1970: 2))
    Defaults[key] = nil
    #expect(Defaults[key] == nil)
  }

  @Test func `a computed default of a collection is the start of a change in place`() {
    let key = Defaults.Key<[Int]>(unique(), suite: suite) { [1, 2] }
    Defaults[key].append(3)
    #expect(Defaults[key] == [1, 2, 3])
    key.reset()
    #expect(Defaults[key] == [1, 2])
  }

  #if swift(<6)
  // Language mode 6 refuses these captures, and older code is full of them.
  @Test func `a computed default may capture a variable`() {
    var current = 1
    let key = Defaults.Key<Int>(unique(), suite: suite) { current }
    #expect(Defaults[key] == 1)
    current = 2
    #expect(Defaults[key] == 2)
  }
  #endif
}
