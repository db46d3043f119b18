import Defaults
import Foundation
import Testing

private enum Length: String, CaseIterable, Defaults.Serializable {
  case tenMinutes = "10 Minutes"
  case halfHour = "30 Minutes"
  case oneHour = "1 Hour"
}

private enum Priority: Int, Defaults.Serializable {
  case low = -1
  case normal = 0
  case high = 1
}

private enum Ratio: Double, Defaults.Serializable {
  case half = 0.5
  case double = 2
}

private struct Host: RawRepresentable, Hashable, Defaults.Serializable {
  var rawValue: URL
  init(rawValue: URL) { self.rawValue = rawValue }
}

private struct Options: OptionSet, Hashable, Defaults.Serializable {
  var rawValue: Int
  static let bold = Self(rawValue: 1)
  static let italic = Self(rawValue: 2)
}

struct EnumerationTests {
  private let suite = UserDefaults(inMemory: "enumerations")

  @Test func `an enumeration of text is kept`() throws {
    try expectKept(Length.allCases)
    try expectKeptInCollections(Length.tenMinutes, .oneHour)
  }

  @Test func `an enumeration of whole numbers is kept`() throws {
    try expectKept([Priority.normal, .low, .high])
    try expectKeptInCollections(Priority.low, .high)
  }

  @Test func `an enumeration of real numbers is kept`() throws {
    try expectKept([Ratio.half, .double])
    try expectKeptInCollections(Ratio.half, .double)
  }

  @Test func `an enumeration is its raw value to those who know no types`() {
    let length = Defaults.Key<Length>(unique(), default: .oneHour, suite: suite)
    let priority = Defaults.Key<Priority>(unique(), default: .high, suite: suite)
    #expect(suite.string(forKey: length.name) == "1 Hour")
    #expect(suite.integer(forKey: priority.name) == 1)
    Defaults[length] = .halfHour
    Defaults[priority] = .low
    #expect(suite.string(forKey: length.name) == "30 Minutes")
    #expect(suite.integer(forKey: priority.name) == -1)
  }

  @Test func `a raw value that no case has reads as the default and stays`() {
    let key = Defaults.Key<Length>(unique(), default: .oneHour, suite: suite)
    suite.set("2 Hours", forKey: key.name)
    #expect(Defaults[key] == .oneHour)
    #expect(suite.string(forKey: key.name) == "2 Hours")
    let optional = Defaults.Key<Priority?>(unique(), suite: suite)
    suite.set(7, forKey: optional.name)
    #expect(Defaults[optional] == nil)
    #expect(suite.integer(forKey: optional.name) == 7)
  }

  @Test func `an array with a raw value that no case has is not cut short`() {
    let key = Defaults.Key<[Length]>(unique(), default: [.oneHour], suite: suite)
    suite.set(["10 Minutes", "2 Hours"], forKey: key.name)
    #expect(Defaults[key] == [.oneHour])
    #expect(suite.stringArray(forKey: key.name) == ["10 Minutes", "2 Hours"])
  }

  @Test func `cases are changed in place inside collections`() {
    let list = Defaults.Key<[Length]>(unique(), default: [.tenMinutes], suite: suite)
    let table = Defaults.Key<[String: Priority]>(unique(), default: ["a": .low], suite: suite)
    let set = Defaults.Key<Set<Length>>(unique(), default: [.oneHour], suite: suite)
    Defaults[list][0] = .halfHour
    Defaults[list].append(.oneHour)
    Defaults[table]["b"] = .high
    Defaults[set].insert(.tenMinutes)
    #expect(Defaults[list] == [.halfHour, .oneHour])
    #expect(Defaults[table] == ["a": .low, "b": .high])
    #expect(Defaults[set] == [.oneHour, .tenMinutes])
  }

  @Test func `a raw value may be of a type that has a bridge`() throws {
    let home = Host(rawValue: try #require(URL(string: "https://example.com")))
    let local = Host(rawValue: URL(fileURLWithPath: "/tmp"))
    try expectKept([home, local])
    try expectKeptInCollections(home, local)
  }

  @Test func `a set of options is stored as its number`() throws {
    try expectKept([Options.bold, [], [.bold, .italic]])
    let key = Defaults.Key<Options>(unique(), default: .bold, suite: suite)
    Defaults[key].insert(.italic)
    #expect(suite.integer(forKey: key.name) == 3)
  }
}
