public import FoundationEssentials

extension Defaults {
  /// A value in the form in which a store holds it.
  ///
  /// Two stored values are equal when they would be stored alike: `1`, `1.0` and `true` are
  /// three values, `-0.0` differs from `0.0`, a NaN equals the same NaN, and texts and names
  /// compare by their UTF-8 bytes.
  public enum StoredValue: Sendable {
    /// True or false.
    case bool(Bool)
    /// A whole number; property lists carry `Int64.min` to `UInt64.max`.
    case integer(Int128)
    /// A floating-point number.
    case real(Double)
    /// Text.
    case string(String)
    /// A point in time.
    case date(Date)
    /// Bytes.
    case data(Data)
    /// Values in order.
    case array([StoredValue])
    /// Values by name.
    case dictionary([KeyName: StoredValue])
    /// A reference inside a keyed archive, which no key uses but which must survive.
    case uid(UInt64)
    /// A value that says that there is none, as JSON and binary property lists have it.
    case null
    /// A value of a kind that has no other case here; indirect, so that other values stay small.
    indirect case opaque(OpaqueValue)
  }

  /// A stored value that can be kept, compared, moved and removed, but not read: a set in a binary
  /// property list, or text that is not valid UTF-16.
  ///
  /// Such a value is replaced only by a write whose options allow it, see
  /// ``WriteOptions/replacesOpaque``.
  public struct OpaqueValue: Hashable, Sendable {
    /// What the value is, for people: "set" for example.
    public let kindName: String
    /// What wrote the bytes, so that a store recognises its own: "bplist00" for property lists.
    public let format: String
    /// The value itself, in the format's own form.
    public let bytes: [UInt8]

    /// Creates an opaque value, for stores that hold more kinds of values than ``StoredValue`` has.
    public init(kindName: String, format: String, bytes: [UInt8]) {
      self.kindName = kindName
      self.format = format
      self.bytes = bytes
    }
  }
}

extension Defaults.StoredValue {
  /// The kinds of stored values, without the values, in the order in which sets are stored.
  public enum Kind: UInt8, Hashable, CaseIterable, Sendable {
    /// True or false.
    case bool
    /// A whole number.
    case integer
    /// A floating-point number.
    case real
    /// Text.
    case string
    /// A point in time.
    case date
    /// Bytes.
    case data
    /// Values in order.
    case array
    /// Values by name.
    case dictionary
    /// A reference inside a keyed archive.
    case uid
    /// A value that says that there is none.
    case null
    /// A value that can be kept and not read.
    case opaque
  }

  /// The kind of this value.
  public var kind: Kind {
    switch self {
    case .bool: .bool
    case .integer: .integer
    case .real: .real
    case .string: .string
    case .date: .date
    case .data: .data
    case .array: .array
    case .dictionary: .dictionary
    case .uid: .uid
    case .null: .null
    case .opaque: .opaque
    }
  }

  /// A set of kinds in one number, because every write is compared with one.
  package struct KindSet: Hashable, Sendable, ExpressibleByArrayLiteral {
    private var bits: UInt16 = 0

    package init(arrayLiteral kinds: Kind...) {
      self.init(kinds)
    }

    package init(_ kinds: some Sequence<Kind>) {
      for kind in kinds { bits |= 1 << kind.rawValue }
    }

    func contains(_ kind: Kind) -> Bool { bits & 1 << kind.rawValue != 0 }

    var isEmpty: Bool { bits == 0 }

    /// The names of the kinds, for messages.
    var names: String {
      Kind.allCases.filter(contains).map { "\($0)" }.joined(separator: ", ")
    }
  }

  /// Returns whether the value, or one inside it, is of one of some kinds.
  package func contains(_ kinds: KindSet) -> Bool {
    kinds.contains(kind) || parts.contains { $0.contains(kinds) }
  }

  /// The text; nil for other kinds.
  var text: String? {
    if case .string(let text) = self { text } else { nil }
  }

  /// The elements of an array, or the values of a dictionary in no order; none for other kinds.
  var parts: [Self] {
    switch self {
    case .array(let elements): elements
    case .dictionary(let members): Array(members.values)
    case .bool, .integer, .real, .string, .date, .data, .uid, .null, .opaque: []
    }
  }
}

extension Defaults.StoredValue {
  /// Returns an opaque value in this value, or this value itself, that another one does not have
  /// somewhere; nil when there is none.
  func firstOpaqueValue(missingIn other: Self?) -> Defaults.OpaqueValue? {
    guard contains(Self.opaqueKind) else { return nil }
    let kept = Set(other?.opaqueValues ?? [])
    return opaqueValues.first { !kept.contains($0) }
  }

  private static let opaqueKind: KindSet = [.opaque]

  private var opaqueValues: [Defaults.OpaqueValue] {
    switch self {
    case .opaque(let value): [value]
    case .dictionary(let members):
      members.sorted { $0.key < $1.key }.flatMap(\.value.opaqueValues)
    default: parts.flatMap(\.opaqueValues)
    }
  }
}

extension Defaults.StoredValue: Hashable {
  /// Returns whether two values would be stored alike.
  public static func == (left: Self, right: Self) -> Bool {
    switch (left, right) {
    case (.bool(let a), .bool(let b)): a == b
    case (.integer(let a), .integer(let b)): a == b
    case (.real(let a), .real(let b)): a.bitPattern == b.bitPattern
    case (.string(let a), .string(let b)): a.hasSameBytes(as: b)
    case (.date(let a), .date(let b)):
      a.timeIntervalSinceReferenceDate.bitPattern == b.timeIntervalSinceReferenceDate.bitPattern
    case (.data(let a), .data(let b)): a == b
    case (.array(let a), .array(let b)): a == b
    case (.dictionary(let a), .dictionary(let b)): a == b
    case (.uid(let a), .uid(let b)): a == b
    case (.null, .null): true
    case (.opaque(let a), .opaque(let b)): a == b
    case (.bool, _), (.integer, _), (.real, _), (.string, _), (.date, _), (.data, _), (.array, _),
      (.dictionary, _), (.uid, _), (.null, _), (.opaque, _):
      false
    }
  }

  /// Feeds the value to a hasher.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .bool(let value): hasher.combine(value)
    case .integer(let value): hasher.combine(value)
    case .real(let value): hasher.combine(value.bitPattern)
    case .string(let value): hasher.combine(Defaults.KeyName(value))  // By its bytes.
    case .date(let value): hasher.combine(value.timeIntervalSinceReferenceDate.bitPattern)
    case .data(let value): hasher.combine(value)
    case .array(let value): hasher.combine(value)
    case .dictionary(let value): hasher.combine(value)
    case .uid(let value): hasher.combine(value)
    case .null: hasher.combine(0)
    case .opaque(let value): hasher.combine(value)
    }
  }
}
