extension Defaults {
  /// A bridge that stores a set as an array of its elements' stored forms.
  public struct SetBridge<Element: Defaults.Serializable & Hashable>: Bridge, Sendable {
    /// Creates a bridge.
    public init() {}

    /// Converts every element; nil when one cannot be converted.
    public func serialize(_ value: Set<Element>?) -> [Element.Bridge.Serializable]? {
      value?.mapAll { Element.bridge.serialize($0 as? Element.Bridge.Value) }
    }

    /// Converts every element back; nil when one cannot be converted.
    public func deserialize(_ object: [Element.Bridge.Serializable]?) -> Set<Element>? {
      object?.mapAll { Element.bridge.deserialize($0) as? Element }.map { Set($0) }
    }
  }
}

extension Set: Defaults.Serializable where Element: Defaults.Serializable {
  /// The bridge for sets of these elements.
  public static var bridge: Defaults.SetBridge<Element> { .init() }

  /// Returns whether copies of all elements share no object.
  public static func _isIndependent(_ value: Self) -> Bool {
    Element.isNativelySupportedType || value.allSatisfy(Element._isIndependent)
  }

  /// Converts every element; their order in the array depends only on their stored forms.
  ///
  /// The order of a set differs between runs, so without sorting an equal set would look changed.
  ///
  /// - Throws: ``Defaults/SerializationError`` when an element has no stored form.
  public static func _storedValue(
    of value: Self
  ) throws(Defaults.SerializationError) -> Defaults.StoredValue? {
    .array(try value.storedElements().sorted(by: Defaults.StoredValue.precedes))
  }

  /// Converts every element back; nil when one cannot be converted.
  public static func _value(from stored: Defaults.StoredValue) -> Self? {
    guard case .array(let elements) = stored else { return nil }
    return elements.mapAll(Element._value).map { Set($0) }
  }
}
