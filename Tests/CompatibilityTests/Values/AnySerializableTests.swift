import Defaults
import Foundation
import Testing

private enum Mime: String, Defaults.Serializable {
  case json = "application/json"
  case stream = "application/octet-stream"
}

private struct Unicorn: Codable, Hashable, Defaults.Serializable {
  var name: String
}

private struct Horn: Hashable, Defaults.Serializable {
  var length: Int

  struct Bridge: Defaults.Bridge {
    func serialize(_ value: Horn?) -> [String: Int]? { value.map { ["length": $0.length] } }
    func deserialize(_ object: [String: Int]?) -> Horn? { object?["length"].map(Horn.init) }
  }

  static let bridge = Bridge()
}

struct AnySerializableTests {
  private typealias AnyValue = Defaults.AnySerializable

  private let suite = UserDefaults(inMemory: "any")
  private let key: Defaults.Key<Defaults.AnySerializable>
  private let magic: Defaults.Key<[String: Defaults.AnySerializable]>

  init() {
    key = Defaults.Key(unique("any"), default: 121_314, suite: suite)
    magic = Defaults.Key(unique("magic"), default: [:], suite: suite)
  }

  // MARK: - Literals

  @Test func `whole numbers are values`() {
    #expect(Defaults[key] == 121_314)
    #expect(Defaults[key].get(Int.self) == 121_314)
    Defaults[key] = -5
    #expect(Defaults[key].get() == -5)
    #expect(suite.integer(forKey: key.name) == -5)
  }

  @Test func `real numbers are values`() {
    Defaults[key] = 1.5
    #expect(Defaults[key].get(Double.self) == 1.5)
    #expect(Defaults[key].get(Float.self) == 1.5)
    #expect(suite.double(forKey: key.name) == 1.5)
  }

  @Test func `text is a value`() {
    Defaults[key] = "🦄"
    #expect(Defaults[key] == "🦄")
    #expect(Defaults[key].get(String.self) == "🦄")
    #expect(suite.string(forKey: key.name) == "🦄")
  }

  @Test func `truth values are values`() {
    Defaults[key] = false
    #expect(Defaults[key].get(Bool.self) == false)
    #expect(suite.object(forKey: key.name) as? Bool == false)
  }

  @Test func `arrays are values`() {
    Defaults[key] = [1, 2, 3]
    #expect(Defaults[key].get([Int].self) == [1, 2, 3])
    #expect(Defaults[key].get(Set<Int>.self) == [1, 2, 3])
    Defaults[key] = [1, "two", [true]]
    #expect(Defaults[key].get([AnyValue].self)?[1].get() == "two")
  }

  @Test func `dictionaries are values`() {
    Defaults[key] = ["unicorn": "🦄", "count": 3]
    #expect(Defaults[key].get([String: AnyValue].self)?["unicorn"] == "🦄")
    #expect(suite.dictionary(forKey: key.name)?["count"] as? Int == 3)
  }

  @Test func `nil removes what is stored`() {
    Defaults[key] = "something"
    Defaults[key] = nil
    #expect(Defaults[key] == 121_314)
    #expect(suite.storedValues().isEmpty)
  }

  // MARK: - Wrapped values

  @Test func `an enumeration is wrapped and read by its type`() {
    let key = Defaults.Key<AnyValue>(unique(), default: [AnyValue(Mime.json)], suite: suite)
    let all: [Mime]? = Defaults[key].get()
    #expect(all == [.json])
    Defaults[key].set(Mime.stream)
    let mime: Mime? = Defaults[key].get()
    #expect(mime == .stream)
    #expect(suite.string(forKey: key.name) == "application/octet-stream")
  }

  @Test func `values of every native type are wrapped`() {
    let date = Date(timeIntervalSince1970: 0.5)
    #expect(AnyValue(Int8.min).get(Int8.self) == .min)
    #expect(AnyValue(UInt64.max).get(UInt64.self) == .max)
    #expect(AnyValue(Int.min).get(Int.self) == .min)
    #expect(AnyValue(Float(0.1)).get(Float.self) == 0.1)
    #expect(AnyValue(CGFloat(0.5)).get(CGFloat.self) == 0.5)
    #expect(AnyValue(date).get(Date.self) == date)
    #expect(AnyValue(Data([1])).get(Data.self) == Data([1]))
    #expect(AnyValue(Data?.some(Data([2]))).get(Data.self) == Data([2]))
  }

  @Test func `values with a bridge are wrapped`() throws {
    let address = try #require(URL(string: "https://example.com"))
    let identifier = UUID()
    #expect(AnyValue(address).get(URL.self) == address)
    #expect(AnyValue(identifier).get(UUID.self) == identifier)
    #expect(AnyValue(Unicorn(name: "x")).get(Unicorn.self) == Unicorn(name: "x"))
    #expect(AnyValue(Horn(length: 3)).get(Horn.self) == Horn(length: 3))
    #expect(AnyValue(1..<5).get(Range<Int>.self) == 1..<5)
    #expect(AnyValue(["a": [Set([1])]]).get([String: [Set<Int>]].self) == ["a": [[1]]])
  }

  @Test func `a value is replaced with its type named`() {
    var value: AnyValue = 1
    value.set(Horn(length: 2), type: Horn.self)
    #expect(value.get(Horn.self)?.length == 2)
    value.set(["a", "b"], type: [String].self)
    #expect(value.get([String].self) == ["a", "b"])
    value.set("text")
    #expect(value == "text")
  }

  // MARK: - Reading by another type

  @Test func `another type reads as nil and does not recur`() {
    #expect(AnyValue("text").get(Int.self) == nil)
    #expect(AnyValue("text").get(URL?.self) != nil)
    #expect(AnyValue(1).get(Bool.self) == nil)
    #expect(AnyValue(true).get(Int.self) == nil)
    #expect(AnyValue([1]).get(String.self) == nil)
    #expect(AnyValue(["a": 1]).get([Int].self) == nil)
    #expect(AnyValue("gone").get(Mime.self) == nil)
    #expect(AnyValue(Horn(length: 1)).get(Unicorn.self) == nil)
    #expect((nil as AnyValue).get(Int.self) == nil)
  }

  @Test func `the JSON text of a number reads as the number`() {
    #expect(AnyValue("123").get(Int.self) == 123)
    #expect(AnyValue("0.5").get(Double.self) == 0.5)
  }

  // MARK: - In collections

  @Test func `a dictionary of anything is changed in place`() {
    Defaults[magic]["unicorn"] = "🦄"
    Defaults[magic]["number"] = 3
    Defaults[magic]["boolean"] = true
    Defaults[magic]["enum"] = AnyValue(Mime.json)
    #expect(Defaults[magic]["unicorn"]?.get(String.self) == "🦄")
    #expect(Defaults[magic]["number"]?.get(Int.self) == 3)
    #expect(Defaults[magic]["boolean"]?.get(Bool.self) == true)
    #expect(Defaults[magic]["enum"]?.get(Mime.self) == .json)
    Defaults[magic]["number"]?.set(Mime.stream)
    Defaults[magic]["boolean"] = nil
    #expect(Defaults[magic]["number"]?.get(Mime.self) == .stream)
    #expect(Defaults[magic].count == 3)
  }

  @Test func `an array of anything is changed in place`() {
    let list = Defaults.Key<[AnyValue]>(unique(), default: ["No.1", 415], suite: suite)
    Defaults[list].append(1.5)
    Defaults[list][0] = true
    Defaults[list].append(AnyValue(Unicorn(name: "x")))
    #expect(Defaults[list][0].get(Bool.self) == true)
    #expect(Defaults[list][1] == 415)
    #expect(Defaults[list][2].get(Double.self) == 1.5)
    #expect(Defaults[list][3].get(Unicorn.self)?.name == "x")
  }

  @Test func `a set contains what was put in, of twenty kinds`() {
    let address = URL(fileURLWithPath: "/tmp")
    let date = Date(timeIntervalSince1970: 1.5)
    let values: [AnyValue] = [
      "text", 1, -2, 0.5, true, [1, 2], ["a"], ["a": 1], [[1]], AnyValue(Int8(8)),
      AnyValue(UInt64.max), AnyValue(Float(0.25)), AnyValue(CGFloat(0.75)), AnyValue(date),
      AnyValue(Data([1])), AnyValue(address), AnyValue(Mime.json), AnyValue(Unicorn(name: "x")),
      AnyValue(Horn(length: 1)), AnyValue(3..<4),
    ]
    let set = Defaults.Key<Set<AnyValue>>(unique(), default: [], suite: suite)
    Defaults[set] = Set(values)
    #expect(Defaults[set].count == 20)
    for value in values { #expect(Defaults[set].contains(value), "\(value)") }
    #expect(!Defaults[set].contains("absent"))
    Defaults[set].remove(1)
    #expect(Defaults[set].count == 19)
  }

  @Test func `values of different kinds are different`() {
    #expect(AnyValue(1) != AnyValue("1"))
    #expect(AnyValue(1) != AnyValue(true))
    #expect(AnyValue([1, 2]) != AnyValue([2, 1]))
    #expect(AnyValue(["a": 1]) != AnyValue(["b": 1]))
    #expect(AnyValue([1, "a"] as [AnyValue]) == [1, "a"])
    #expect(AnyValue(Int8(3)).hashValue == AnyValue(3).hashValue)
  }

  @Test func `they are kept over a restart`() throws {
    try expectKept([AnyValue(1), "text", 0.5, true, [1, "two"], ["a": ["b": [1.5]]]])
    try expectKept([["a": AnyValue(Data([1])), "b": AnyValue(Date(timeIntervalSince1970: 0.5))]])
  }

  @Test func `an optional of anything is nil until it is set`() {
    let optional = Defaults.Key<AnyValue?>(unique(), suite: suite)
    #expect(Defaults[optional] == nil)
    Defaults[optional] = "🦄"
    #expect(Defaults[optional]?.get(String.self) == "🦄")
    Defaults.reset(optional)
    #expect(Defaults[optional] == nil)
  }
}
