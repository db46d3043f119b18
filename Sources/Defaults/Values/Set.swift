extension Defaults {
  /// Stores a set as an array of its elements' stored forms.
  public struct SetBridge<Element: Defaults.Serializable & Hashable>: Bridge {
    /// Creates a bridge.
    public init() {}

    /// Converts every element; nil when one of them is refused.
    public func serialize(_ value: Set<Element>?) -> [Element.Bridge.Serializable]? {
      value?.mapAll { Element.bridge.serialize($0 as? Element.Bridge.Value) }
    }

    /// Converts every element back; nil when one of them makes no sense.
    public func deserialize(_ object: [Element.Bridge.Serializable]?) -> Set<Element>? {
      object?.mapAll { Element.bridge.deserialize($0) as? Element }.map { Set($0) }
    }
  }
}

extension Set: Defaults.Serializable where Element: Defaults.Serializable {
  /// Stores arrays of the elements' stored forms.
  public static var bridge: Defaults.SetBridge<Element> { .init() }

  /// Whether a copy of an element cannot change when the original does.
  public static var _hasValueSemantics: Bool { Element._hasValueSemantics }

  /// Converts every element, in an order that only the elements decide.
  ///
  /// A set's own order differs from run to run; equal sets would look changed.
  ///
  /// - Throws: ``Defaults/SerializationError`` when one of them has no stored form.
  public static func _storedValue(
    of value: Self
  ) throws(Defaults.SerializationError) -> Defaults.StoredValue? {
    var elements: [Defaults.StoredValue] = []
    elements.reserveCapacity(value.count)
    for element in value {
      elements.append(try Element._storedElement(of: element))
    }
    return .array(elements.sorted(by: Defaults.StoredValue.precedes))
  }

  /// Reads every element; nil when one of them makes no sense.
  public static func _value(from stored: Defaults.StoredValue) -> Self? {
    guard case .array(let elements) = stored else { return nil }
    return elements.mapAll(Element._value).map { Set($0) }
  }
}
