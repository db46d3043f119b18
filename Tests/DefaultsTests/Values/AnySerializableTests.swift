import Foundation
import TestSupport
import Testing

@testable import Defaults
@testable import DefaultsCore

private enum Kind: String, Defaults.Serializable {
  case json = "application/json"
  case stream = "application/octet-stream"
}

private struct Point: Codable, Hashable, Defaults.Serializable {
  var x: Double
}

struct AnySerializableTests {
  private typealias AnyValue = Defaults.AnySerializable
  private let suite = Defaults.Suite(inMemory: "any")

  private func key(_ defaultValue: AnyValue) -> Defaults.Key<AnyValue> {
    Defaults.Key("AnySerializableTests", default: defaultValue, suite: suite)
  }

  @Test func `literals of every kind are values`() {
    let key = key(121_314)
    #expect(Defaults[key] == 121_314)
    Defaults[key] = "🦄"
    #expect(Defaults[key].get(String.self) == "🦄")
    Defaults[key] = 1.5
    #expect(Defaults[key].get() == Double(1.5))
    Defaults[key] = true
    #expect(Defaults[key].get(Bool.self) == true)
    Defaults[key] = [1, "two", [3]]
    #expect(Defaults[key].get([AnyValue].self) == [1, "two", [3]])
    Defaults[key] = ["a": 1, "b": ["c": nil, "d": 2]]
    // A property list has no place for the nil inside, so the write is refused as a whole.
    #expect(Defaults[key].get([AnyValue].self) == [1, "two", [3]])
    Defaults[key] = ["a": 1, "b": ["d": 2]]
    #expect(Defaults[key].get([String: AnyValue].self)?["b"]?.get() == ["d": 2])
    Defaults[key] = nil
    #expect(Defaults[key] == 121_314)
    #expect(!key.isSet)
  }

  @Test func `other values are wrapped and read by their type`() {
    let key = key([AnyValue(Kind.json)])
    let kinds: [Kind]? = Defaults[key].get()
    #expect(kinds == [.json])
    Defaults[key].set(Kind.stream)
    #expect(Defaults[key].get(Kind.self) == .stream)
    #expect(suite.string(forKey: key.name) == "application/octet-stream")
    Defaults[key].set(Point(x: 0.5), type: Point.self)
    #expect(Defaults[key].get(Point.self) == Point(x: 0.5))
    Defaults[key].set(Optional(Data([1, 2])))
    #expect(Defaults[key].get(Data.self) == Data([1, 2]))
  }

  @Test func `another type reads as nothing`() {
    let value = AnyValue("text")
    #expect(value.get(Int.self) == nil)
    #expect(value.get([String].self) == nil)
    #expect(value.get(Kind.self) == nil)
    #expect(AnyValue("123").get(Int.self) == 123)
    #expect(AnyValue(1).get(Bool.self) == nil)
    #expect(AnyValue(10).get(Double.self) == 10)
  }

  @Test func `equal values are equal whatever their width`() {
    #expect(AnyValue(Int8(1)) == AnyValue(UInt64(1)))
    #expect(AnyValue(1) != AnyValue(1.0))
    #expect(AnyValue(1) != AnyValue(true))
    #expect(AnyValue([1, 2]) == [1, 2])
    #expect(AnyValue("1") != AnyValue(1))
    #expect(Set<AnyValue>([1, "1", 1.5, true, [1], ["1": 1], AnyValue(Int8(1))]).count == 6)
  }

  @Test func `they nest in collections`() throws {
    let magic = Defaults.Key<[String: AnyValue]>("magic", default: [:], suite: suite)
    Defaults[magic]["unicorn"] = "🦄"
    Defaults[magic]["number"] = 3
    Defaults[magic]["enum"] = AnyValue(Kind.json)
    #expect(Defaults[magic]["enum"]?.get(Kind.self) == .json)
    #expect(
      suite.storedValue(forKey: "magic")
        == .dictionary([
          "unicorn": .string("🦄"), "number": .integer(3), "enum": .string("application/json"),
        ])
    )
    Defaults[magic]["unicorn"] = nil
    #expect(Defaults[magic].count == 2)
    let set = Defaults.Key<Set<AnyValue>>("set", default: [], suite: suite)
    Defaults[set] = ["a", 1, 1.5, false]
    #expect(Defaults[set] == [1, false, "a", 1.5])
  }

  @Test func `its bridge passes objects of a property list on`() {
    let bridge = AnyValue.bridge
    #expect(bridge.serialize(3) as? Int == 3)
    #expect(bridge.deserialize(["a": [1]]) == ["a": [1]])
    #expect(bridge.serialize(nil) == nil)
    #expect(bridge.deserialize(nil) == nil)
  }
}
