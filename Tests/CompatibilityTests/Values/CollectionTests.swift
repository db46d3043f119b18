import Defaults
import Foundation
import TestSupport
import Testing

struct CollectionTests {
  private let suite = UserDefaults(inMemory: "collections")

  // MARK: - Arrays

  @Test(.thorough) func `an array of ten thousand elements is kept`() throws {
    try expectKept([Array(0..<10_000), []])
  }

  @Test func `an array is changed in place`() {
    let key = Defaults.Key<[String]>(unique(), default: ["a"], suite: suite)
    Defaults[key].append("b")
    Defaults[key][0] = "x"
    Defaults[key].insert("y", at: 1)
    #expect(Defaults[key] == ["x", "y", "b"])
    Defaults[key].removeAll { $0 == "y" }
    #expect(suite.stringArray(forKey: key.name) == ["x", "b"])
  }

  @Test func `an empty array hides a default that is not empty`() {
    let key = Defaults.Key<[Int]>(unique(), default: [1, 2], suite: suite)
    Defaults[key] = []
    #expect(Defaults[key].isEmpty)
    #expect(suite.array(forKey: key.name)?.isEmpty == true)
  }

  @Test func `an array is read by those who know no types`() {
    let key = Defaults.Key<[Int]>(unique(), default: [1, 2], suite: suite)
    #expect(suite.array(forKey: key.name) as? [Int] == [1, 2])
    Defaults[key] = [3]
    #expect(suite.array(forKey: key.name) as? [Int] == [3])
  }

  @Test func `arrays say whether a property list holds them as they are`() {
    #expect([Int].isNativelySupportedType)
    #expect([[Date]].isNativelySupportedType)
    #expect(![URL].isNativelySupportedType)
    #expect([String: Double].isNativelySupportedType)
    #expect(!Set<Int>.isNativelySupportedType)
    #expect(Optional<Int>.isNativelySupportedType)
  }

  // MARK: - Dictionaries

  @Test func `a dictionary is changed in place`() {
    let key = Defaults.Key<[String: Int]>(unique(), default: ["a": 1], suite: suite)
    Defaults[key]["b"] = 2
    Defaults[key]["a"]? += 10
    Defaults[key]["c", default: 0] += 3
    #expect(Defaults[key] == ["a": 11, "b": 2, "c": 3])
    Defaults[key]["a"] = nil
    #expect(suite.dictionary(forKey: key.name)?.keys.sorted() == ["b", "c"])
  }

  @Test func `an empty dictionary hides a default that is not empty`() {
    let key = Defaults.Key<[String: Int]>(unique(), default: ["a": 1], suite: suite)
    Defaults[key] = [:]
    #expect(Defaults[key].isEmpty)
  }

  @Test func `the keys of a dictionary are stored as their text`() {
    let numbers = Defaults.Key<[Int: String]>(unique(), default: [1: "one"], suite: suite)
    let truths = Defaults.Key<[Bool: Int]>(unique(), default: [true: 1], suite: suite)
    Defaults[numbers][-2] = "minus two"
    #expect(Defaults[numbers] == [1: "one", -2: "minus two"])
    #expect(suite.dictionary(forKey: numbers.name)?["-2"] as? String == "minus two")
    #expect(suite.dictionary(forKey: truths.name)?["true"] as? Int == 1)
  }

  @Test func `a dictionary has keys of any text`() throws {
    try expectKept([["": 1, "a.b": 2, "@": 3, "🦄": 4, "\u{1}": 5, "$null": 6]])
  }

  // MARK: - Sets

  @Test func `a set is changed in place`() {
    let key = Defaults.Key<Set<Int>>(unique(), default: [1], suite: suite)
    Defaults[key].insert(2)
    Defaults[key].formUnion([3])
    Defaults[key].remove(1)
    #expect(Defaults[key] == [2, 3])
    #expect((suite.array(forKey: key.name) as? [Int])?.sorted() == [2, 3])
  }

  @Test func `an empty set hides a default that is not empty`() {
    let key = Defaults.Key<Set<Int>>(unique(), default: [1], suite: suite)
    Defaults[key] = []
    #expect(Defaults[key].isEmpty)
  }

  // MARK: - Nested

  @Test func `collections are kept to any depth`() throws {
    try expectKept([[["a": Set([["b": 1], ["c": 2]])]], []])
    try expectKept([[[[[["deep"]]]]], []])
    try expectKept([["a": ["b": ["c": ["d": [1.5]]]]], [:]])
  }

  @Test func `a value deep inside is changed in place`() {
    let key = Defaults.Key<[String: [Set<Int>]]>(unique(), default: ["a": [[1]]], suite: suite)
    Defaults[key]["a"]?[0].insert(2)
    #expect(Defaults[key] == ["a": [[1, 2]]])
  }

  @Test func `an optional collection is nil until it is set`() {
    let list = Defaults.Key<[Int]?>(unique(), suite: suite)
    let table = Defaults.Key<[String: Int]?>(unique(), suite: suite)
    let set = Defaults.Key<Set<Int>?>(unique(), suite: suite)
    #expect(Defaults[list] == nil)
    #expect(Defaults[table] == nil)
    #expect(Defaults[set] == nil)
    Defaults[list] = []
    Defaults[table] = [:]
    Defaults[set] = []
    #expect(Defaults[list] == [])
    #expect(Defaults[table] == [:])
    #expect(Defaults[set] == [])
    Defaults.reset(list, table, set)
    #expect(Defaults[list] == nil)
    #expect(suite.storedValues().isEmpty)
  }
}
