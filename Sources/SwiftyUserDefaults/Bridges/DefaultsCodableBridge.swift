public import Defaults
import Foundation

/// A bridge that stores a `Codable` value as JSON data with sorted keys.
public struct DefaultsCodableBridge<T: Codable>: DefaultsStoredValueBridge {
  /// Creates a bridge.
  public init() {}

  /// Decodes a value from JSON data or text; an array may also be stored as an array of JSON texts.
  public func value(of stored: Defaults.StoredValue) -> T? {
    stored.json.flatMap { JSONText.decode(T.self, from: $0) }
  }

  /// Encodes a value as JSON.
  ///
  /// - Throws: ``Defaults/SerializationError`` with the encoder's message when it fails.
  public func storedValue(of value: T) throws(Defaults.SerializationError) -> Defaults.StoredValue {
    .data(Data(try JSONText.encode(value).utf8))
  }
}

extension Defaults.StoredValue {
  /// The JSON text stored as data, as a string or as an array of both; nil in any other form.
  var json: String? {
    switch self {
    case .data(let data):
      return String(bytes: data, encoding: .utf8)
    case .string(let text):
      return text
    case .array(let values):
      let elements = values.compactMap(\.json)
      return elements.count == values.count ? "[\(elements.joined(separator: ","))]" : nil
    case .bool, .integer, .real, .date, .dictionary, .uid, .null, .opaque:
      return nil
    }
  }
}
