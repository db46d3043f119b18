import Defaults
import Foundation
import Testing

private struct Bag<Element: Defaults.Serializable>: Collection, Defaults.CollectionSerializable {
  var items: [Element]

  init(_ elements: [Element]) { items = elements }
  var startIndex: Int { items.startIndex }
  var endIndex: Int { items.endIndex }
  func index(after index: Int) -> Int { items.index(after: index) }
  subscript(position: Int) -> Element { items[position] }
}

extension Bag: Equatable where Element: Equatable {}

private struct SetBag<Element: Defaults.Serializable & Hashable>: SetAlgebra,
  Defaults.SetAlgebraSerializable
{
  var store: Set<Element> = []

  init() {}
  init<S: Sequence>(_ sequence: S) where S.Element == Element { store = Set(sequence) }
  func contains(_ member: Element) -> Bool { store.contains(member) }
  func union(_ other: Self) -> Self { Self(store.union(other.store)) }
  func intersection(_ other: Self) -> Self { Self(store.intersection(other.store)) }
  func symmetricDifference(_ other: Self) -> Self { Self(store.symmetricDifference(other.store)) }
  mutating func insert(_ member: Element) -> (inserted: Bool, memberAfterInsert: Element) {
    store.insert(member)
  }
  mutating func remove(_ member: Element) -> Element? { store.remove(member) }
  mutating func update(with member: Element) -> Element? { store.update(with: member) }
  mutating func formUnion(_ other: Self) { store.formUnion(other.store) }
  mutating func formIntersection(_ other: Self) { store.formIntersection(other.store) }
  mutating func formSymmetricDifference(_ other: Self) {
    store.formSymmetricDifference(other.store)
  }
  func toArray() -> [Element] { Array(store) }
}

private struct Item: Hashable, Codable, Defaults.Serializable { var name: String }

struct OwnCollectionTests {
  @Test func `a collection is an array of its elements`() throws {
    try expectRoundTrip(Bag(["a", "b"]), as: .array([.string("a"), .string("b")]))
    try expectRoundTrip(Bag<Int>([]), as: .array([]))
    try expectRoundTrip(Bag([Item(name: "x")]), as: .array([.string(#"{"name":"x"}"#)]))
    try expectRoundTrip(["k": [Bag([1])]], as: .dictionary(["k": .array([.array([.integer(1)])])]))
    expectUnreadable(Bag<Int>.self, [.array([.string("x")]), .integer(1)])
  }

  @Test func `a set is an array of its elements in an order of their own`() throws {
    let expected = StoredValue.array([.integer(1), .integer(2), .integer(3)])
    try expectRoundTrip(SetBag([3, 1, 2]), as: expected)
    try expectRoundTrip(SetBag([Item(name: "x")]), as: .array([.string(#"{"name":"x"}"#)]))
    expectUnreadable(SetBag<Int>.self, [.array([.string("x")]), .string("")])
  }

  @Test func `they are values of keys`() {
    let suite = Defaults.Suite(inMemory: "own")
    let bag = Defaults.Key<Bag<String>>("bag", default: Bag(["Hello", "World!"]), suite: suite)
    #expect(Defaults[bag][1] == "World!")
    Defaults[bag].items.append("x")
    #expect(Defaults[bag].count == 3)
    let set = Defaults.Key<SetBag<String>>("set", default: SetBag(["a"]), suite: suite)
    _ = Defaults[set].insert("b")
    #expect(Defaults[set].contains("b"))
    #expect(suite.stringArray(forKey: "set") == ["a", "b"])
  }

  @Test func `their bridges convert alone, too`() {
    let bridge = Defaults.CollectionBridge<Bag<Int>>()
    #expect(bridge.serialize(Bag([1, 2]))?.count == 2)
    #expect(bridge.deserialize(bridge.serialize(Bag([1, 2]))) == Bag([1, 2]))
    let setBridge = Defaults.SetAlgebraBridge<SetBag<Int>>()
    #expect(setBridge.deserialize(setBridge.serialize(SetBag([1, 2]))) == SetBag([2, 1]))
  }
}
