import Defaults
import Foundation
import Testing

struct CollectionValueTests {
  @Test func `an array is stored element by element`() throws {
    try expectRoundTrip([Int](), as: .array([]))
    try expectRoundTrip([1, 2, 3], as: .array([.integer(1), .integer(2), .integer(3)]))
    try expectRoundTrip(["a", ""], as: .array([.string("a"), .string("")]))
    let many = Array(0..<10_000)
    try expectRoundTrip(many, as: .array(many.map { .integer(Int128($0)) }))
  }

  @Test func `an array with an element that makes no sense is unreadable as a whole`() {
    expectUnreadable(
      [Int].self,
      [
        .array([.integer(1), .string("two")]), .array([.bool(true)]), .integer(1), .string("[1]"),
        .dictionary(["0": .integer(1)]), .data(Data()), .date(.distantPast), .bool(true),
        .real(1), .uid(0),
      ],
    )
  }

  @Test func `an array cannot hold nil`() {
    #expect(throws: Defaults.SerializationError.missingElement(type: "Swift.Optional<Swift.Int>")) {
      try [Int?]._storedValue(of: [1, nil])
    }
    #expect([Int?]._value(from: .array([.integer(1)])) == [1])
  }

  @Test func `a set is stored in an order that its elements decide`() throws {
    let letters = Set("zyxwvutsrqponmlkjihgfedcba".map { String($0) })
    let sorted = "abcdefghijklmnopqrstuvwxyz".map { StoredValue.string(String($0)) }
    try expectRoundTrip(letters, as: .array(sorted))
    try expectRoundTrip(
      Set([10, -3, 2]),
      as: .array([.integer(-3), .integer(2), .integer(10)]),
    )
    try expectRoundTrip(
      Set([Set([3, 1]), Set([2]), Set()]),
      as: .array([.array([]), .array([.integer(1), .integer(3)]), .array([.integer(2)])]),
    )
    expectUnreadable(Set<Int>.self, [.array([.string("x")]), .integer(1), .dictionary([:])])
  }

  @Test func `a set reads repeated elements as one`() {
    #expect(Set<Int>._value(from: .array([.integer(1), .real(1), .integer(2)])) == [1, 2])
  }

  @Test func `a dictionary is stored by the text of its keys`() throws {
    try expectRoundTrip([String: Int](), as: .dictionary([:]))
    try expectRoundTrip(["a": 1], as: .dictionary(["a": .integer(1)]))
    try expectRoundTrip([7: "x"], as: .dictionary(["7": .string("x")]))
    try expectRoundTrip([true: 0.5], as: .dictionary(["true": .real(0.5)]))
    expectUnreadable(
      [Int: String].self,
      [
        .dictionary(["seven": .string("x")]), .dictionary(["7": .integer(1)]),
        .dictionary(["7": .string("x"), "+7": .string("y")]), .array([]), .string("{}"),
      ],
    )
  }

  @Test func `a dictionary whose keys have the same text is refused`() {
    struct Vague: LosslessStringConvertible, Hashable {
      var number: Int
      var description: String { "some" }
      init(number: Int) { self.number = number }
      init?(_ description: String) { self.init(number: 0) }
    }
    #expect(throws: Defaults.SerializationError.duplicateKey("some")) {
      try [Vague: Int]._storedValue(of: [Vague(number: 1): 1, Vague(number: 2): 2])
    }
  }

  @Test func `collections nest to any depth`() throws {
    let value: [[String: Set<Int>]] = [["a": [2, 1]], [:]]
    try expectRoundTrip(
      value,
      as: .array([
        .dictionary(["a": .array([.integer(1), .integer(2)])]), .dictionary([:]),
      ]),
    )
    let deep: [String: [Int: [[UUID]]]] = ["a": [1: [[], [UUID()]]]]
    let stored = try #require(try type(of: deep)._storedValue(of: deep))
    #expect(type(of: deep)._value(from: stored) == deep)
  }

  @Test func `an optional is stored as what it wraps, and nil as nothing`() throws {
    try expectRoundTrip(Int?.some(3), as: .integer(3))
    #expect(try Optional<Int>._storedValue(of: nil) == nil)
    #expect(Optional<Int>._value(from: .string("three")) == Int??.none)
  }

  @Test func `bridges of collections convert like the types do`() throws {
    let url = try #require(URL(string: "https://example.com"))
    #expect([URL].bridge.serialize([url]) == [#""https:\/\/example.com""#])
    #expect([URL].bridge.deserialize([#""https:\/\/example.com""#]) == [url])
    #expect([URL].bridge.deserialize([""]) == nil)
    #expect(Set<UUID>.bridge.deserialize(["nonsense"]) == nil)
    #expect([Int: URL].bridge.serialize([1: url]) == ["1": #""https:\/\/example.com""#])
    #expect([Int: URL].bridge.deserialize(["one": "https://example.com"]) == nil)
    #expect(Optional<URL>.bridge.serialize(nil) == nil)
    #expect(Optional<URL>.bridge.deserialize("https://example.com") == url)
  }
}
