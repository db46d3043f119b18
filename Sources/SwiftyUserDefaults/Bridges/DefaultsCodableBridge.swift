public import Defaults
import Foundation

/// Stores a `Codable` value as the bytes of JSON with sorted keys.
public struct DefaultsCodableBridge<T: Codable>: DefaultsStoredValueBridge {
  /// Creates a bridge.
  public init() {}

  /// Makes a value of JSON, which may also be text, or an array of texts for an array of values.
  public func value(of stored: Defaults.StoredValue) -> T? {
    stored.json.flatMap { JSONText.decode(T.self, from: $0) }
  }

  /// Makes JSON of a value.
  ///
  /// - Throws: ``Defaults/SerializationError`` with the encoder's own words when it fails.
  public func storedValue(of value: T) throws(Defaults.SerializationError) -> Defaults.StoredValue {
    .data(Data(try JSONText.encode(value).utf8))
  }
}

extension Defaults.StoredValue {
  /// The JSON that this holds in one form or another.
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
