public import Foundation

extension Defaults {
  /// Stores a URL as the JSON text of its absolute form, quotation marks included.
  public struct URLBridge: Bridge {
    /// Creates a bridge.
    public init() {}

    /// Converts a URL into JSON text.
    public func serialize(_ value: URL?) -> String? {
      value.flatMap { try? JSONText.encode($0) }
    }

    /// Converts JSON text, or a URL written without quotation marks, into a URL.
    public func deserialize(_ object: String?) -> URL? {
      guard let object else { return nil }
      return JSONText.decode(URL.self, from: object) ?? URL(string: object)
    }
  }
}

extension URL: Defaults.Serializable {
  /// Stores URLs as JSON text.
  public static var bridge: Defaults.URLBridge { Defaults.URLBridge() }

  /// Converts a URL into its stored form.
  ///
  /// - Throws: ``Defaults/SerializationError`` when the URL cannot be encoded.
  public static func _storedValue(
    of value: Self
  ) throws(Defaults.SerializationError) -> Defaults.StoredValue? {
    .string(try JSONText.encode(value))
  }
}
