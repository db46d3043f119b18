import Defaults
import Foundation
import Testing

// MARK: - Types as of version 4 and 5

private enum Zone: String, Hashable, Defaults.Serializable {
  case utc = "UTC"
  case local = "Local"
}

private enum CodableZone: String, Hashable {
  case utc = "UTC"
  case local = "Local"
}

extension Zone: Defaults.NativeType {
  typealias CodableForm = CodableZone
}

extension CodableZone: Defaults.CodableType {
  typealias NativeForm = Zone
}

private struct Clock: Hashable {
  var city: String
  var offset: Int
}

private struct CodableClock: Hashable {
  var city: String
  var offset: Int
}

private struct ClockBridge: Defaults.Bridge {
  typealias Value = Clock
  typealias Serializable = [String: String]

  func serialize(_ value: Value?) -> Serializable? {
    value.map { ["city": $0.city, "offset": String($0.offset)] }
  }

  func deserialize(_ object: Serializable?) -> Value? {
    guard let city = object?["city"], let offset = object?["offset"].flatMap({ Int($0) }) else {
      return nil
    }
    return Clock(city: city, offset: offset)
  }
}

extension Clock: Defaults.NativeType {
  typealias CodableForm = CodableClock
  static let bridge = ClockBridge()
}

extension CodableClock: Defaults.CodableType {
  typealias NativeForm = Clock

  func toNative() -> Clock { Clock(city: city, offset: offset) }
}

private struct User: Codable, Hashable, Defaults.Serializable { var name: String }

private enum Paper: String, Codable, Defaults.Serializable, Defaults.PreferRawRepresentable {
  case plain, lined
}

// MARK: - Tests

struct MigrationTests {
  private let suite = UserDefaults(inMemory: "migration")

  /// Expects the JSON text of a value to become what a write of the value stores.
  private func expectMigrated<Value: Defaults.NativeType & Equatable>(
    _ text: String,
    to value: Value,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let key = Defaults.Key<Value?>(unique(), suite: suite)
    let written = Defaults.Key<Value?>(unique(), suite: suite)
    suite.set(text, forKey: key.name)
    Defaults.migrate(key, to: .v5)
    Defaults[written] = value
    #expect(Defaults[key] == value, sourceLocation: sourceLocation)
    #expect(
      suite.storedValue(forKey: key.name) == suite.storedValue(forKey: written.name),
      sourceLocation: sourceLocation,
    )
    // What is migrated already stays.
    Defaults.migrate(key, to: .v5)
    #expect(Defaults[key] == value, sourceLocation: sourceLocation)
  }

  @Test func `truth values`() {
    expectMigrated("true", to: true)
    expectMigrated("[true,false]", to: [true, false])
    expectMigrated(#"{"a":false}"#, to: ["a": false])
  }

  @Test func `whole numbers of every width`() {
    expectMigrated("-9223372036854775808", to: Int.min)
    expectMigrated("-128", to: Int8.min)
    expectMigrated("32767", to: Int16.max)
    expectMigrated("-2147483648", to: Int32.min)
    expectMigrated("9223372036854775807", to: Int64.max)
    expectMigrated("18446744073709551615", to: UInt.max)
    expectMigrated("255", to: UInt8.max)
    expectMigrated("65535", to: UInt16.max)
    expectMigrated("4294967295", to: UInt32.max)
    expectMigrated("18446744073709551615", to: UInt64.max)
  }

  @Test func `real numbers`() {
    expectMigrated("0.1", to: 0.1)
    expectMigrated("12345678.5", to: Float(12_345_678.5))
    expectMigrated("-1e300", to: CGFloat(-1e300))
    expectMigrated("[0.5,1]", to: [0.5, 1])
  }

  @Test func `text`() {
    expectMigrated(#""Hello \"World\" 🦄""#, to: #"Hello "World" 🦄"#)
    expectMigrated(#"["a",""]"#, to: ["a", ""])
    expectMigrated(#"{"a":"b"}"#, to: ["a": "b"])
  }

  @Test func `dates and data`() {
    expectMigrated("123.5", to: Date(timeIntervalSinceReferenceDate: 123.5))
    expectMigrated(#""AQID""#, to: Data([1, 2, 3]))
    expectMigrated(#"["AQID",""]"#, to: [Data([1, 2, 3]), Data()])
  }

  @Test func `addresses and identifiers`() throws {
    let address = try #require(URL(string: "https://example.com/a"))
    expectMigrated(#""https:\/\/example.com\/a""#, to: address)
    expectMigrated(#"["https:\/\/example.com\/a"]"#, to: [address])
    expectMigrated(
      #""E621E1F8-C36C-495A-93FC-0C247A3E6E5F""#,
      to: try #require(UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")),
    )
  }

  @Test func `arrays and sets`() {
    expectMigrated("[]", to: [Int]())
    expectMigrated("[3,1,2]", to: [3, 1, 2])
    expectMigrated("[3,1,2]", to: Set([1, 2, 3]))
    expectMigrated("[[1],[],[2,3]]", to: [[1], [], [2, 3]])
    expectMigrated("[[1],[2]]", to: Set([Set([1]), Set([2])]))
  }

  @Test func `dictionaries`() {
    expectMigrated(#"{"a":1,"b":2}"#, to: ["a": 1, "b": 2])
    expectMigrated(#"{"1":"one"}"#, to: [1: "one"])
    expectMigrated(#"{"a":{"b":{"c":1}}}"#, to: ["a": ["b": ["c": 1]]])
  }

  @Test func `collections in one another`() {
    expectMigrated(#"[{"a":[1,2]},{}]"#, to: [["a": [1, 2]], [:]])
    expectMigrated(#"{"a":[{"b":[1]}]}"#, to: ["a": [["b": Set([1])]]])
  }

  @Test func `enumerations`() {
    expectMigrated(#""UTC""#, to: Zone.utc)
    expectMigrated(#"["UTC","Local"]"#, to: [Zone.utc, .local])
    expectMigrated(#"["UTC","Local"]"#, to: Set([Zone.utc, .local]))
    expectMigrated(#"{"a":"Local"}"#, to: ["a": Zone.local])
    expectMigrated(#"{"a":["Local"]}"#, to: ["a": [Zone.local]])
  }

  @Test func `types with a bridge of their own`() {
    let tokyo = Clock(city: "Tokyo", offset: 9)
    let text = #"{"city":"Tokyo","offset":9}"#
    expectMigrated(text, to: tokyo)
    expectMigrated("[\(text)]", to: [tokyo])
    expectMigrated("[\(text)]", to: Set([tokyo]))
    expectMigrated(#"{"a":\#(text)}"#, to: ["a": tokyo])
    expectMigrated(#"{"a":[\#(text)]}"#, to: ["a": [tokyo]])
  }

  @Test func `codable types and their collections`() {
    let user = Defaults.Key<User?>(unique(), suite: suite)
    let list = Defaults.Key<[User]>(unique(), default: [], suite: suite)
    let paper = Defaults.Key<Paper>(unique(), default: .plain, suite: suite)
    suite.set(#"{"name":"Ada"}"#, forKey: user.name)
    suite.set(#"[{"name":"Ada"}]"#, forKey: list.name)
    suite.set(#""lined""#, forKey: paper.name)
    Defaults.migrate(user, list, paper, to: .v5)
    #expect(Defaults[user] == User(name: "Ada"))
    #expect(Defaults[list] == [User(name: "Ada")])
    #expect(Defaults[paper] == .lined)
    #expect(suite.stringArray(forKey: list.name) == [#"{"name":"Ada"}"#])
    #expect(suite.string(forKey: paper.name) == "lined")
  }

  @Test func `several keys of different types in one call`() {
    let list = Defaults.Key<[Int]>(unique(), default: [], suite: suite)
    let set = Defaults.Key<Set<String>>(unique(), default: [], suite: suite)
    let zone = Defaults.Key<Zone>(unique(), default: .utc, suite: suite)
    suite.set("[1]", forKey: list.name)
    suite.set(#"["a"]"#, forKey: set.name)
    suite.set(#""Local""#, forKey: zone.name)
    Defaults.migrate(list, set, zone, to: .v5)
    #expect(Defaults[list] == [1])
    #expect(Defaults[set] == ["a"])
    #expect(Defaults[zone] == .local)
  }

  @Test func `keys in an array`() {
    let keys = (0..<3).map { Defaults.Key<[Int]>(unique("\($0)"), default: [], suite: suite) }
    for key in keys { suite.set("[7]", forKey: key.name) }
    Defaults.migrate(keys, to: .v5)
    #expect(keys.map { Defaults[$0] } == [[7], [7], [7]])
  }

  @Test func `text that is no JSON of the type stays as it is`() {
    let list = Defaults.Key<[Int]>(unique(), default: [0], suite: suite)
    let zone = Defaults.Key<Zone>(unique(), default: .utc, suite: suite)
    for text in ["", "[", "[1", #"["a"]"#, "{}", "plain"] {
      suite.set(text, forKey: list.name)
      Defaults.migrate(list, to: .v5)
      #expect(suite.string(forKey: list.name) == text)
      #expect(Defaults[list] == [0])
    }
    suite.set(#""Mars""#, forKey: zone.name)
    Defaults.migrate(zone, to: .v5)
    #expect(suite.string(forKey: zone.name) == #""Mars""#)
  }

  @Test func `what is no text, or not there, stays as it is`() {
    let list = Defaults.Key<[Int]>(unique(), default: [0], suite: suite)
    Defaults.migrate(list, to: .v5)
    #expect(suite.storedValues().isEmpty)
    suite.set([1, 2], forKey: list.name)
    Defaults.migrate(list, to: .v5)
    #expect(Defaults[list] == [1, 2])
    let number = Defaults.Key<Int>(unique(), default: 0, suite: suite)
    suite.set(5, forKey: number.name)
    Defaults.migrate(number, to: .v5)
    #expect(Defaults[number] == 5)
  }
}
