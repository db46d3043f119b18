import Defaults
import DefaultsTesting
import Foundation
import SwiftyUserDefaults
import SwiftyUserDefaultsClient
import TestSupport
import Testing

/// What the readme of the dialect shows, piece by piece.
@Suite struct ReadmeTests {
  let temporary = TemporarySuite()
  var prefs: DefaultsAdapter<DefaultsKeys> { adapter(temporary) }

  @Test func `a key reads and writes by key, by path, by leading dot and as a property`() {
    let color = DefaultsKey<String>("color", defaultValue: "")
    prefs[color] = "red"
    #expect(prefs[key: color] == "red")
    prefs.username = "joe"
    #expect(prefs[\.username] == "joe")
    prefs[\.username] = nil
    #expect(prefs.username == nil)
    prefs[.hotkey] = true
    #expect(prefs[.hotkey] && temporary.suite.bool(forKey: "hotkey"))
    #expect(temporary.suite[.hotkey])
  }

  @Test func `values are changed in place, elements of arrays too`() {
    prefs.launchCount += 1
    prefs[.count] += 2
    prefs.volume -= 0.25
    prefs.words += ["one"]
    prefs.words[0] += " and more"
    #expect(prefs.launchCount == 1 && prefs[.count] == 2 && prefs.volume == 0.25)
    #expect(temporary.suite.stringArray(forKey: "words") == ["one and more"])
  }

  @Test func `a type conforms without a line of code by coding, archiving or raw values`() {
    prefs.frog = Frog(name: "Ann")
    prefs.frogs = [Frog(name: "Bob"), Frog(name: "Cid")]
    prefs.lily = Lily(leaves: 3)
    prefs.lilies = [Lily(leaves: 4), Lily(leaves: 5)]
    prefs.pet = .newt
    prefs.pets = [.newt, .frog]
    #expect(prefs.frog == Frog(name: "Ann") && prefs.frogs.map(\.name) == ["Bob", "Cid"])
    #expect(prefs.lily?.leaves == 3 && prefs.lilies.map(\.leaves) == [4, 5])
    #expect(prefs.pet == .newt && prefs.pets == [.newt, .frog])
  }

  @Test func `a bridge of one's own serves values, arrays and arrays of arrays`() {
    let pond = Pond(suite: temporary.suite)
    defer { pond.close() }
    #expect(pond.toad == nil)
    pond.toad = Toad(name: "Tim")
    pond.toads = [Toad(name: "Tom")]
    pond.layers = [[Toad(name: "Ted")], []]
    #expect(temporary.suite.string(forKey: "toad") == "Tim" && pond.toad?.name == "Tim")
    #expect(temporary.suite.stringArray(forKey: "toads") == ["Tom"])
    #expect(pond.layers == [[Toad(name: "Ted")], []])
  }

  @Test func `code in language mode 5 observes with a closure that captures what it likes`() {
    let pond = Pond(suite: temporary.suite)
    pond.hop()
    pond.hop()
    pond.close()
    pond.hop()
    #expect(pond.seen == [1, 2])
  }

  @Test func `an app replaces the shortcut by a suite or an adapter`() {
    #expect(OlderApp.croak() == 1 && OlderApp.croak() == 2)
    #expect(NewerApp.say("up") == "up" && NewerApp.say(nil) == nil)
  }

  @Test func `code that is handed preferences writes to those`() {
    rename(prefs, to: "down")
    #expect(temporary.suite.string(forKey: "motto") == "down")
  }

  @Test func `a key is there once stored, and gone once removed`() {
    #expect(!prefs.hasKey(\.skipLogin) && !prefs.hasKey(.count))
    prefs.skipLogin = false
    prefs[.count] = 0
    #expect(prefs.hasKey(\.skipLogin) && prefs.hasKey(.count))
    prefs.remove(\.skipLogin)
    prefs.remove(.count)
    #expect(!prefs.hasKey(\.skipLogin) && !prefs.hasKey(.count))
    prefs.username = "x"
    prefs.volume = 1
    prefs.removeAll()
    #expect(prefs.volume == 0.5 && temporary.suite.storedValues().isEmpty)
  }

  @Test func `an optional key with a default shows it again after nil`() {
    #expect(prefs.nickname == "ada")
    prefs.nickname = "bob"
    prefs.nickname = nil
    #expect(prefs.nickname == "ada" && !prefs.hasKey(\.nickname))
  }

  @Test func `a key store may be a class whose keys change`() {
    final class Mutable: DefaultsKeyStore {
      var key = DefaultsKey<Int>("ReadmeTests.a", defaultValue: 1)
    }
    let store = Mutable()
    let adapter = DefaultsAdapter(defaults: temporary.suite, keyStore: store)
    adapter.key = 5
    store.key = DefaultsKey("ReadmeTests.b", defaultValue: 2)
    #expect(adapter.key == 2 && temporary.suite.integer(forKey: "ReadmeTests.a") == 5)
  }

  @Test func `keys are equal by name and default`() {
    #expect(DefaultsKey<Int>("a", defaultValue: 1) == DefaultsKey("a", defaultValue: 1))
    #expect(DefaultsKey<Int>("a", defaultValue: 1) != DefaultsKey("a", defaultValue: 2))
    #expect(DefaultsKey<Int?>("a") != DefaultsKey("a", defaultValue: nil))
    #expect(DefaultsKey<Int?>("a").defaultValue == nil)
  }

  @Test func `a Foundation suite leads to the suite of its name`() throws {
    let named = Foundation.UserDefaults(suiteName: "org.example.frogs")
    let foundation = try #require(named)
    let adapter = DefaultsAdapter(defaults: foundation, keyStore: DefaultsKeys())
    #expect(adapter.defaults == DefaultsSuite(suiteName: "org.example.frogs"))
  }
}

extension Defaults.Keys {
  fileprivate static let loudness = Key<Double>("loudness", default: 0.25)
}

/// The global adapter, and both modules in one file; serial, for there is one variable.
@Suite(.serialized) struct GlobalAdapterTests {
  @Test func `the global adapter is replaced by assigning another`() {
    let temporary = TemporarySuite()
    let before = Defaults
    Defaults = DefaultsAdapter(defaults: temporary.suite, keyStore: .init())
    defer { Defaults = before }
    Defaults.username = "eve"
    Defaults[.count] += 1
    #expect(temporary.suite.string(forKey: "username") == "eve" && Defaults[\.username] == "eve")
    #expect(temporary.suite.integer(forKey: "count") == 1)
    let property = SwiftyUserDefault(keyPath: \.username)
    #expect(property.wrappedValue == "eve")
    let banner = Banner()
    banner.motto = "hop"
    banner.hops += 1
    temporary.suite.set("leap", forKey: "motto")
    #expect(banner.motto == "leap" && temporary.suite.integer(forKey: "hops") == 1)
    #expect(before.defaults == .standard)
  }

  @Test func `both dialects work in one file`() {
    #expect(Defaults[.loudness] == 0.25)
    #expect(Defaults.hasStoredValue(.loudness) == false)
    #expect(Defaults[\.volume] == 0.5)
    let suite: Defaults.Suite = TemporarySuite().suite
    suite[.loudness] = 0.75
    #expect(suite[DefaultsKey<Double>("loudness", defaultValue: 0)] == 0.75)
  }
}
