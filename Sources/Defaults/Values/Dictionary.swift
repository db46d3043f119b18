extension Defaults {
  /// Stores a dictionary by the text of its keys and the stored forms of its values.
  public struct DictionaryBridge<
    Key: LosslessStringConvertible & Hashable,
    Element: Defaults.Serializable,
  >: Bridge {
    /// Creates a bridge.
    public init() {}

    /// Converts every value; nil when one of them is refused or two keys have the same text.
    public func serialize(_ value: [Key: Element]?) -> [String: Element.Bridge.Serializable]? {
      value?.mapAll { key, element in
        Element.bridge.serialize(element as? Element.Bridge.Value).map { (String(key), $0) }
      }
      .flatMap { dictionary(of: $0) }
    }

    /// Converts every value back; nil when a key or a value makes no sense.
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
  /// Stores dictionaries of the values' stored forms.
  public static var bridge: Defaults.DictionaryBridge<Key, Value> { .init() }

  /// Whether a property list holds keys and values as they are.
  public static var isNativelySupportedType: Bool {
    Key.self == String.self && Value.isNativelySupportedType
  }

  /// Whether a copy of a value cannot change when the original does.
  public static var _hasValueSemantics: Bool { Value._hasValueSemantics }

  /// Converts every key into text and every value into its stored form.
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

  /// Reads every key and value.
  ///
  /// - Returns: nil when one of them makes no sense, or two texts give the same key.
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

/// Makes a dictionary; nil when a key occurs twice.
private func dictionary<Key, Value>(of members: [(Key, Value)]) -> [Key: Value]? {
  var result = [Key: Value](minimumCapacity: members.count)
  for (key, value) in members where result.updateValue(value, forKey: key) != nil {
    return nil
  }
  return result
}
