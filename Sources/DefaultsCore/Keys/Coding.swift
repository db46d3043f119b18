import FoundationEssentials

extension Defaults {
  /// The stored form of one key's values, used instead of the form of their type.
  ///
  /// ```swift
  /// static let window = Key<Window>("window", default: .init(), coding: .propertyList)
  /// static let mode = Key<Mode>("mode", default: .dark, coding: .rawValue)
  /// ```
  ///
  /// A value that the coding cannot decode is decoded by its type instead. So a coding can be added
  /// to a key that already has a stored value.
  public struct Coding<Value: Serializable>: Sendable {
    /// Returns the stored form of a value; nil when the value is stored by removing the key.
    let encode: @Sendable (Value) throws(SerializationError) -> StoredValue?

    /// Returns the value of a stored form; nil when the form cannot be decoded.
    let decode: @Sendable (StoredValue) -> Value?

    init(
      encode: @escaping @Sendable (Value) throws(SerializationError) -> StoredValue?,
      decode: @escaping @Sendable (StoredValue) -> Value?,
      decodesByType: Bool = true
    ) {
      self.encode = encode
      if decodesByType {
        self.decode = { decode($0) ?? Value._value(from: $0) }
      } else {
        self.decode = decode
      }
    }
  }
}

extension Defaults.Coding where Value: RawRepresentable, Value.RawValue: Defaults.Serializable {
  /// The coding that stores the raw value.
  public static var rawValue: Self {
    Self { value throws(Defaults.SerializationError) in
      try Value.RawValue._storedValue(of: value.rawValue)
    } decode: { stored in
      Value.RawValue._value(from: stored).flatMap(Value.init(rawValue:))
    }
  }
}

extension Defaults.Coding where Value: Codable {
  /// The coding that stores JSON text with sorted keys, the default form of codable types.
  public static var json: Self {
    Self { value throws(Defaults.SerializationError) in
      .string(try JSONText.encode(value))
    } decode: { stored in
      guard case .string(let text) = stored else { return nil }
      return JSONText.decode(Value.self, from: text)
    }
  }

  /// The coding that stores what the value encodes itself as: a dictionary, an array or a scalar.
  ///
  /// People can read and edit the parts of such a value. Dates, data and numbers keep their types.
  /// A nil inside is stored as the text `$null`, as `PropertyListEncoder` stores it.
  public static var propertyList: Self {
    Self { value throws(Defaults.SerializationError) in
      try CodedPropertyList.encode(value)
    } decode: { stored in
      CodedPropertyList.decode(Value.self, from: stored)
    }
  }
}

extension Defaults.Coding {
  /// Returns the coding for optional values; nil is stored by removing the key.
  func optional() -> Defaults.Coding<Value?> {
    let (encode, decode) = (encode, decode)
    return Defaults.Coding<Value?> { value throws(Defaults.SerializationError) in
      guard let value else { return nil }
      return try encode(value)
    } decode: { stored in
      decode(stored).map { .some($0) }
    }
  }
}

extension Defaults.Coding {
  /// The stored form of nil, the same that `PropertyListEncoder` writes.
  private static var null: Defaults.StoredValue { .string("$null") }

  /// Returns a coding that stores nil as a text, so that nil differs from a missing value.
  static func storingNil<Wrapped: Defaults.Serializable>() -> Self where Value == Wrapped? {
    let null = null
    return Self { value throws(Defaults.SerializationError) in
      guard let value else { return null }
      let stored = try Wrapped._storedValue(of: value)
      guard stored != null else {
        throw .standsForNil(type: String(reflecting: Wrapped.self))
      }
      return stored
    } decode: { stored in
      stored == null ? .some(nil) : Wrapped._value(from: stored).map { .some($0) }
    }
  }
}

/// The conversion of codable values to stored values and back.
enum CodedPropertyList {
  /// The key of the value in the encoded document, whose root must be a dictionary.
  private static let name: Defaults.KeyName = "value"

  static func encode<Value: Encodable>(
    _ value: Value
  ) throws(Defaults.SerializationError) -> Defaults.StoredValue {
    do {
      let encoder = PropertyListEncoder()
      encoder.outputFormat = .binary
      let bytes = try encoder.encode([name.string: value])
      if let stored = try PropertyListDocument(parsing: Array(bytes)).values[name] { return stored }
    } catch {
      throw .encodingFailed(
        type: String(reflecting: Value.self),
        reason: String(describing: error),
      )
    }
    throw .refusedByBridge(type: String(reflecting: Value.self))
  }

  static func decode<Value: Decodable>(
    _ type: Value.Type,
    from stored: Defaults.StoredValue
  ) -> Value? {
    // `try?`: the caller returns the default and reports a diagnostic with the stored value, so the
    // decoder's error is not needed.
    guard let bytes = try? BinaryEntries(writing: [(name, stored)]).bytes else { return nil }
    return try? PropertyListDecoder().decode([String: Value].self, from: Data(bytes))[name.string]
  }
}
