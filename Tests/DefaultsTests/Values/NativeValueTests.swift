import Defaults
import Foundation
import Testing

struct NativeValueTests {
  // MARK: - Truth values

  @Test(arguments: [true, false])
  func `a truth value is stored as one`(value: Bool) throws {
    try expectRoundTrip(value, as: .bool(value))
    #expect(Bool._value(from: .string("\(value)")) == value)
  }

  @Test func `nothing else is a truth value`() {
    expectUnreadable(
      Bool.self,
      [
        .integer(1), .integer(0), .real(1), .string("YES"), .string("1"), .string(""),
        .date(.distantPast), .data(Data([1])), .array([.bool(true)]),
        .dictionary(["a": .bool(true)]), .uid(1),
      ],
    )
  }

  // MARK: - Whole numbers

  @Test func `whole numbers of every width keep their extremes`() throws {
    try expectExtremes(Int.self)
    try expectExtremes(Int8.self)
    try expectExtremes(Int16.self)
    try expectExtremes(Int32.self)
    try expectExtremes(Int64.self)
    try expectExtremes(UInt.self)
    try expectExtremes(UInt8.self)
    try expectExtremes(UInt16.self)
    try expectExtremes(UInt32.self)
    try expectExtremes(UInt64.self)
  }

  private func expectExtremes<Number>(_ type: Number.Type) throws
  where Number: FixedWidthInteger & Defaults.Serializable {
    for value in [Number.min, 0, 42, Number.max] {
      try expectRoundTrip(value, as: .integer(Int128(value)))
    }
    #expect(Number._value(from: .real(7)) == 7)
    #expect(Number._value(from: .string("42")) == 42)
    expectUnreadable(
      type,
      [
        .integer(Int128(Number.max) + 1), .integer(Int128(Number.min) - 1), .real(0.5),
        .real(1e300), .real(.nan), .real(.infinity), .bool(true), .string("42.5"),
        .string("forty-two"), .string(""), .date(.distantPast), .data(Data([42])),
        .array([.integer(42)]), .dictionary([:]), .uid(42),
      ],
    )
  }

  // MARK: - Real numbers

  @Test(arguments: [
    0, -0.0, 0.1, -1.5, .pi, .infinity, -.infinity, .leastNormalMagnitude, .leastNonzeroMagnitude,
    .greatestFiniteMagnitude,
  ])
  func `a real number keeps every bit`(value: Double) throws {
    try expectRoundTrip(value, as: .real(value))
    try expectRoundTrip(CGFloat(value), as: .real(value))
    #expect(Double._value(from: .real(value))?.bitPattern == value.bitPattern)
  }

  @Test func `not-a-number is a value`() throws {
    #expect(Double._storedValue(of: .nan) == .real(.nan))
    #expect(Double._value(from: .real(.nan))?.isNaN == true)
    #expect(Float._value(from: .real(.nan))?.isNaN == true)
  }

  @Test func `a whole number reads as a real one only when none of it is lost`() {
    #expect(Double._value(from: .integer(10)) == 10)
    #expect(Double._value(from: .integer(1 << 53)) == 9_007_199_254_740_992)
    #expect(Double._value(from: .integer((1 << 53) + 1)) == nil)
    #expect(Float._value(from: .integer(1 << 24)) == 16_777_216)
    #expect(Float._value(from: .integer((1 << 24) + 1)) == nil)
    #expect(CGFloat._value(from: .integer(3)) == 3)
  }

  @Test func `a number of single precision reads what a person writes`() throws {
    try expectRoundTrip(Float(0.1), as: .real(Double(Float(0.1))))
    #expect(Float._value(from: .real(0.1)) == 0.1)
    #expect(Float._value(from: .real(1e300)) == nil)
    #expect(Float._value(from: .real(.infinity)) == .infinity)
  }

  @Test func `text holds a real number as JSON`() {
    #expect(Double._value(from: .string("0.5")) == 0.5)
    #expect(Float._value(from: .string("0.5")) == 0.5)
    let malformed: [StoredValue] = [
      .bool(true), .string("half"), .string("0,5"), .string(""), .date(.distantPast),
      .data(Data([1])), .array([.real(0.5)]), .dictionary([:]), .uid(0),
    ]
    expectUnreadable(Double.self, malformed)
    expectUnreadable(Float.self, malformed)
    expectUnreadable(CGFloat.self, malformed)
  }

  // MARK: - Text, dates, bytes

  @Test(arguments: [
    "", "plain", "\u{0}\u{1}\u{1F}", "\u{200B}zero\u{200D}width", "👩‍👩‍👧‍👦", "e\u{301}", "\"quoted\"",
    String(repeating: "🦄", count: 1000), String(repeating: "x", count: 100_000),
  ])
  func `text is stored as it is`(text: String) throws {
    try expectRoundTrip(text, as: .string(text))
    let back = try #require(String._value(from: .string(text)))
    #expect(Array(back.utf8) == Array(text.utf8))
  }

  @Test func `nothing else is text`() {
    expectUnreadable(
      String.self,
      [
        .bool(true), .integer(1), .real(1), .date(.distantPast), .data(Data("a".utf8)),
        .array([.string("a")]), .dictionary(["a": .string("b")]), .uid(1),
      ],
    )
  }

  @Test(arguments: [0, 0.123_456_789, -1e9, 7e11])
  func `a date keeps its fraction of a second`(seconds: Double) throws {
    let date = Date(timeIntervalSinceReferenceDate: seconds)
    try expectRoundTrip(date, as: .date(date))
    #expect(Date._value(from: .string("\(seconds)")) == date)
  }

  @Test func `nothing else is a date`() {
    expectUnreadable(
      Date.self,
      [
        .bool(true), .integer(0), .real(0), .string("yesterday"), .data(Data()), .array([]),
        .dictionary([:]), .uid(0),
      ],
    )
  }

  @Test func `bytes are stored as they are`() throws {
    try expectRoundTrip(Data(), as: .data(Data()))
    try expectRoundTrip(Data([0, 255, 10]), as: .data(Data([0, 255, 10])))
    #expect(Data._value(from: .string("\"AP8K\"")) == Data([0, 255, 10]))
    expectUnreadable(
      Data.self,
      [
        .bool(true), .integer(0), .real(0), .string("AP8K"), .date(.distantPast), .array([]),
        .dictionary([:]), .uid(0),
      ],
    )
  }

  @Test func `types say whether a property list holds them as they are`() {
    #expect(Bool.isNativelySupportedType)
    #expect(UInt16.isNativelySupportedType)
    #expect(CGFloat.isNativelySupportedType)
    #expect(Optional<Int>.isNativelySupportedType)
    #expect([String: [Date]].isNativelySupportedType)
    #expect(![Int: Date].isNativelySupportedType)
    #expect(!Set<Int>.isNativelySupportedType)
    #expect(!URL.isNativelySupportedType)
    #expect(![UUID].isNativelySupportedType)
  }
}
