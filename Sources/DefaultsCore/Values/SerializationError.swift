extension Defaults {
  /// The reason why a value has no stored form.
  ///
  /// The write of the value fails: the stored value is kept, and the suite's diagnostics report the
  /// key.
  public enum SerializationError: Error, Hashable, Sendable {
    /// Property lists cannot hold values of this type.
    case unsupportedType(String)

    /// The bridge of this type returned nil.
    case refusedByBridge(type: String)

    /// An element of a collection is nil, which property lists cannot hold.
    case missingElement(type: String)

    /// Two keys of a dictionary are converted to this text.
    case duplicateKey(String)

    /// The stored form of the value means nil for this type of key.
    case standsForNil(type: String)

    /// Encoding failed with this message of the encoder.
    case encodingFailed(type: String, reason: String)
  }
}

extension Defaults.SerializationError: CustomStringConvertible {
  /// The message: one phrase without a full stop.
  public var description: String {
    switch self {
    case .unsupportedType(let type):
      "no property list can hold a value of the type \(type)"
    case .refusedByBridge(let type):
      "the bridge of \(type) returned nothing to store"
    case .missingElement(let type):
      "an element of the type \(type) is nil"
    case .duplicateKey(let key):
      "two keys of the dictionary have the text \"\(key)\""
    case .standsForNil(let type):
      "this value of the type \(type) would be read as nil"
    case .encodingFailed(let type, let reason):
      "\(type) could not be encoded: \(reason)"
    }
  }
}
