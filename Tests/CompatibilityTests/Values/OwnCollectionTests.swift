import Defaults
import Foundation
import Testing

private struct Bag<Element: Defaults.Serializable>: Collection {
  var items: [Element]

  var startIndex: Int { items.startIndex }
  var endIndex: Int { items.endIndex }

  mutating func insert(element: Element, at index: Int) { items.insert(element, at: index) }
  func index(after index: Int) -> Int { items.index(after: index) }
  subscript(position: Int) -> Element { items[position] }
}

extension Bag: Defaults.CollectionSerializable {
  init(_ elements: [Element]) { items = elements }
}

extension Bag: Equatable where Element: Equatable {}
extension Bag: Hashable where Element: Hashable {}

private struct SetBag<Element: Defaults.Serializable & Hashable>: SetAlgebra, Hashable {
  var store = Set<Element>()

  init() {}
  init(_ store: Set<Element>) { self.store = store }

  func contains(_ member: Element) -> Bool { store.contains(member) }
  func union(_ other: SetBag) -> SetBag { SetBag(store.union(other.store)) }
  func intersection(_ other: SetBag) -> SetBag { SetBag(store.intersection(other.store)) }
  func symmetricDifference(_ other: SetBag) -> SetBag {
    SetBag(store.symmetricDifference(other.store))
  }

  @discardableResult
  mutating func insert(_ newMember: Element) -> (inserted: Bool, memberAfterInsert: Element) {
    store.insert(newMember)
  }

  mutating func remove(_ member: Element) -> Element? { store.remove(member) }
  mutating func update(with newMember: Element) -> Element? { store.update(with: newMember) }
  mutating func formUnion(_ other: SetBag) { store.formUnion(other.store) }
  mutating func formIntersection(_ other: SetBag) { store.formIntersection(other.store) }
  mutating func formSymmetricDifference(_ other: SetBag) {
    store.formSymmetricDifference(other.store)
  }
}

extension SetBag: Defaults.SetAlgebraSerializable {
  func toArray() -> [Element] { Array(store) }
}

private struct Fruit: Codable, Hashable, Defaults.Serializable {
  var name: String
}

private struct Mark: Hashable, Defaults.Serializable {
  var number: Int

  struct Bridge: Defaults.Bridge {
    func serialize(_ value: Mark?) -> [String: Int]? { value.map { ["number": $0.number] } }
    func deserialize(_ object: [String: Int]?) -> Mark? { object?["number"].map(Mark.init) }
  }

  static let bridge = Bridge()
}

struct OwnCollectionTests {
  private let suite = UserDefaults(inMemory: "own collections")

  @Test func `a bag is kept`() throws {
    try expectKept([Bag(["a", "b"]), Bag([])])
    try expectKeptInCollections(Bag([1, 2]), Bag([2, 1]))
  }

  @Test func `a bag of codable values is kept`() throws {
    try expectKept([Bag([Fruit(name: "fig")]), Bag([])])
    try expectKeptInCollections(Bag([Fruit(name: "fig")]), Bag([Fruit(name: "kiwi")]))
  }

  @Test func `a bag of values with a bridge is kept`() throws {
    try expectKept([Bag([Mark(number: 1), Mark(number: 1)]), Bag([])])
    try expectKeptInCollections(Bag([Mark(number: 1)]), Bag([Mark(number: 2)]))
  }

  @Test func `bags nest`() throws {
    try expectKept([Bag([Bag([1]), Bag([])]), Bag([])])
    try expectKept([["a": Bag([SetBag(Set([1, 2]))])], [:]])
  }

  @Test func `a bag is changed in place`() {
    let key = Defaults.Key<Bag<String>>(unique(), default: Bag(["Hello", "World!"]), suite: suite)
    Defaults[key].insert(element: "great", at: 1)
    #expect(Array(Defaults[key]) == ["Hello", "great", "World!"])
    #expect(suite.stringArray(forKey: key.name) == ["Hello", "great", "World!"])
    key.reset()
    #expect(Defaults[key][1] == "World!")
  }

  @Test func `an optional bag is nil until it is set`() {
    let key = Defaults.Key<Bag<Int>?>(unique(), suite: suite)
    #expect(Defaults[key] == nil)
    Defaults[key] = Bag([1])
    Defaults[key]?.insert(element: 2, at: 1)
    #expect(Defaults[key]?.items == [1, 2])
    Defaults[key] = nil
    #expect(suite.object(forKey: key.name) == nil)
  }

  @Test func `a set bag is kept`() throws {
    try expectKept([SetBag(Set(["a", "b"])), SetBag()])
    try expectKeptInCollections(SetBag(Set([1, 2])), SetBag(Set([3])))
  }

  @Test func `a set bag of codable values is kept`() throws {
    try expectKept([SetBag(Set([Fruit(name: "fig"), Fruit(name: "kiwi")])), SetBag()])
    try expectKeptInCollections(SetBag(Set([Fruit(name: "fig")])), SetBag())
  }

  @Test func `a set bag of values with a bridge is kept`() throws {
    try expectKept([SetBag(Set([Mark(number: 1), Mark(number: 2)])), SetBag()])
    try expectKeptInCollections(SetBag(Set([Mark(number: 1)])), SetBag())
  }

  @Test func `a set bag is changed in place`() {
    let key = Defaults.Key<SetBag<Int>>(unique(), default: SetBag(Set([1])), suite: suite)
    Defaults[key].insert(2)
    Defaults[key].formUnion(SetBag(Set([3])))
    _ = Defaults[key].remove(1)
    #expect(Defaults[key].store == [2, 3])
    #expect((suite.array(forKey: key.name) as? [Int])?.sorted() == [2, 3])
  }

  @Test func `elements that make no sense give the default`() {
    let bag = Defaults.Key<Bag<Int>>(unique(), default: Bag([1]), suite: suite)
    let set = Defaults.Key<SetBag<Mark>>(unique(), default: SetBag(), suite: suite)
    suite.set([1, "x"] as [Any], forKey: bag.name)
    suite.set([["number": "x"]], forKey: set.name)
    #expect(Defaults[bag].items == [1])
    #expect(Defaults[set].isEmpty)
    #expect(suite.array(forKey: bag.name)?.count == 2)
  }
}
