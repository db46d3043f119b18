import Defaults
import DefaultsTesting
import Foundation
import SwiftyUserDefaults
import TestSupport
import Testing

private typealias StoredValue = Defaults.StoredValue

/// A type that conforms to the protocols of both libraries, and names the bridges of this one.
private struct Pond: Hashable, DefaultsSerializable, Defaults.Serializable {
  var frogs: Int

  struct OwnBridge: Defaults.Bridge {
    func serialize(_ value: Pond?) -> Int? { value?.frogs }
    func deserialize(_ object: Int?) -> Pond? { object.map(Pond.init) }
  }

  static var bridge: OwnBridge { OwnBridge() }
  static var _defaults: DefaultsObjectBridge<Pond> { .init() }
  static var _defaultsArray: DefaultsArrayBridge<[Pond]> { .init() }
}

@Suite struct BridgeTests {
  @Test func `generic code names the bridges of a type`() throws {
    func kept<Value: DefaultsSerializable & Equatable>(
      _ values: [Value],
      by bridge: Value.ArrayBridge,
      in suite: DefaultsSuite
    ) -> Bool where Value.T == Value, Value.ArrayBridge.T == [Value], Value.Bridge.T == Value {
      bridge.save(key: "all", value: values, userDefaults: suite)
      return bridge.get(key: "all", userDefaults: suite) == values
    }
    #expect(kept([1, 2], by: Int._defaultsArray, in: suite))
    #expect(kept([Pond(frogs: 3)], by: Pond._defaultsArray, in: suite))
    let key = Defaults.Key<Pond>("pond", default: Pond(frogs: 1), suite: suite)
    suite[key].frogs = 2
    #expect(suite.integer(forKey: "pond") == 2)
  }

  let temporary = TemporarySuite()
  var suite: DefaultsSuite { temporary.suite }
  var prefs: DefaultsAdapter<DefaultsKeys> { adapter(temporary) }

  @Test(
    arguments: [
      ("true", true), ("T", true), ("Yes", true), ("y", true), ("1", true),
      ("FALSE", false), ("f", false), ("no", false), ("N", false), ("0", false), ("blabla", nil),
    ] as [(String, Bool?)]
  )
  func `words on the command line are truth values`(word: String, meaning: Bool?) {
    let optional = DefaultsKey<Bool?>("flag")
    let withDefault = DefaultsKey<Bool>("flag", defaultValue: true)
    suite.set(word, forKey: "flag")
    #expect(prefs[optional] == meaning)
    #expect(prefs[withDefault] == (meaning ?? true))
  }

  @Test func `text on the command line is a number when it reads as one`() {
    let int = DefaultsKey<Int?>("n")
    let double = DefaultsKey<Double?>("n")
    let text = DefaultsKey<String?>("n")
    let cases: [(String, Int?, Double?)] = [
      ("0", 0, 0), ("111111", 111_111, 111_111), ("-3", -3, -3), ("31.0", nil, 31), ("x", nil, nil),
    ]
    for (word, whole, real) in cases {
      suite.set(word, forKey: "n")
      #expect(prefs[int] == whole && prefs[double] == real && prefs[text] == word, "\(word)")
    }
  }

  @Test func `numbers change their type when nothing is lost`() {
    suite.set(3.0, forKey: "n")
    #expect(prefs[DefaultsKey<Int>("n", defaultValue: 0)] == 3)
    suite.set(3.5, forKey: "n")
    #expect(prefs[DefaultsKey<Int>("n", defaultValue: 0)] == 0)
    suite.set(3, forKey: "n")
    #expect(prefs[DefaultsKey<Double>("n", defaultValue: 0)] == 3)
    #expect(prefs[DefaultsKey<String>("n", defaultValue: "")] == "3")
    #expect(prefs[DefaultsKey<Bool?>("n")] == nil)
    suite.set(["a": 1], forKey: "table")
    #expect(prefs.table == ["a": 1.0])
  }

  @Test func `the stored forms are those of the original`() {
    prefs.frog = Frog(name: "Ann")
    prefs.frogs = [Frog(name: "Ann")]
    prefs.pet = .newt
    prefs.pets = [.newt]
    prefs.level = .high
    prefs.rows = [[1], [2, 3]]
    prefs.table = ["a": 0.5]
    #expect(suite.data(forKey: "frog") == Data(#"{"name":"Ann","weight":1.5}"#.utf8))
    #expect(suite.data(forKey: "frogs") == Data(#"[{"name":"Ann","weight":1.5}]"#.utf8))
    #expect(suite.storedValue(forKey: "pet") == .string("newt"))
    #expect(suite.storedValue(forKey: "pets") == .array([.string("newt")]))
    #expect(suite.storedValue(forKey: "level") == .integer(2))
    #expect(
      suite.storedValue(forKey: "rows")
        == .array([
          .array([.integer(1)]), .array([.integer(2), .integer(3)]),
        ])
    )
    #expect(suite.storedValue(forKey: "table") == .dictionary(["a": .real(0.5)]))
    #expect(prefs.rows == [[1], [2, 3]] && prefs.level == .high)
  }

  @Test func `what the other dialect stored is read as well`() {
    suite.set(#"{"name":"Ann","weight":2}"#, forKey: "frog")
    suite.set([#"{"name":"Bob","weight":1}"#, #"{"name":"Cid","weight":1}"#], forKey: "frogs")
    suite.set(#""https:\/\/example.org\/?q=1""#, forKey: "home")
    suite.set([#""https:\/\/example.org""#], forKey: "homes")
    suite.set(Data("2".utf8), forKey: "level")
    #expect(
      prefs.frog == Frog(name: "Ann", weight: 2) && prefs.frogs.map(\.name) == ["Bob", "Cid"]
    )
    #expect(prefs.home?.absoluteString == "https://example.org/?q=1")
    #expect(prefs.homes.map(\.absoluteString) == ["https://example.org"])
    #expect(prefs.level == .high)
  }

  @Test(arguments: [
    "https://example.org/a%20b?q=1#x", "file:///tmp/a%20b", "file:///tmp/dir/", "mailto:a@b.c",
    "file://host/share", "relative/path", "file:///tmp/x?q=1",
  ])
  func `a URL comes back as it was`(text: String) throws {
    let url = try #require(URL(string: text))
    prefs.home = url
    prefs.homes = [url]
    #expect(prefs.home == url && prefs.home?.absoluteString == text)
    #expect(prefs.homes == [url])
  }

  @Test func `a file is stored as its path and another URL as an archive`() throws {
    prefs.home = URL(fileURLWithPath: "/tmp/a b")
    #expect(suite.storedValue(forKey: "home") == .string("/tmp/a b"))
    prefs.home = URL(string: "https://example.org")
    guard case .data(let archive) = suite.storedValue(forKey: "home") else {
      Issue.record("No archive is stored.")
      return
    }
    let object = try NSKeyedUnarchiver.unarchivedObject(ofClass: NSURL.self, from: archive)
    #expect(object?.absoluteString == "https://example.org")
  }

  @Test func `archives of URLs are those of Foundation, and equal ones are the same bytes`() throws
  {
    let base = try #require(URL(string: "https://example.org/a/"))
    let urls = [base, try #require(URL(string: "b?c", relativeTo: base)), base]
    prefs.homes = urls
    let archive = try #require(suite.data(forKey: "homes"))
    let classes = [NSArray.self, NSURL.self]
    let object = try NSKeyedUnarchiver.unarchivedObject(ofClasses: classes, from: archive)
    // Foundation converts the elements of an array, and drops their bases on the way.
    #expect((object as? [NSURL])?.map(\.absoluteString) == urls.map(\.absoluteString))
    #expect(prefs.homes.map(\.absoluteString) == urls.map(\.absoluteString))
    prefs.home = urls[1]
    #expect(prefs.home == urls[1] && prefs.home?.baseURL == base)
    suite.removeObject(forKey: "homes")
    prefs.homes = urls
    #expect(suite.data(forKey: "homes") == archive)
  }

  @Test func `dates, data and dictionaries of anything survive the disk`() throws {
    let disk = try TemporarySuite(onDisk: "org.example.frogs")
    let first = adapter(disk)
    let date = Date(timeIntervalSinceReferenceDate: 12345.678)
    first.born = date
    first.blob = Data([0, 255])
    first.anything = ["a": 1, "b": ["c", true] as [Any]]
    try disk.suite.flush()
    let second = DefaultsAdapter(defaults: try #require(disk.neighbour()), keyStore: DefaultsKeys())
    #expect(second.born == date && second.blob == Data([0, 255]))
    #expect(second.anything["a"] as? Int == 1)
    #expect((second.anything["b"] as? [Any])?.last as? Bool == true)
  }

  @Test func `unknown raw values are left out of an array`() {
    suite.set(["newt", "dragon", "frog"], forKey: "pets")
    #expect(prefs.pets == [.newt, .frog])
  }

  @Test func `what cannot be read gives the default, stays stored, and is told once`() {
    suite.set([1], forKey: "pet")
    #expect(prefs.pet == .frog && prefs.pet == .frog)
    #expect(suite.storedValue(forKey: "pet") == .array([.integer(1)]))
    let kinds = suite.takeDiagnostics().map(\.kind)
    #expect(kinds.count == 1)
    guard case .unreadableValue("pet", _, _) = kinds.first else {
      Issue.record("The diagnostics tell of something else: \(kinds)")
      return
    }
  }

  @Test func `what has no stored form is refused, told, and leaves what was stored`() {
    final class Nested: NSObject, NSCoding, DefaultsSerializable {
      override init() {}
      init?(coder: NSCoder) {}
      func encode(with coder: NSCoder) {}
    }
    let key = DefaultsKey<Nested?>("nested")
    suite.set("old", forKey: "nested")
    prefs[key] = Nested()
    prefs.anything = ["a": 1]
    prefs.anything = ["a": Task<Void, Never> {}]
    #expect(suite.storedValue(forKey: "nested") == .string("old"))
    #expect(prefs.anything["a"] as? Int == 1)
    let refused = suite.takeDiagnostics().compactMap { diagnostic -> Defaults.KeyName? in
      guard case .refusedWrite(.refused(let key, _)) = diagnostic.kind else { return nil }
      return key
    }
    #expect(refused == ["nested", "anything"])
  }

  @Test(arguments: [Data(), Data("bplist00".utf8), Data("hello".utf8), Data([0x62, 0x70, 0xff])])
  func `a damaged archive reads as nothing`(data: Data) throws {
    suite.set(data, forKey: "lily")
    suite.set(data, forKey: "home")
    #expect(prefs.lily == nil && prefs.home == nil)
    prefs.lily = Lily(leaves: 7)
    var archive = try #require(suite.data(forKey: "lily"))
    archive.removeLast(archive.count / 2)
    suite.set(archive, forKey: "lily")
    #expect(prefs.lily == nil)
  }

  @Test func `an archive of a class that is gone reads as nothing and stays`() throws {
    prefs.lily = Lily(leaves: 1)
    var archive = try #require(suite.data(forKey: "lily"))
    while let name = archive.range(of: Data("Lily".utf8)) {
      archive.replaceSubrange(name, with: Data("Gone".utf8))
    }
    suite.set(archive, forKey: "lily")
    #expect(prefs.lily == nil)
    #expect(suite.data(forKey: "lily") == archive)
  }

  @Test func `an archive of another class reads as the default`() {
    prefs.homes = [URL(fileURLWithPath: "/tmp/a")]
    suite.setStoredValue(suite.storedValue(forKey: "homes"), forKey: "lilies")
    #expect(prefs.lilies.isEmpty)
  }
}
