extension Int: Defaults.Serializable {}
extension Int8: Defaults.Serializable {}
extension Int16: Defaults.Serializable {}
extension Int32: Defaults.Serializable {}
extension Int64: Defaults.Serializable {}
extension UInt: Defaults.Serializable {}
extension UInt8: Defaults.Serializable {}
extension UInt16: Defaults.Serializable {}
extension UInt32: Defaults.Serializable {}
extension UInt64: Defaults.Serializable {}

extension Defaults.Serializable
where Self: FixedWidthInteger & Codable, Bridge == Defaults.TopLevelCodableBridge<Self> {
  /// True: property lists have whole numbers.
  public static var isNativelySupportedType: Bool { true }

  /// Converts a whole number to its stored form.
  ///
  /// - Throws: ``Defaults/SerializationError`` when the number needs more than 64 bits.
  public static func _storedValue(
    of value: Self
  ) throws(Defaults.SerializationError) -> Defaults.StoredValue? {
    try Defaults.StoredValue(integer: value)
  }

  /// Converts a stored whole number in the range of the type, or a real number without a fraction.
  public static func _value(from stored: Defaults.StoredValue) -> Self? {
    stored.integer(as: Self.self)
  }
}
