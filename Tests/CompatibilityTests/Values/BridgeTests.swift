import Defaults
import Foundation
import Testing

/// Stored as a dictionary, by a bridge that is a structure.
private struct Player: Hashable {
  var name: String
  var score: Int
}

private struct PlayerBridge: Defaults.Bridge {
  typealias Value = Player
  typealias Serializable = [String: String]

  func serialize(_ value: Value?) -> Serializable? {
    guard let value else { return nil }
    return ["name": value.name, "score": String(value.score)]
  }

  func deserialize(_ object: Serializable?) -> Value? {
    guard let name = object?["name"], let score = object?["score"].flatMap({ Int($0) }) else {
      return nil
    }
    return Player(name: name, score: score)
  }
}

extension Player: Defaults.Serializable {
  static let bridge = PlayerBridge()
}

/// Stored as text that is made of a value with a bridge of its own, by a bridge that is a class.
private struct Moment: Hashable {
  var hour: Int
  var minute: Int
}

private final class MomentBridge: Defaults.Bridge, Sendable {
  typealias Value = Moment
  typealias Serializable = PlainMoment

  func serialize(_ value: Value?) -> Serializable? {
    value.map { PlainMoment(hour: $0.hour, minute: $0.minute) }
  }

  func deserialize(_ object: Serializable?) -> Value? {
    object.map { Moment(hour: $0.hour, minute: $0.minute) }
  }
}

private struct PlainMoment: Codable, Hashable, Defaults.Serializable {
  var hour: Int
  var minute: Int
}

extension Moment: Defaults.Serializable {
  static let bridge = MomentBridge()
}

/// Stored as an array of values with a bridge of their own.
private struct Schedule: Hashable {
  var moments: [Moment]
}

private struct ScheduleBridge: Defaults.Bridge {
  func serialize(_ value: Schedule?) -> [Moment]? { value?.moments }
  func deserialize(_ object: [Moment]?) -> Schedule? { object.map(Schedule.init) }
}

extension Schedule: Defaults.Serializable {
  static let bridge = ScheduleBridge()
}

/// Refuses negative numbers on the way in and on the way out.
private struct Natural: Hashable, Defaults.Serializable {
  var value: Int

  struct Bridge: Defaults.Bridge {
    func serialize(_ value: Natural?) -> Int? {
      value.flatMap { $0.value < 0 ? nil : $0.value }
    }

    func deserialize(_ object: Int?) -> Natural? {
      object.flatMap { $0 < 0 ? nil : Natural(value: $0) }
    }
  }

  static let bridge = Bridge()
}

struct BridgeTests {
  private let suite = UserDefaults(inMemory: "bridges")
  private let ada = Player(name: "Ada", score: 10)
  private let alan = Player(name: "Alan", score: -1)
  private let noon = Moment(hour: 12, minute: 0)
  private let one = Moment(hour: 1, minute: 0)

  @Test func `a value with a bridge is kept`() throws {
    try expectKept([ada, alan])
    try expectKeptInCollections(ada, alan)
  }

  @Test func `it is what its bridge made of it to those who know no types`() {
    let key = Defaults.Key<Player>(unique(), default: ada, suite: suite)
    #expect(
      suite.dictionary(forKey: key.name) as? [String: String] == ["name": "Ada", "score": "10"]
    )
    let list = Defaults.Key<[Player]>(unique(), default: [ada], suite: suite)
    #expect(
      suite.array(forKey: list.name) as? [[String: String]] == [["name": "Ada", "score": "10"]]
    )
  }

  @Test func `it is changed in place`() {
    let key = Defaults.Key<Player>(unique(), default: ada, suite: suite)
    let table = Defaults.Key<[String: [Player]]>(unique(), default: ["a": [ada]], suite: suite)
    Defaults[key].score += 5
    Defaults[table]["a"]?[0].name = "Grace"
    #expect(Defaults[key] == Player(name: "Ada", score: 15))
    #expect(Defaults[table]["a"]?.first?.name == "Grace")
  }

  @Test func `a bridge may lead to a type that has a bridge`() throws {
    try expectKept([noon, one])
    try expectKeptInCollections(noon, one)
    let key = Defaults.Key<Moment>(unique(), default: one, suite: suite)
    #expect(suite.string(forKey: key.name) == #"{"hour":1,"minute":0}"#)
    let list = Defaults.Key<[Moment]>(unique(), default: [one], suite: suite)
    #expect(suite.stringArray(forKey: list.name) == [#"{"hour":1,"minute":0}"#])
  }

  @Test func `a bridge may lead to a collection of such`() throws {
    let schedule = Schedule(moments: [noon, one])
    try expectKept([schedule, Schedule(moments: [])])
    try expectKeptInCollections(schedule, Schedule(moments: [one]))
    let key = Defaults.Key<Schedule>(unique(), default: Schedule(moments: [one]), suite: suite)
    #expect(suite.stringArray(forKey: key.name) == [#"{"hour":1,"minute":0}"#])
  }

  @Test func `what a bridge cannot read reads as the default and stays`() {
    let key = Defaults.Key<Player>(unique(), default: ada, suite: suite)
    suite.set(["name": "nobody"], forKey: key.name)
    #expect(Defaults[key] == ada)
    #expect(suite.dictionary(forKey: key.name) as? [String: String] == ["name": "nobody"])
    let number = Defaults.Key<Natural>(unique(), default: Natural(value: 1), suite: suite)
    suite.set(-5, forKey: number.name)
    #expect(Defaults[number].value == 1)
    #expect(suite.integer(forKey: number.name) == -5)
  }

  @Test func `what a bridge refuses leaves what was stored`() {
    let key = Defaults.Key<Natural>(unique(), default: Natural(value: 1), suite: suite)
    let list = Defaults.Key<[Natural]>(unique(), default: [], suite: suite)
    Defaults[key] = Natural(value: 2)
    Defaults[list] = [Natural(value: 3)]
    Defaults[key] = Natural(value: -1)
    Defaults[list].append(Natural(value: -1))
    #expect(Defaults[key].value == 2)
    #expect(Defaults[list].map(\.value) == [3])
    #expect(suite.takeDiagnostics().count == 2)
  }

  @Test func `an optional of a type with a bridge is nil until it is set`() {
    let key = Defaults.Key<Player?>(unique(), suite: suite)
    #expect(Defaults[key] == nil)
    Defaults[key] = alan
    Defaults[key]?.score = 3
    #expect(Defaults[key] == Player(name: "Alan", score: 3))
    Defaults[key] = nil
    #expect(suite.object(forKey: key.name) == nil)
  }

  @Test func `a bridge can be asked through its type`() {
    #expect(Player.bridge.serialize(ada)?["name"] == "Ada")
    #expect(Player.bridge.deserialize(["name": "x", "score": "1"])?.score == 1)
    #expect(Schedule.bridge.serialize(nil) == nil)
    #expect(Player.isNativelySupportedType == false)
  }
}
