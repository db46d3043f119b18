public import Foundation

extension Defaults {
  /// Stores a locale as its identifier.
  public struct LocaleBridge: Bridge {
    /// Creates a bridge.
    public init() {}

    /// Converts a locale into its identifier.
    public func serialize(_ value: Locale?) -> String? {
      value?.identifier
    }

    /// Converts an identifier into a locale.
    public func deserialize(_ object: String?) -> Locale? {
      object.map { Locale(identifier: $0) }
    }
  }
}

extension Locale: Defaults.Serializable {
  /// Stores locales as identifiers.
  public static var bridge: Defaults.LocaleBridge { Defaults.LocaleBridge() }
}
