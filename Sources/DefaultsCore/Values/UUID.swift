public import FoundationEssentials

extension Defaults {
  /// A bridge that stores a UUID as text.
  public struct UUIDBridge: Bridge, Sendable {
    /// Creates a bridge.
    public init() {}

    /// Converts a UUID to text with capital letters.
    public func serialize(_ value: UUID?) -> String? {
      value?.uuidString
    }

    /// Converts text, in which case does not matter, to a UUID.
    public func deserialize(_ object: String?) -> UUID? {
      object.flatMap { UUID(uuidString: $0) }
    }
  }
}

extension UUID: Defaults.Serializable {
  /// The bridge, which stores UUIDs as text.
  public static var bridge: Defaults.UUIDBridge { Defaults.UUIDBridge() }
}
