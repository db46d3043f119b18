import Defaults
import Foundation
import Testing

private struct User: Codable, Hashable, Defaults.Serializable { var name: String }

// What is stored and makes no sense for a key reads as its default, and stays where it is.
struct InvalidValueTests {
  private let suite = UserDefaults(inMemory: "invalid")

  private func expectDefault<Value: Defaults.Serializable & Equatable>(
    _ defaultValue: Value,
    over objects: [Any],
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let key = Defaults.Key<Value>(unique(), default: defaultValue, suite: suite)
    let optional = Defaults.Key<Value?>(unique(), suite: suite)
    for object in objects {
      suite.set(object, forKey: key.name)
      suite.set(object, forKey: optional.name)
      let stored = suite.storedValue(forKey: key.name)
      #expect(stored != nil, sourceLocation: sourceLocation)
      #expect(Defaults[key] == defaultValue, "\(object)", sourceLocation: sourceLocation)
      #expect(Defaults[optional] == nil, "\(object)", sourceLocation: sourceLocation)
      #expect(suite.storedValue(forKey: key.name) == stored, sourceLocation: sourceLocation)
    }
  }

  @Test func `no truth values`() {
    expectDefault(true, over: ["YES", 1, 0.5, Data([1]), [false], ["a": false]])
  }

  @Test func `no whole numbers`() {
    expectDefault(7, over: ["seven", 0.5, true, Data([7]), [7], ["a": 7], Date()])
    expectDefault(UInt8(7), over: [256, -1, 1e300])
  }

  @Test func `no real numbers`() {
    expectDefault(0.5, over: ["half", true, Data([7]), [0.5], ["a": 0.5], Date()])
  }

  @Test func `no text`() {
    expectDefault("text", over: [1, 0.5, true, Data([65]), ["a"], ["a": "b"], Date()])
  }

  @Test func `no dates and no data`() {
    expectDefault(Date(timeIntervalSince1970: 0), over: [1, "today", Data([1]), [1]])
    expectDefault(Data([1]), over: [1, "AQ==", [1], ["a": 1], Date()])
  }

  @Test func `no addresses and no identifiers`() {
    expectDefault(URL(fileURLWithPath: "/"), over: [1, Data([1]), ["a"], ["a": "b"]])
    expectDefault(UUID(), over: ["no identifier", 1, Data([1]), [""]])
  }

  @Test func `no codable values`() {
    expectDefault(User(name: "x"), over: ["{}", "no JSON", "", 1, ["name": "x"], [1]])
  }

  @Test func `no arrays`() {
    expectDefault([1], over: ["x", 1, ["x"], [1, "x"] as [Any], ["a": 1]])
    expectDefault([[1]], over: [[1], [["x"]]])
  }

  @Test func `no sets and no dictionaries`() {
    expectDefault(Set([1]), over: ["x", 1, ["x"], ["a": 1]])
    expectDefault(["a": 1], over: ["x", 1, [1], ["a": "x"]])
    expectDefault([1: "x"], over: [["one": "x"], ["1": 1]])
  }

  @Test func `a write over it makes sense again, and so does a reset`() {
    let key = Defaults.Key<Int>(unique(), default: 7, suite: suite)
    suite.set("seven", forKey: key.name)
    #expect(Defaults[key] == 7)
    Defaults[key] = 8
    #expect(Defaults[key] == 8)
    suite.set("seven", forKey: key.name)
    key.reset()
    #expect(Defaults[key] == 7)
    #expect(suite.storedValues().isEmpty)
  }

  @Test func `a computed default stands in for it`() {
    let key = Defaults.Key<Int>(unique(), suite: suite) { 9 }
    suite.set("nine", forKey: key.name)
    #expect(Defaults[key] == 9)
    #expect(suite.string(forKey: key.name) == "nine")
  }

  @Test func `one element that makes no sense takes no other with it to the next write`() {
    let key = Defaults.Key<[Int]>(unique(), default: [], suite: suite)
    suite.set([1, "two", 3] as [Any], forKey: key.name)
    #expect(Defaults[key].isEmpty)
    #expect(suite.array(forKey: key.name)?.count == 3)
    #expect(suite.takeDiagnostics().count == 1)
  }
}
