import Foundation
import Testing

@testable import Defaults
@testable import DefaultsCore

/// Time and number types that are stored as text.
struct FoundationValueTests {
  @Test(arguments: ["0", "0.1", "-12345678901234567890.123456789", "NaN"])
  func `a decimal number keeps every digit`(text: String) throws {
    let value = text == "NaN" ? .nan : try #require(Decimal(string: text))
    let stored = try Decimal._storedValue(of: value)
    #expect(stored == .string(text))
    #expect(Decimal._value(from: .string(text))?.description == value.description)
  }

  @Test func `a decimal number reads any number`() {
    #expect(Decimal._value(from: .integer(Int128(UInt64.max))) == Decimal(UInt64.max))
    #expect(Decimal._value(from: .real(0.1)) == Decimal(string: "0.1"))
    expectUnreadable(Decimal.self, [.string("12 apples"), .string(""), .bool(true)])
  }

  @Test(arguments: [
    (Duration.zero, "0"), (.seconds(90), "90"), (.milliseconds(1500), "1.5"),
    (.nanoseconds(-1), "-0.000000001"),
    (Duration(secondsComponent: 1, attosecondsComponent: 1), "1.000000000000000001"),
    (Duration(secondsComponent: .max, attosecondsComponent: 0), "9223372036854775807"),
    (Duration(secondsComponent: -5, attosecondsComponent: -250_000_000_000_000_000), "-5.25"),
  ])
  func `a duration is its seconds, exact to the attosecond`(
    value: Duration,
    text: String
  ) throws {
    try expectRoundTrip(value, as: .string(text))
  }

  @Test func `a duration reads any number of seconds`() {
    #expect(Duration._value(from: .integer(90)) == .seconds(90))
    #expect(Duration._value(from: .real(1.5)) == .milliseconds(1500))
    expectUnreadable(
      Duration.self,
      [
        .string(""), .string("-"), .string("--1"), .string("1."), .string("1.5s"), .string("1-2"),
        .string("1.0000000000000000001"), .string("99999999999999999999"), .real(.infinity),
        .real(.nan), .integer(Int128(UInt64.max)), .string("1.-5"), .string("+1"),
      ]
    )
  }

  @Test func `a locale and a time zone are their identifiers`() throws {
    try expectRoundTrip(Locale(identifier: "de_CH"), as: .string("de_CH"))
    let zone = try #require(TimeZone(identifier: "Europe/Zurich"))
    try expectRoundTrip(zone, as: .string("Europe/Zurich"))
    expectUnreadable(TimeZone.self, [.string("Nowhere/Nothing"), .integer(1)])
  }
}

struct RangeValueTests {
  private struct Bound: Comparable, Defaults.Serializable {
    var value: Int
    struct Bridge: Defaults.Bridge {
      func serialize(_ value: Bound?) -> String? { value.map { "b\($0.value)" } }
      func deserialize(_ text: String?) -> Bound? {
        text.flatMap { Int($0.dropFirst()) }.map { Bound(value: $0) }
      }
    }
    static var bridge: Bridge { Bridge() }
    static func < (left: Bound, right: Bound) -> Bool { left.value < right.value }
  }

  @Test func `a range is an array of its bounds`() throws {
    try expectRoundTrip(0..<10, as: .array([.integer(0), .integer(10)]))
    try expectRoundTrip(0.5...1, as: .array([.real(0.5), .real(1)]))
    try expectRoundTrip(5..<5, as: .array([.integer(5), .integer(5)]))
    try expectRoundTrip("a"..."z", as: .array([.string("a"), .string("z")]))
    let dates = Date(timeIntervalSince1970: 0)..<Date(timeIntervalSince1970: 9)
    try expectRoundTrip(
      dates,
      as: .array([.date(dates.lowerBound), .date(dates.upperBound)])
    )
  }

  @Test func `bounds may have a bridge of their own`() throws {
    try expectRoundTrip(
      Bound(value: 1)..<Bound(value: 3),
      as: .array([.string("b1"), .string("b3")])
    )
    let bridge = Defaults.RangeBridge<Swift.Range<Bound>>()
    let range = Bound(value: 1)..<Bound(value: 3)
    #expect(bridge.serialize(range) == ["b1", "b3"])
    #expect(bridge.deserialize(["b1", "b3"]) == range)
    #expect(bridge.deserialize(["b3", "b1"]) == nil)
  }

  @Test func `ranges nest in other values`() throws {
    try expectRoundTrip(
      ["k": [1...2]],
      as: .dictionary(["k": .array([.array([.integer(1), .integer(2)])])])
    )
    try expectRoundTrip(Optional(1..<2), as: .array([.integer(1), .integer(2)]))
  }

  @Test func `bounds out of order and other numbers of bounds are no range`() {
    let forms: [StoredValue] = [
      .array([.integer(10), .integer(0)]), .array([.integer(1)]), .array([]),
      .array([.integer(1), .integer(2), .integer(3)]), .array([.string("a"), .integer(1)]),
      .string("1..<2"),
    ]
    expectUnreadable(Swift.Range<Int>.self, forms)
    expectUnreadable(ClosedRange<Int>.self, forms)
    expectUnreadable(ClosedRange<Double>.self, [.array([.real(.nan), .real(1)])])
  }
}
