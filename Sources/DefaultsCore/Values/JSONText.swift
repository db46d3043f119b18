import FoundationEssentials

/// The JSON text in which `Codable` values are stored.
package enum JSONText {
  /// Encodes a value with sorted object keys, so that equal values have equal text.
  ///
  /// JSON has no infinity and no NaN; they become strings that ``decode(_:from:)`` converts back.
  package static func encode(_ value: some Encodable) throws(Defaults.SerializationError) -> String
  {
    do {
      // The encoder returns valid UTF-8, so decoding does not repair anything.
      return String(decoding: try encoder.encode(value), as: UTF8.self)
    } catch {
      throw .encodingFailed(
        type: String(reflecting: type(of: value)),
        reason: String(describing: error),
      )
    }
  }

  /// Decodes a value; returns nil when the text is not JSON, or not that of such a value.
  package static func decode<Value: Decodable>(_ type: Value.Type, from text: String) -> Value? {
    // The decoder's error is dropped: a read returns the default, and the suite's diagnostic has
    // the text itself.
    try? decoder.decode(type, from: Data(text.utf8))
  }

  /// Returns the error of decoding a text; nil when it can be decoded.
  package static func decodingError(
    _ type: any Decodable.Type,
    from text: String
  ) -> DecodingError? {
    do {
      _ = try decoder.decode(type, from: Data(text.utf8))
      return nil
    } catch {
      return error as? DecodingError
    }
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
