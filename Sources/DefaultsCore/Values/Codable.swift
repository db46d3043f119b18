extension Defaults {
  /// A bridge that stores a `Codable` value as JSON text with sorted keys.
  public protocol CodableBridge: Bridge where Serializable == String, Value: Codable {}

  /// A bridge that stores any `Codable` value as JSON text.
  public struct TopLevelCodableBridge<Value: Codable>: CodableBridge, Sendable {
    /// Creates a bridge.
    public init() {}
  }
}

extension Defaults.CodableBridge {
  /// Encodes a value; nil when it cannot be encoded.
  public func serialize(_ value: Value?) -> String? {
    value.flatMap { try? JSONText.encode($0) }
  }

  /// Decodes a value; nil when the text cannot be decoded as its type.
  public func deserialize(_ object: String?) -> Value? {
    object.flatMap { JSONText.decode(Value.self, from: $0) }
  }
}

extension Defaults.Serializable where Self: Codable {
  /// The bridge, which stores values as JSON text.
  public static var bridge: Defaults.TopLevelCodableBridge<Self> { .init() }
}

extension Defaults.Serializable
where Self: Codable, Bridge == Defaults.TopLevelCodableBridge<Self> {
  /// Converts a value to its stored form.
  ///
  /// - Throws: ``Defaults/SerializationError`` with the encoder's message when encoding fails.
  public static func _storedValue(
    of value: Self
  ) throws(Defaults.SerializationError) -> Defaults.StoredValue? {
    .string(try JSONText.encode(value))
  }

  /// Decodes a value from JSON text.
  public static func _value(from stored: Defaults.StoredValue) -> Self? {
    guard case .string(let text) = stored else { return nil }
    return JSONText.decode(Self.self, from: text)
  }
}
