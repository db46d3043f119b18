extension Defaults {
  /// Why a value has no stored form.
  ///
  /// The write that meets one is refused: what was stored stays, and the suite's diagnostics
  /// tell which key it was.
  public enum SerializationError: Error, Hashable, Sendable {
    /// No property list can hold a value of this type.
    case unsupportedType(String)

    /// The bridge of this type gave nothing.
    case refusedByBridge(type: String)

    /// An element of a collection is nil, and a property list has no place for that.
    case missingElement(type: String)

    /// Two keys of a dictionary have this same text.
    case duplicateKey(String)

    /// Under this key the value's stored form means nil.
    case standsForNil(type: String)

    /// An encoder failed, and this is what it said.
    case encodingFailed(type: String, reason: String)
  }
}

extension Defaults.SerializationError: CustomStringConvertible {
  /// The reason in words, without a full stop.
  public var description: String {
    switch self {
    case .unsupportedType(let type):
      "no property list can hold a value of the type \(type)"
    case .refusedByBridge(let type):
      "the bridge of \(type) gave nothing to store"
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
