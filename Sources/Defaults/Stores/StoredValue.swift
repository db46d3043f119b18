public import Foundation

extension Defaults {
  /// A value in the form in which a store holds it: one of the kinds a property list knows.
  ///
  /// Two stored values are equal when they would be stored alike: `1`, `1.0` and `true` are
  /// three values, `-0.0` differs from `0.0`, and a NaN equals the same NaN.
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
    case dictionary([String: StoredValue])
    /// A reference inside a keyed archive, which no key uses but which must survive.
    case uid(UInt64)
  }
}

extension Defaults.StoredValue: Hashable {
  /// Answers whether two values would be stored alike.
  public static func == (left: Self, right: Self) -> Bool {
    switch (left, right) {
    case (.bool(let a), .bool(let b)): a == b
    case (.integer(let a), .integer(let b)): a == b
    case (.real(let a), .real(let b)): a.bitPattern == b.bitPattern
    case (.string(let a), .string(let b)): a.utf8.elementsEqual(b.utf8)
    case (.date(let a), .date(let b)):
      a.timeIntervalSinceReferenceDate.bitPattern == b.timeIntervalSinceReferenceDate.bitPattern
    case (.data(let a), .data(let b)): a == b
    case (.array(let a), .array(let b)): a == b
    case (.dictionary(let a), .dictionary(let b)): a == b
    case (.uid(let a), .uid(let b)): a == b
    case (.bool, _), (.integer, _), (.real, _), (.string, _), (.date, _), (.data, _), (.array, _),
      (.dictionary, _), (.uid, _):
      false
    }
  }

  /// Feeds the value to a hasher.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .bool(let value): hasher.combine(value)
    case .integer(let value): hasher.combine(value)
    case .real(let value): hasher.combine(value.bitPattern)
    case .string(let value): hasher.combine(value)
    case .date(let value): hasher.combine(value.timeIntervalSinceReferenceDate.bitPattern)
    case .data(let value): hasher.combine(value)
    case .array(let value): hasher.combine(value)
    case .dictionary(let value): hasher.combine(value)
    case .uid(let value): hasher.combine(value)
    }
  }
}
