public import FoundationEssentials

extension Defaults {
  /// A bridge that stores a URL as JSON text of its absolute form, with quotation marks.
  public struct URLBridge: Bridge, Sendable {
    /// Creates a bridge.
    public init() {}

    /// Converts a URL to JSON text.
    public func serialize(_ value: URL?) -> String? {
      value.flatMap { try? JSONText.encode($0) }
    }

    /// Converts JSON text, or a URL without quotation marks, to a URL.
    public func deserialize(_ object: String?) -> URL? {
      guard let object else { return nil }
      return JSONText.decode(URL.self, from: object) ?? URL(string: object)
    }
  }
}

extension URL: Defaults.Serializable {
  /// The bridge, which stores URLs as JSON text.
  public static var bridge: Defaults.URLBridge { Defaults.URLBridge() }

  /// Converts a URL to its stored form.
  ///
  /// - Throws: ``Defaults/SerializationError`` when the URL cannot be encoded.
  public static func _storedValue(
    of value: Self
  ) throws(Defaults.SerializationError) -> Defaults.StoredValue? {
    .string(try JSONText.encode(value))
  }
}
