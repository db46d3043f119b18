// Literals, so that a stored value is written as it is: `["size": 12, "names": ["a", "b"]]`.

extension Defaults.StoredValue: ExpressibleByBooleanLiteral {
  /// Creates a Boolean.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension Defaults.StoredValue: ExpressibleByIntegerLiteral {
  /// Creates a whole number.
  public init(integerLiteral value: Int128) { self = .integer(value) }
}

extension Defaults.StoredValue: ExpressibleByFloatLiteral {
  /// Creates a floating-point number.
  public init(floatLiteral value: Double) { self = .real(value) }
}

extension Defaults.StoredValue: ExpressibleByStringLiteral {
  /// Creates a text.
  public init(stringLiteral value: String) { self = .string(value) }
}

extension Defaults.StoredValue: ExpressibleByArrayLiteral {
  /// Creates an array.
  public init(arrayLiteral elements: Self...) { self = .array(elements) }
}

extension Defaults.StoredValue: ExpressibleByDictionaryLiteral {
  /// Creates a dictionary; of entries with the same name the last one counts.
  public init(dictionaryLiteral elements: (Defaults.KeyName, Self)...) {
    self = .dictionary(Dictionary(elements) { $1 })
  }
}
