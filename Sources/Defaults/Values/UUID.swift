public import Foundation

extension Defaults {
  /// Stores a universally unique identifier as its usual text.
  public struct UUIDBridge: Bridge {
    /// Creates a bridge.
    public init() {}

    /// Converts an identifier into text with capital letters.
    public func serialize(_ value: UUID?) -> String? {
      value?.uuidString
    }

    /// Converts text, in capital or small letters, into an identifier.
    public func deserialize(_ object: String?) -> UUID? {
      object.flatMap { UUID(uuidString: $0) }
    }
  }
}

extension UUID: Defaults.Serializable {
  /// Stores identifiers as text.
  public static var bridge: Defaults.UUIDBridge { Defaults.UUIDBridge() }
}
