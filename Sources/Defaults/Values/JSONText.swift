import Foundation

/// JSON as the text in which `Codable` values are stored.
package enum JSONText {
  /// Encodes a value, the keys of objects sorted so that equal values give equal text.
  ///
  /// JSON has no word for infinity and not-a-number; they become text that ``decode(_:from:)``
  /// knows.
  ///
  /// - Throws: ``Defaults/SerializationError`` when the value cannot be encoded.
  package static func encode(_ value: some Encodable) throws(Defaults.SerializationError) -> String
  {
    do {
      // Bytes from an encoder are valid UTF-8, so nothing is repaired here.
      return String(decoding: try encoder.encode(value), as: UTF8.self)
    } catch {
      throw .encodingFailed(
        type: String(reflecting: type(of: value)),
        reason: String(describing: error),
      )
    }
  }

  /// Decodes a value.
  ///
  /// - Returns: nil when the text is no JSON, or not that of such a value.
  package static func decode<Value: Decodable>(_ type: Value.Type, from text: String) -> Value? {
    // What is wrong with the text is of no use to the reader of a key, who gets the default and
    // a diagnostic with the text itself.
    try? decoder.decode(type, from: Data(text.utf8))
  }

  private static let encoder: JSONEncoder = {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "Infinity",
      negativeInfinity: "-Infinity",
      nan: "NaN",
    )
    return encoder
  }()

  private static let decoder: JSONDecoder = {
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "Infinity",
      negativeInfinity: "-Infinity",
      nan: "NaN",
    )
    return decoder
  }()
}
