import Defaults
import Foundation
import Testing

// A podcast player with a long history: values of version 4, keys with new names, own collections.

private struct Queue<Element: Defaults.Serializable>: Collection {
  var episodes: [Element]

  var startIndex: Int { episodes.startIndex }
  var endIndex: Int { episodes.endIndex }
  func index(after index: Int) -> Int { episodes.index(after: index) }
  subscript(position: Int) -> Element { episodes[position] }
}

extension Queue: Defaults.CollectionSerializable {
  init(_ elements: [Element]) { episodes = elements }
}

extension Queue: Defaults.NativeType where Element: Defaults.NativeType {}

private struct Tags<Element: Defaults.Serializable & Hashable>: SetAlgebra {
  var tags = Set<Element>()

  init() {}
  init(_ elements: [Element]) { tags = Set(elements) }
  func contains(_ member: Element) -> Bool { tags.contains(member) }
  func union(_ other: Self) -> Self { Self(Array(tags.union(other.tags))) }
  func intersection(_ other: Self) -> Self { Self(Array(tags.intersection(other.tags))) }
  func symmetricDifference(_ other: Self) -> Self {
    Self(Array(tags.symmetricDifference(other.tags)))
  }
  mutating func insert(_ newMember: Element) -> (inserted: Bool, memberAfterInsert: Element) {
    tags.insert(newMember)
  }
  mutating func remove(_ member: Element) -> Element? { tags.remove(member) }
  mutating func update(with newMember: Element) -> Element? { tags.update(with: newMember) }
  mutating func formUnion(_ other: Self) { tags.formUnion(other.tags) }
  mutating func formIntersection(_ other: Self) { tags.formIntersection(other.tags) }
  mutating func formSymmetricDifference(_ other: Self) { tags.formSymmetricDifference(other.tags) }
}

extension Tags: Defaults.SetAlgebraSerializable {
  func toArray() -> [Element] { Array(tags) }
}

extension Tags: Defaults.NativeType where Element: Defaults.NativeType {}

private let podcasts = UserDefaults(inMemory: "org.example.Podcasts")

extension Defaults.Keys {
  fileprivate static let queue = Key<Queue<String>>("queue", default: Queue([]), suite: podcasts)
  fileprivate static let tags = Key<Tags<Int>>("tags", default: Tags(), suite: podcasts)
  fileprivate static let speeds = Key<[String: Double]>("speeds", default: [:], suite: podcasts)
  fileprivate static let skip = Key<Int>("skip", default: 30, suite: podcasts)
}

@Suite(.serialized)
struct PodcastApp {
  init() { podcasts.removeAll() }

  @Test func `own collections of version 4 are migrated`() {
    podcasts.set(#"["a","b"]"#, forKey: "queue")
    podcasts.set("[3,1,3]", forKey: "tags")
    podcasts.set(#"{"news":1.5}"#, forKey: "speeds")
    Defaults.migrate(.queue, .tags, .speeds, to: .v5)
    #expect(Defaults[.queue].episodes == ["a", "b"])
    #expect(Defaults[.tags].tags == [1, 3])
    #expect(Defaults[.speeds] == ["news": 1.5])
    #expect(podcasts.stringArray(forKey: "queue") == ["a", "b"])
    #expect(podcasts.array(forKey: "tags") as? [Int] == [1, 3])
    Defaults.migrate(.queue, to: .v5)
    #expect(Defaults[.queue].episodes == ["a", "b"])
  }

  @Test func `a key gets the value of its old name`() throws {
    podcasts.set(45, forKey: "skipSeconds")
    try Defaults.migrate(from: "skipSeconds", to: .skip)
    #expect(Defaults[.skip] == 45)
    #expect(podcasts.object(forKey: "skipSeconds") == nil)
  }

  @Test func `a function takes any collection of numbers`() {
    func sum(_ numbers: some Defaults.CollectionSerializable<Int>) -> Int { numbers.reduce(0, +) }
    func all(_ numbers: some Defaults.SetAlgebraSerializable<Int>) -> [Int] { numbers.toArray() }
    #expect(sum(Queue([1, 2])) == 3)
    #expect(all(Tags([4])) == [4])
  }
}
