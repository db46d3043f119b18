import Foundation

extension Defaults {
  /// The form in which one key stores its values, where that of the type will not do.
  ///
  /// ```swift
  /// static let window = Key<Window>("window", default: .init(), coding: .propertyList)
  /// static let mode = Key<Mode>("mode", default: .dark, coding: .rawValue)
  /// ```
  ///
  /// The form of the type is read all the same, so a key may get a coding after values have been
  /// stored without.
  public struct Coding<Value: Serializable>: Sendable {
    /// Returns the stored form; nil when storing this value means storing nothing.
    let encode: @Sendable (Value) throws(SerializationError) -> StoredValue?

    /// Reads the stored form; nil when it makes no sense.
    let decode: @Sendable (StoredValue) -> Value?

    init(
      encode: @escaping @Sendable (Value) throws(SerializationError) -> StoredValue?,
      decode: @escaping @Sendable (StoredValue) -> Value?
    ) {
      self.encode = encode
      self.decode = { decode($0) ?? Value._value(from: $0) }
    }
  }
}

extension Defaults.Coding where Value: RawRepresentable, Value.RawValue: Defaults.Serializable {
  /// Stores the raw value.
  public static var rawValue: Self {
    Self { value throws(Defaults.SerializationError) in
      try Value.RawValue._storedValue(of: value.rawValue)
    } decode: { stored in
      Value.RawValue._value(from: stored).flatMap(Value.init(rawValue:))
    }
  }
}

extension Defaults.Coding where Value: Codable {
  /// Stores JSON text with sorted keys, as `Codable` types do unless they prefer another form.
  public static var json: Self {
    Self { value throws(Defaults.SerializationError) in
      .string(try JSONText.encode(value))
    } decode: { stored in
      guard case .string(let text) = stored else { return nil }
      return JSONText.decode(Value.self, from: text)
    }
  }

  /// Stores a dictionary, an array or whatever the value encodes itself as, which people can
  /// read and edit part by part.
  ///
  /// Dates, data and numbers stay what they are. A nil inside is stored as the text `$null`, as
  /// `PropertyListEncoder` does.
  public static var propertyList: Self {
    Self { value throws(Defaults.SerializationError) in
      try CodedPropertyList.encode(value)
    } decode: { stored in
      CodedPropertyList.decode(Value.self, from: stored)
    }
  }
}

extension Defaults.Coding {
  /// Applies the coding to the values other than nil; nil is stored by storing nothing.
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
  /// The text that stands for nil, as in property lists that `PropertyListEncoder` writes.
  private static var null: Defaults.StoredValue { .string("$null") }

  /// Stores nil as a value of its own, so that it differs from nothing stored.
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

/// Codable values as property lists.
private enum CodedPropertyList {
  /// The name under which a value stands in a document, whose root must be a dictionary.
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
    // What is wrong with it is of no use to the reader of a key, who gets the default and a
    // diagnostic with the stored value itself.
    guard let bytes = try? BinaryEntries(writing: [(name, stored)]).bytes else { return nil }
    return try? PropertyListDecoder().decode([String: Value].self, from: Data(bytes))[name.string]
  }
}
