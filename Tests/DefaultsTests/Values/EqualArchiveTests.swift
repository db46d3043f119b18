import Foundation
import TestSupport
import Testing

@testable import Defaults
@testable import DefaultsCore

/// An object with many members, whose archives Foundation makes in ever new orders.
final class ArchivedBadge: NSObject, NSSecureCoding, Defaults.Serializable {
  static var supportsSecureCoding: Bool { true }
  let name: String
  let tags: Set<String>
  let scores: [String: Int]

  init(_ name: String, tags: Set<String> = [], scores: [String: Int] = [:]) {
    self.name = name
    self.tags = tags
    self.scores = scores
  }

  init?(coder: NSCoder) {
    name = coder.decodeObject(of: NSString.self, forKey: "name") as String? ?? ""
    tags =
      coder.decodeObject(of: [NSSet.self, NSString.self], forKey: "tags") as? Set<String> ?? []
    scores =
      coder.decodeObject(of: [NSDictionary.self, NSString.self, NSNumber.self], forKey: "scores")
      as? [String: Int] ?? [:]
  }

  func encode(with coder: NSCoder) {
    coder.encode(NSString(string: name), forKey: "name")
    coder.encode(NSSet(set: tags), forKey: "tags")
    coder.encode(NSDictionary(dictionary: scores), forKey: "scores")
    for number in 0..<8 { coder.encode(number, forKey: "number \(number)") }
  }
}

struct EqualArchiveTests {
  private let suite = Defaults.Suite(inMemory: "equal archives")

  private func badge(_ name: String = "a") -> ArchivedBadge {
    ArchivedBadge(name, tags: ["x", "y", "z", "é"], scores: ["one": 1, "two": 2, "three": 3])
  }

  @Test func `an object has one archive`() throws {
    let archives = try Set((1...200).map { _ in try ArchivedBadge._storedValue(of: badge()) })
    #expect(archives.count == 1)
    let lists = try Set(
      (1...100).map { _ in try [ArchivedBadge]._storedValue(of: [badge(), badge("b")]) }
    )
    #expect(lists.count == 1)
    let archive: Defaults.StoredValue? = archives.first ?? nil
    let value = try #require(archive)
    let read = try #require(ArchivedBadge._value(from: value))
    #expect(read.name == "a" && read.tags == badge().tags && read.scores == badge().scores)
  }

  @Test func `writing an equal object again is no change`() throws {
    // The class compares objects by identity: what is stored must be equal.
    let key = Defaults.Key<ArchivedBadge?>("EqualArchiveTests.badge", suite: suite)
    let list = Defaults.Key<[String: [ArchivedBadge]]>(
      "EqualArchiveTests.list",
      default: [:],
      suite: suite
    )
    suite[key] = badge()
    suite[list] = ["a": [badge(), badge("b")], "b": []]
    let seen = Recorder<String>()
    let observations: [any Defaults.Observation] = [
      Defaults.observe(key, options: []) { _ in seen.record("key") },
      Defaults.observe(list, options: []) { _ in seen.record("list") },
      Defaults.observe(keys: key, list, options: []) { seen.record("keys") },
      suite.observeStoredValues { _ in seen.record("stored") },
    ]
    for _ in 1...100 {
      suite[key] = badge()
      suite[list] = ["b": [], "a": [badge(), badge("b")]]
    }
    #expect(seen.elements == [])
    suite[key] = badge("other")
    #expect(seen.elements.count == 3)
    for observation in observations { observation.invalidate() }
  }

  @Test func `streams of an equal object have no second element`() async {
    let key = Defaults.Key<ArchivedBadge?>("EqualArchiveTests.stream", suite: suite)
    suite[key] = badge()
    var names: [String] = []
    var updates = Defaults.updates(key).makeAsyncIterator()
    for name in ["a", "b", "c"] {
      for _ in 1...20 { suite[key] = badge(name) }
      names.append(await updates.next()??.name ?? "none")
    }
    #expect(names.last == "c" && names.count == 3)
    #expect(suite.storedValues().count == 1)
  }

  @Test func `what is no archive is left as it is`() {
    for bytes in ["", "abc", "<plist><dict/></plist>", "bplist00"] {
      #expect(OrderedArchive.data(of: Data(bytes.utf8)) == nil)
    }
    // A reference out of the archive.
    let broken = PropertyListDocument([
      "$objects": .array([.string("$null")]), "$top": .dictionary(["root": .uid(7)]),
    ])
    #expect((try? broken.encoded()).flatMap { OrderedArchive.data(of: Data($0)) } == nil)
  }
}
