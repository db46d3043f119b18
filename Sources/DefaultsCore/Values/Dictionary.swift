extension Defaults {
  /// A bridge that stores a dictionary with keys as text and the stored forms of its values.
  public struct DictionaryBridge<
    Key: LosslessStringConvertible & Hashable,
    Element: Defaults.Serializable,
  >: Bridge, Sendable {
    /// Creates a bridge.
    public init() {}

    /// Converts every value; nil when one cannot be converted, or when two keys have the same text.
    public func serialize(_ value: [Key: Element]?) -> [String: Element.Bridge.Serializable]? {
      value?.mapAll { key, element in
        Element.bridge.serialize(element as? Element.Bridge.Value).map { (String(key), $0) }
      }
      .flatMap { dictionary(of: $0) }
    }

    /// Converts every entry back; nil when a key or a value cannot be converted.
    public func deserialize(_ object: [String: Element.Bridge.Serializable]?) -> [Key: Element]? {
      object?.mapAll { text, element -> (Key, Element)? in
        guard let key = Key(text), let value = Element.bridge.deserialize(element) as? Element
        else { return nil }
        return (key, value)
      }
      .flatMap { dictionary(of: $0) }
    }
  }
}

extension Dictionary: Defaults.Serializable
where Key: LosslessStringConvertible & Hashable, Value: Defaults.Serializable {
  /// The bridge for dictionaries of these keys and values.
  public static var bridge: Defaults.DictionaryBridge<Key, Value> { .init() }

  /// Whether property lists support keys and values without conversion.
  public static var isNativelySupportedType: Bool {
    Key.self == String.self && Value.isNativelySupportedType
  }

  /// Returns whether copies of all keys and values share no object.
  public static func _isIndependent(_ value: Self) -> Bool {
    isNativelySupportedType
      || value.allSatisfy { Value._isIndependent($1) && !SharedObjects.areHeld(by: $0) }
  }

  /// Converts every key to text and every value to its stored form.
  ///
  /// - Throws: ``Defaults/SerializationError`` when a value has no stored form, or two keys
  ///   have the same text.
  public static func _storedValue(
    of value: Self
  ) throws(Defaults.SerializationError) -> Defaults.StoredValue? {
    var members: [Defaults.KeyName: Defaults.StoredValue] = [:]
    members.reserveCapacity(value.count)
    for (key, element) in value {
      let text = String(key)
      let stored = try Value._storedElement(of: element)
      guard members.updateValue(stored, forKey: Defaults.KeyName(text)) == nil else {
        throw .duplicateKey(text)
      }
    }
    return .dictionary(members)
  }

  /// Converts every key and value back.
  ///
  /// - Returns: nil when one cannot be converted, or when two texts are converted to the same key.
  public static func _value(from stored: Defaults.StoredValue) -> Self? {
    guard case .dictionary(let members) = stored else { return nil }
    var result = Self(minimumCapacity: members.count)
    for (text, element) in members {
      guard let key = Key(text.string), let value = Value._value(from: element),
        result.updateValue(value, forKey: key) == nil
      else { return nil }
    }
    return result
  }
}

/// Returns a dictionary; nil when a key occurs twice.
private func dictionary<Key, Value>(of members: [(Key, Value)]) -> [Key: Value]? {
  var result = [Key: Value](minimumCapacity: members.count)
  for (key, value) in members where result.updateValue(value, forKey: key) != nil {
    return nil
  }
  return result
}
