import Defaults

// Collections of one's own, as the readme of sindresorhus/Defaults shows how to store them.

struct Stack<Element: Defaults.Serializable>: Collection {
  var items: [Element]

  var startIndex: Int { items.startIndex }
  var endIndex: Int { items.endIndex }

  func index(after index: Int) -> Int { items.index(after: index) }
  subscript(position: Int) -> Element { items[position] }
}

extension Stack: Defaults.CollectionSerializable {
  init(_ elements: [Element]) {
    self.items = elements
  }
}

struct NameSet<Element: Defaults.Serializable & Hashable>: SetAlgebra {
  var store = Set<Element>()

  init() {}
  init(_ store: Set<Element>) { self.store = store }

  func contains(_ member: Element) -> Bool { store.contains(member) }
  func union(_ other: NameSet) -> NameSet { NameSet(store.union(other.store)) }
  func intersection(_ other: NameSet) -> NameSet { NameSet(store.intersection(other.store)) }
  func symmetricDifference(_ other: NameSet) -> NameSet {
    NameSet(store.symmetricDifference(other.store))
  }

  @discardableResult
  mutating func insert(_ newMember: Element) -> (inserted: Bool, memberAfterInsert: Element) {
    store.insert(newMember)
  }

  mutating func remove(_ member: Element) -> Element? { store.remove(member) }
  mutating func update(with newMember: Element) -> Element? { store.update(with: newMember) }
  mutating func formUnion(_ other: NameSet) { store.formUnion(other.store) }
  mutating func formIntersection(_ other: NameSet) { store.formIntersection(other.store) }
  mutating func formSymmetricDifference(_ other: NameSet) {
    store.formSymmetricDifference(other.store)
  }
}

extension NameSet: Defaults.SetAlgebraSerializable {
  func toArray() -> [Element] { Array(store) }
}
