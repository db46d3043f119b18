import Defaults
import Foundation
import Testing

private struct User: Codable, Hashable, Defaults.Serializable {
  var name: String
  var age: Int
}

private struct Address: Codable, Hashable, Defaults.Serializable {
  var street: String?
  var residents: [User] = []
  var opened = Date(timeIntervalSinceReferenceDate: 0.5)
  var door: Door = .closed
}

private enum Door: Codable, Hashable {
  case closed
  case open(degrees: Double)
}

private enum Shape: Codable, Hashable, Defaults.Serializable {
  case point
  case circle(radius: Double)
  case polygon([[Double]])
}

private final class Session: Codable, Equatable, Defaults.Serializable {
  var title: String
  init(title: String) { self.title = title }
  static func == (left: Session, right: Session) -> Bool { left.title == right.title }
}

private struct Measure: Codable, Equatable, Defaults.Serializable {
  var value: Double
}

/// Can be decoded from anything, and encoded only when it says so.
private struct Stubborn: Codable, Equatable, Defaults.Serializable {
  var refuses = false

  init(refuses: Bool) { self.refuses = refuses }
  init(from decoder: any Decoder) {}

  func encode(to encoder: any Encoder) throws {
    guard !refuses else {
      throw EncodingError.invalidValue(self, .init(codingPath: [], debugDescription: "refused"))
    }
    var container = encoder.singleValueContainer()
    try container.encode("fine")
  }
}

private enum Theme: String, Codable, Hashable, Defaults.Serializable { case light, dark }

private enum Paper: String, Codable, Hashable, Defaults.Serializable,
  Defaults.PreferRawRepresentable
{
  case plain, lined
}

private enum Level: Int, Codable, Hashable, Defaults.Serializable, Defaults.PreferRawRepresentable {
  case low = 1
  case high = 2
}

struct CodableTests {
  private let suite = UserDefaults(inMemory: "codable")
  private let ada = User(name: "Ada", age: 36)
  private let alan = User(name: "Alan", age: 41)

  @Test func `a codable value is kept`() throws {
    try expectKept([ada, alan, User(name: "", age: .min)])
    try expectKeptInCollections(ada, alan)
  }

  @Test func `codable values inside codable values are kept`() throws {
    let address = Address(
      street: "Main \"Street\"",
      residents: [ada, alan],
      door: .open(degrees: 9)
    )
    try expectKept([Address(), address])
    try expectKeptInCollections(Address(), address)
  }

  @Test func `an enumeration with associated values is kept`() throws {
    try expectKept([Shape.point, .circle(radius: 0.5), .polygon([[0, 1], [1, 0]])])
    try expectKeptInCollections(Shape.point, .circle(radius: 2))
  }

  @Test func `an object is kept, and what a reader does to it reaches no other`() {
    let key = Defaults.Key<Session>(unique(), default: Session(title: "new"), suite: suite)
    #expect(Defaults[key].title == "new")
    Defaults[key] = Session(title: "stored")
    let read = Defaults[key]
    read.title = "changed by its reader"
    #expect(Defaults[key].title == "stored")
    Defaults[key] = read
    #expect(Defaults[key].title == "changed by its reader")
  }

  @Test func `a codable value is JSON text with sorted members`() {
    let key = Defaults.Key<User>(unique(), default: ada, suite: suite)
    #expect(suite.string(forKey: key.name) == #"{"age":36,"name":"Ada"}"#)
    Defaults[key].age += 1
    #expect(suite.string(forKey: key.name) == #"{"age":37,"name":"Ada"}"#)
  }

  @Test func `an array of codable values is an array of JSON texts`() {
    let key = Defaults.Key<[User]>(unique(), default: [ada], suite: suite)
    #expect(suite.stringArray(forKey: key.name) == [#"{"age":36,"name":"Ada"}"#])
    let table = Defaults.Key<[String: User]>(unique(), default: ["a": ada], suite: suite)
    #expect(
      suite.dictionary(forKey: table.name)?["a"] as? String == #"{"age":36,"name":"Ada"}"#
    )
  }

  @Test func `an enumeration that is codable is JSON text with quotation marks`() {
    let key = Defaults.Key<Theme>(unique(), default: .light, suite: suite)
    Defaults[key] = .dark
    #expect(suite.string(forKey: key.name) == #""dark""#)
    #expect(Defaults[key] == .dark)
  }

  @Test func `one that prefers its raw value is stored as that`() throws {
    try expectKept([Paper.plain, .lined])
    try expectKeptInCollections(Paper.plain, .lined)
    let text = Defaults.Key<Paper>(unique(), default: .plain, suite: suite)
    Defaults[text] = .lined
    #expect(suite.string(forKey: text.name) == "lined")
    let number = Defaults.Key<Level>(unique(), default: .low, suite: suite)
    Defaults[number] = .high
    #expect(suite.integer(forKey: number.name) == 2)
  }

  @Test func `a later key of the same name has its own default, and what is stored wins`() {
    let name = unique()
    let first = Defaults.Key<User>(name, default: ada, suite: suite)
    let second = Defaults.Key<User>(name, default: alan, suite: suite)
    #expect(Defaults[first] == ada)
    #expect(Defaults[second] == alan)
    #expect(suite.string(forKey: name) == #"{"age":41,"name":"Alan"}"#)
    Defaults[first] = User(name: "Grace", age: 85)
    #expect(Defaults[second].name == "Grace")
    let third = Defaults.Key<User>(name, default: alan, suite: suite)
    #expect(Defaults[third].name == "Grace")
  }

  @Test func `a codable value may hold infinity and not-a-number`() {
    let key = Defaults.Key<Measure>(unique(), default: Measure(value: 0), suite: suite)
    Defaults[key] = Measure(value: .infinity)
    #expect(Defaults[key].value == .infinity)
    Defaults[key].value = .nan
    #expect(Defaults[key].value.isNaN)
  }

  @Test func `a value that cannot be encoded leaves what was stored`() {
    let key = Defaults.Key<Stubborn?>(unique(), suite: suite)
    Defaults[key] = Stubborn(refuses: false)
    #expect(suite.string(forKey: key.name) == #""fine""#)
    Defaults[key] = Stubborn(refuses: true)
    #expect(suite.string(forKey: key.name) == #""fine""#)
    #expect(suite.takeDiagnostics().count == 1)
  }

  @Test func `the codable bridge can be used by itself`() {
    let bridge = Defaults.TopLevelCodableBridge<User>()
    #expect(bridge.serialize(ada) == #"{"age":36,"name":"Ada"}"#)
    #expect(bridge.deserialize(#"{"age":41,"name":"Alan"}"#) == alan)
    #expect(bridge.serialize(nil) == nil)
    #expect(bridge.deserialize(nil) == nil)
    #expect(bridge.deserialize("no JSON") == nil)
  }
}
