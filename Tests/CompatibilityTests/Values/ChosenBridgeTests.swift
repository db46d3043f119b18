import Defaults
import Foundation
import Testing

// A type that names its bridge is stored by that, whatever else it is.

/// Stores the text of a value with a mark, so that it can be told from every other form.
private protocol Marked {
  var text: String { get }
  init(text: String)
}

private struct MarkBridge<Value: Marked>: Defaults.Bridge {
  func serialize(_ value: Value?) -> String? { value.map { "mark:\($0.text)" } }

  func deserialize(_ object: String?) -> Value? {
    guard let object, object.hasPrefix("mark:") else { return nil }
    return Value(text: String(object.dropFirst("mark:".count)))
  }
}

private struct Plain: Codable, Hashable, Marked, Defaults.Serializable {
  var text: String
  static var bridge: MarkBridge<Self> { MarkBridge() }
}

private struct Raw: RawRepresentable, Hashable, Marked, Defaults.Serializable {
  var rawValue: String
  var text: String { rawValue }
  init(rawValue: String) { self.rawValue = rawValue }
  init(text: String) { rawValue = text }
  static var bridge: MarkBridge<Self> { MarkBridge() }
}

private enum Both: String, Codable, Marked, Defaults.Serializable {
  case one, two
  var text: String { rawValue }
  init(text: String) { self = Self(rawValue: text) ?? .one }
  static var bridge: MarkBridge<Self> { MarkBridge() }
}

private struct Letters: Collection, Hashable, Marked, Defaults.CollectionSerializable {
  var text: String
  init(text: String) { self.text = text }
  init(_ elements: [String]) { text = elements.joined() }
  var startIndex: Int { 0 }
  var endIndex: Int { text.count }
  func index(after index: Int) -> Int { index + 1 }
  subscript(position: Int) -> String { String(Array(text)[position]) }
  static var bridge: MarkBridge<Self> { MarkBridge() }
}

private struct Digits: SetAlgebra, Hashable, Marked, Defaults.SetAlgebraSerializable {
  var store: Set<String>
  var text: String { store.sorted().joined() }
  init() { store = [] }
  init(text: String) { store = Set(text.map { String($0) }) }
  init<S: Sequence>(_ sequence: S) where S.Element == String { store = Set(sequence) }
  func contains(_ member: String) -> Bool { store.contains(member) }
  func union(_ other: Self) -> Self { Self(store.union(other.store)) }
  func intersection(_ other: Self) -> Self { Self(store.intersection(other.store)) }
  func symmetricDifference(_ other: Self) -> Self { Self(store.symmetricDifference(other.store)) }
  mutating func insert(_ member: String) -> (inserted: Bool, memberAfterInsert: String) {
    store.insert(member)
  }
  mutating func remove(_ member: String) -> String? { store.remove(member) }
  mutating func update(with member: String) -> String? { store.update(with: member) }
  mutating func formUnion(_ other: Self) { store.formUnion(other.store) }
  mutating func formIntersection(_ other: Self) { store.formIntersection(other.store) }
  mutating func formSymmetricDifference(_ other: Self) {
    store.formSymmetricDifference(other.store)
  }
  func toArray() -> [String] { store.sorted() }
  static var bridge: MarkBridge<Self> { MarkBridge() }
}

private struct Span: Hashable, Marked, Defaults.RangeSerializable {
  var lowerBound: Int
  var upperBound: Int
  var text: String { "\(lowerBound)-\(upperBound)" }
  init(uncheckedBounds: (lower: Int, upper: Int)) {
    (lowerBound, upperBound) = uncheckedBounds
  }
  init(text: String) {
    let bounds = text.split(separator: "-").compactMap { Int($0) }
    (lowerBound, upperBound) = (bounds.first ?? 0, bounds.last ?? 0)
  }
  static var bridge: MarkBridge<Self> { MarkBridge() }
}

private final class MarkedPhoto: NSObject, NSSecureCoding, Marked, Defaults.Serializable {
  static var supportsSecureCoding: Bool { true }
  let text: String
  init(text: String) { self.text = text }
  init?(coder: NSCoder) { text = "archived" }
  func encode(with coder: NSCoder) {}
  override func isEqual(_ object: Any?) -> Bool { (object as? MarkedPhoto)?.text == text }
  static var bridge: MarkBridge<MarkedPhoto> { MarkBridge() }
}

/// A bridge that says only what it is for.
private struct NoteBridge: Defaults.CodableBridge {
  typealias Value = Note
  typealias Serializable = String
}

private struct Note: Codable, Hashable, Defaults.Serializable {
  var text: String
  static let bridge = NoteBridge()
}

struct ChosenBridgeTests {
  private let suite = UserDefaults(inMemory: "chosen")

  private func expectMarked<Value: Defaults.Serializable & Equatable & Marked>(
    _ value: Value,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    try expectKept([value], sourceLocation: sourceLocation)
    try expectKept([[value], []], sourceLocation: sourceLocation)
    let key = Defaults.Key<Value>(unique(), default: value, suite: suite)
    let list = Defaults.Key<[Value]>(unique(), default: [value], suite: suite)
    Defaults[key] = value
    let text = "mark:\(value.text)"
    #expect(suite.string(forKey: key.name) == text, sourceLocation: sourceLocation)
    #expect(suite.stringArray(forKey: list.name) == [text], sourceLocation: sourceLocation)
  }

  @Test func `one that is codable`() throws { try expectMarked(Plain(text: "a")) }
  @Test func `one that has a raw value`() throws { try expectMarked(Raw(text: "a")) }
  @Test func `one that is both`() throws { try expectMarked(Both.two) }
  @Test func `one that is a collection`() throws { try expectMarked(Letters(text: "abc")) }
  @Test func `one that is a set`() throws { try expectMarked(Digits(text: "123")) }
  @Test func `one that is a range`() throws { try expectMarked(Span(text: "1-5")) }
  @Test func `one that is archived`() throws { try expectMarked(MarkedPhoto(text: "a")) }

  @Test func `a bridge for a codable type need only name the type`() throws {
    try expectKept([Note(text: "a"), Note(text: "")])
    let key = Defaults.Key<Note>(unique(), default: Note(text: "a"), suite: suite)
    #expect(suite.string(forKey: key.name) == #"{"text":"a"}"#)
  }

  @Test func `generic code reaches a type's bridge and its two sides`() {
    func sides<Value: Defaults.Serializable>(_ type: Value.Type) -> [String] {
      ["\(Value.Bridge.self)", "\(Value.Value.self)", "\(Value.Serializable.self)"]
    }
    #expect(sides(Plain.self) == ["MarkBridge<Plain>", "Plain", "String"])
    #expect(sides(Note.self) == ["NoteBridge", "Note", "String"])
  }
}
