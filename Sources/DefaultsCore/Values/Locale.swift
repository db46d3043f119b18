public import FoundationEssentials

extension Defaults {
  /// A bridge that stores a locale as its identifier.
  public struct LocaleBridge: Bridge, Sendable {
    /// Creates a bridge.
    public init() {}

    /// Converts a locale to its identifier.
    public func serialize(_ value: Locale?) -> String? {
      value?.identifier
    }

    /// Converts an identifier to a locale.
    public func deserialize(_ object: String?) -> Locale? {
      object.map { Locale(identifier: $0) }
    }
  }
}

extension Locale: Defaults.Serializable {
  /// The bridge, which stores locales as identifiers.
  public static var bridge: Defaults.LocaleBridge { Defaults.LocaleBridge() }
}
