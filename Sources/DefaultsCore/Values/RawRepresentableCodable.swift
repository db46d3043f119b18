extension Defaults {
  /// A bridge that stores a value that is `RawRepresentable` and `Codable` as JSON text.
  public typealias RawRepresentableCodableBridge<Value: RawRepresentable & Codable> =
    TopLevelCodableBridge<Value>

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
