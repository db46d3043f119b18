public import Defaults
import Foundation

/// Keys and stored values that stores and formats often encode wrongly.
public struct StoredSamples: Sendable {
  /// The values that a store must return unchanged, if it accepts their kinds.
  public var values: [Defaults.StoredValue]
  /// The keys that a store must return unchanged, if it accepts any key.
  public var keys: [Defaults.KeyName]
  /// The values that the store must refuse; nil for those that its capabilities leave out.
  public var refused: [Defaults.StoredValue]?

  /// Creates samples.
  ///
  /// By default, the values are of every kind, and the refused values are whole numbers just outside
  /// of the store's, containers nested one level too deep, and dates that are not finite.
  public init(
    values: [Defaults.StoredValue] = all + unusual,
    keys: [Defaults.KeyName] = texts.map { Defaults.KeyName($0) } + ["a.b", "CF$UID", "@key"],
    refused: [Defaults.StoredValue]? = nil
  ) {
    self.values = values
    self.keys = keys
    self.refused = refused
  }

  /// Values of every kind that Foundation can read from a property list, edge cases included.
  public static let all: [Defaults.StoredValue] =
    booleans + integers + reals + strings + dates + bytes + containers + [.uid(0), .uid(.max)]

  /// Both Booleans.
  public static let booleans: [Defaults.StoredValue] = [.bool(true), .bool(false)]

  /// Integers at the limits of every width.
  public static let integers: [Defaults.StoredValue] = [
    0, 1, -1, 127, 128, 255, 256, 65535, 65536, -32769, 4_294_967_295, 4_294_967_296,
    Int128(Int64.min), Int128(Int64.max), Int128(Int64.max) + 1, Int128(UInt64.max),
  ].map { .integer($0) }

  /// Floating-point numbers, the special ones included.
  public static let reals: [Defaults.StoredValue] = [
    0.0, -0.0, 1, 0.1, -1.5, 1e16, 1e300, .pi, .leastNonzeroMagnitude, .greatestFiniteMagnitude,
    .infinity, -.infinity, .nan, -.nan, Double(bitPattern: 0x7FF8_0000_0000_0001),
  ].map { .real($0) }

  /// Strings that are often encoded wrongly.
  public static let strings: [Defaults.StoredValue] = texts.map { .string($0) }

  /// Dates with and without fractions of a second, and at the limits of the text format.
  public static let dates: [Defaults.StoredValue] = [
    0, -0.0, 0.5, -0.5, 0.1, -1e-9, 795_173_213, 795_173_213.123456, 1e-300,
    -63_145_526_400, -63_145_526_400.5, -63_113_904_000.5, 252_423_993_599, 252_423_993_599.999,
    252_423_993_600,
    -1e12, 1e15, Date.distantPast.timeIntervalSinceReferenceDate,
    Date.distantFuture.timeIntervalSinceReferenceDate,
  ].map { .date(Date(timeIntervalSinceReferenceDate: $0)) }

  /// Data with lengths around the group and line lengths of Base64.
  public static let bytes: [Defaults.StoredValue] = [0, 1, 2, 3, 14, 15, 16, 50, 51, 52, 300].map {
    .data(Data((0..<$0).map { UInt8(truncatingIfNeeded: $0 &* 37) }))
  }

  /// Containers: empty, nested, mixed and deep.
  public static let containers: [Defaults.StoredValue] = [
    .array([]), .dictionary([:]), .array([.array([]), .dictionary([:])]),
    .array(booleans + integers + strings),
    .dictionary(["": .array([.dictionary(["": .string("")])]), "b": .bool(true), "a": .real(2)]),
    .dictionary(["CF$UID": .integer(3)]), .array([.uid(7)]),
    .array(Array(repeating: .string("shared by many"), count: 300)),
    nested(511),
  ]

  /// Values of kinds that few stores accept.
  public static let unusual: [Defaults.StoredValue] = [
    .null, .array([.null]),
    .opaque(Defaults.OpaqueValue(kindName: "sample", format: "sample", bytes: [0, 255])),
  ]

  /// Returns values just outside of what a store holds, of kinds that it accepts.
  static func refused(
    by capabilities: Defaults.StoreCapabilities
  ) -> [Defaults.StoredValue] {
    let range = capabilities.integers
    var integers: [Int128] = []
    if range.upperBound < .max { integers += [range.upperBound + 1, .max] }
    if range.lowerBound > .min { integers += [range.lowerBound - 1] }
    let numbers = integers.map { Defaults.StoredValue.integer($0) }
    let values =
      numbers + numbers.map { .array([.dictionary(["deep": $0])]) }
      + [Double.nan, .infinity].map { .date(Date(timeIntervalSinceReferenceDate: $0)) }
      + (capabilities.nesting < .max ? [nested(capabilities.nesting)] : [])
    return values.filter { capabilities.accepts(kindsOf: $0) }
  }

  /// Texts that are often encoded wrongly; those with accents are equal as Swift strings.
  public static let texts = [
    "", "plain", " blanks around ", "line\nline\ttab", "return\rreturn\r\n", "<&>\"'&amp;]]>",
    "\u{0}\u{1}\u{8}\u{B}\u{1F}\u{7F}\u{85}", "\u{FFFE}\u{FFFF}", "\u{FFFD}\u{2028}\u{FEFF}",
    "é e\u{301} 日本 🦄 👩‍👩‍👧", "caf\u{E9}", "cafe\u{301}", "-->", "<!--exact 1.5-->",
    String(repeating: "long ", count: 2000),
  ]

  /// Returns an array nested to a depth.
  public static func nested(_ count: Int) -> Defaults.StoredValue {
    (1..<count).reduce(.array([])) { value, _ in .array([value]) }
  }
}

extension Defaults.StoreCapabilities {
  /// Returns whether a value is of accepted kinds, with everything in it.
  func accepts(kindsOf value: Defaults.StoredValue) -> Bool {
    let refused = Defaults.StoredValue.Kind.allCases.filter { !kinds.contains($0) }
    return !value.contains(.init(refused))
  }

  /// Returns whether a store holds a value.
  func accepts(_ value: Defaults.StoredValue) -> Bool {
    func fits(_ value: Defaults.StoredValue) -> Bool {
      switch value {
      case .integer(let number): integers.contains(number)
      case .array(let elements): elements.allSatisfy(fits)
      case .dictionary(let members): members.values.allSatisfy(fits)
      case .bool, .real, .string, .date, .data, .uid, .null, .opaque: true
      }
    }
    return accepts(kindsOf: value) && value.nesting < nesting && fits(value)
  }
}
