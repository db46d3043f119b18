import Defaults
import DefaultsTesting
import Foundation
import Observation
import SwiftyUserDefaults
import Synchronization
import TestSupport
import Testing

@Suite struct ObservingTests {
  let temporary = TemporarySuite()
  var prefs: DefaultsAdapter<DefaultsKeys> { adapter(temporary) }

  @Test func `an observer hears old and new value, and nothing at the start`() {
    let seen = Recorder<[Int?]>()
    let observer = prefs.observe(\.launchCount) { seen.record([$0.oldValue, $0.newValue]) }
    #expect(seen.elements.isEmpty)
    prefs.launchCount = 5
    prefs.launchCount = 5
    prefs.remove(\.launchCount)
    #expect(seen.elements == [[0, 5], [5, 0]])
    observer.dispose()
    observer.dispose()
    prefs.launchCount = 7
    #expect(seen.elements.count == 2)
  }

  @Test func `the start tells the default as the old value`() {
    let seen = Recorder<[String??]>()
    let initial = prefs.observe(\.nickname, options: [.initial, .old, .new]) {
      seen.record([$0.oldValue, $0.newValue])
    }
    initial.dispose()
    prefs.nickname = "bob"
    let second = prefs.observe(key: prefs.keyStore.nickname, options: [.initial, .old, .new]) {
      seen.record([$0.oldValue, $0.newValue])
    }
    prefs.nickname = nil
    second.dispose()
    #expect(seen.elements == [["ada", "ada"], ["ada", "bob"], ["bob", "ada"]])
  }

  @Test func `an optional key without a default tells nil`() {
    let seen = Recorder<[String??]>()
    let observer = prefs.observe(\.username) { seen.record([$0.oldValue, $0.newValue]) }
    prefs.username = "x"
    prefs.username = nil
    observer.dispose()
    #expect(seen.elements == [[nil, "x"], ["x", nil]])
  }

  @Test func `a prior call comes before the change`() {
    let seen = Recorder<String>()
    let prefs = prefs
    let observer = prefs.observe(\.launchCount, options: [.old, .new, .prior]) { update in
      seen.record("\(update.isPrior) \(update.newValue ?? -1) \(prefs.launchCount)")
    }
    prefs.launchCount = 3
    observer.dispose()
    #expect(seen.elements == ["true 3 0", "false 3 3"])
  }

  @Test func `an observer may write the key it observes`() {
    let prefs = prefs
    let observer = prefs.observe(\.launchCount) { update in
      if update.newValue == 1 { prefs.launchCount = 2 }
    }
    prefs.launchCount = 1
    #expect(prefs.launchCount == 2)
    observer.dispose()
  }

  @Test func `a released observer hears no more`() {
    let seen = Recorder<Int>()
    var observer: (any DefaultsDisposable)? = prefs.observe(\.launchCount) { _ in seen.record(1) }
    prefs.launchCount = 1
    withExtendedLifetime(observer) {}
    observer = nil
    prefs.launchCount = 2
    #expect(seen.elements == [1])
  }

  @Test func `a change by another process is told`() throws {
    let disk = try TemporarySuite(onDisk: "org.example.frogs")
    let seen = Recorder<Frog??>()
    let observer = adapter(disk).observe(\.frog) { seen.record($0.newValue) }
    let other = try #require(disk.neighbour())
    DefaultsAdapter(defaults: other, keyStore: DefaultsKeys()).frog = Frog(name: "Zoe")
    try other.flush()
    #expect(waitUntil { seen.elements == [Frog(name: "Zoe")] })
    observer.dispose()
  }

  @Test func `a change by another process is told twice to who wants it told before`() throws {
    let disk = try TemporarySuite(onDisk: "org.example.frogs")
    let seen = Recorder<String>()
    let options: DefaultsObservingOptions = [.new, .prior]
    let observer = adapter(disk).observe(\.launchCount, options: options) {
      seen.record("\($0.isPrior) \($0.newValue ?? -1)")
    }
    let other = try #require(disk.neighbour())
    DefaultsAdapter(defaults: other, keyStore: DefaultsKeys()).launchCount = 4
    try other.flush()
    #expect(waitUntil { seen.elements == ["true 4", "false 4"] })
    observer.dispose()
  }

  @Test func `a key read while tracking is tracked, through a kept property as well`() {
    let property = SwiftyUserDefault(keyPath: \.volume, adapter: prefs, options: .cached)
    for read in [{ _ = self.prefs.volume }, { _ = property.wrappedValue }] {
      // Once before, so that the property has its value when it is read again.
      read()
      let seen = Recorder<Int>()
      withObservationTracking(read) { seen.record(1) }
      prefs.volume += 0.25
      #expect(seen.elements == [1])
    }
  }
}

/// Counts how often its values are made of what is stored.
private struct Counted: DefaultsSerializable, Equatable {
  static let reads = Mutex<[String: Int]>([:])

  let text: String

  static var _defaults: CountingBridge { .init() }
  static var _defaultsArray: DefaultsArrayBridge<[Counted]> { .init() }
}

private struct CountingBridge: DefaultsBridge {
  func get(key: String, userDefaults: DefaultsSuite) -> Counted? {
    Counted.reads.withLock { $0[key, default: 0] += 1 }
    return userDefaults.string(forKey: key).map(Counted.init)
  }

  func save(key: String, value: Counted?, userDefaults: DefaultsSuite) {
    userDefaults.set(value?.text, forKey: key)
  }

  func deserialize(_ object: Any) -> Counted? { (object as? String).map(Counted.init) }
}

@Suite struct SwiftyUserDefaultTests {
  private struct Keys: DefaultsKeyStore {
    let plain = DefaultsKey<Counted>("plain", defaultValue: Counted(text: ""))
    let cached = DefaultsKey<Counted>("cached", defaultValue: Counted(text: ""))
    let observed = DefaultsKey<Counted>("observed", defaultValue: Counted(text: ""))
    let registered = DefaultsKey<Counted>("registered", defaultValue: Counted(text: ""))
    let kept = DefaultsKey<Counted>("kept", defaultValue: Counted(text: ""))
    let changed = DefaultsKey<Counted>("changed", defaultValue: Counted(text: ""))
  }

  let temporary = TemporarySuite()

  private func property(
    _ path: KeyPath<Keys, DefaultsKey<Counted>>,
    _ options: SwiftyUserDefaultOptions = []
  ) -> SwiftyUserDefault<Counted> {
    SwiftyUserDefault(
      keyPath: path,
      adapter: DefaultsAdapter(defaults: temporary.suite, keyStore: Keys()),
      options: options,
    )
  }

  private func reads(_ key: String) -> Int { Counted.reads.withLock { $0[key, default: 0] } }

  @Test func `a plain property makes its value with every read`() {
    let property = property(\.plain)
    property.wrappedValue = Counted(text: "a")
    #expect(property.wrappedValue.text == "a" && property.wrappedValue.text == "a")
    #expect(reads("plain") == 2 && temporary.suite.string(forKey: "plain") == "a")
  }

  @Test func `a cached property makes its value once and never shows an old one`() {
    let property = property(\.cached, .cached)
    property.wrappedValue = Counted(text: "a")
    for _ in 0..<5 { #expect(property.wrappedValue.text == "a") }
    #expect(reads("cached") == 1)
    temporary.suite.set("b", forKey: "cached")
    #expect(property.wrappedValue.text == "b")
    temporary.suite.removeObject(forKey: "cached")
    #expect(property.wrappedValue.text.isEmpty)
  }

  @Test func `a cached property cares only for its own key`() {
    let property = property(\.kept, .cached)
    property.wrappedValue = Counted(text: "a")
    _ = property.wrappedValue
    temporary.suite.set(1, forKey: "other")
    let other = _Defaults.Key<Int>("other", default: 5, suite: temporary.suite)
    _Defaults.withOverrides([.init(other, 2)]) { #expect(property.wrappedValue.text == "a") }
    #expect(property.wrappedValue.text == "a" && reads("kept") == 1)
  }

  @Test func `a cached property shows a default that is registered later`() {
    let property = property(\.registered, .cached)
    #expect(property.wrappedValue.text.isEmpty)
    temporary.suite.register(defaults: ["registered": "later"])
    #expect(property.wrappedValue.text == "later")
  }

  @Test func `an observed property has its value made by the change, not by the read`() {
    let property = property(\.observed, [.cached, .observed])
    temporary.suite.set("a", forKey: "observed")
    let before = reads("observed")
    #expect(property.wrappedValue.text == "a")
    #expect(reads("observed") == before)
  }

  @Test func `an observed property ends with its storage`() {
    var property: SwiftyUserDefault<Counted>? = property(\.changed, .observed)
    #expect(property?.key._key == "changed")
    property = nil
    let before = reads("changed")
    temporary.suite.set("a", forKey: "changed")
    #expect(reads("changed") == before)
  }

  @Test func `it wraps a property of a constant`() {
    struct Profile {
      @SwiftyUserDefault var name: String?
      init(_ prefs: DefaultsAdapter<DefaultsKeys>) {
        _name = SwiftyUserDefault(keyPath: \.username, adapter: prefs, options: [.cached])
      }
    }
    let profile = Profile(adapter(temporary))
    profile.name = "ada"
    #expect(profile.name == "ada" && temporary.suite.string(forKey: "username") == "ada")
    #expect(profile.$name.key._key == "username")
  }

  @Test func `an override shows through a cached property`() {
    let property = SwiftyUserDefault(
      keyPath: \.volume,
      adapter: adapter(temporary),
      options: .cached,
    )
    #expect(property.wrappedValue == 0.5)
    let key = _Defaults.Key<Double>("volume", default: 0.5, suite: temporary.suite)
    _Defaults.withOverrides([.init(key, 0.9)]) {
      #expect(property.wrappedValue == 0.9)
    }
    #expect(property.wrappedValue == 0.5)
  }
}
