extension Defaults {
  /// A bridge that stores a value that is `RawRepresentable` and `Codable` as JSON text.
  public struct RawRepresentableCodableBridge<Value: RawRepresentable & Codable>: CodableBridge,
    Sendable
  {
    /// Creates a bridge.
    public init() {}
  }

  /// A type that is `RawRepresentable` and `Codable`, and is to be stored as its raw value.
  ///
  /// ```swift
  /// enum Mode: String, Codable, Defaults.Serializable, Defaults.PreferRawRepresentable {
  ///   case light, dark
  /// }
  /// // .dark is stored as dark, and without the preference as "dark".
  /// ```
  public protocol PreferRawRepresentable: RawRepresentable {}
}

extension Defaults.Serializable where Self: RawRepresentable & Codable {
  /// The bridge, which stores values as JSON text.
  public static var bridge: Defaults.RawRepresentableCodableBridge<Self> { .init() }
}

extension Defaults.Serializable
where Self: RawRepresentable & Codable & Defaults.PreferRawRepresentable {
  /// The bridge, which stores raw values.
  public static var bridge: Defaults.RawRepresentableBridge<Self> { .init() }
}

extension Defaults.Serializable
where Self: RawRepresentable & Codable, Bridge == Defaults.RawRepresentableCodableBridge<Self> {
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
