extension Defaults {
  /// Stores an array as the array of its elements' stored forms.
  public struct ArrayBridge<Element: Defaults.Serializable>: Bridge {
    /// Creates a bridge.
    public init() {}

    /// Converts every element; nil when one of them is refused.
    public func serialize(_ value: [Element]?) -> [Element.Bridge.Serializable]? {
      value?.mapAll { Element.bridge.serialize($0 as? Element.Bridge.Value) }
    }

    /// Converts every element back; nil when one of them makes no sense.
    public func deserialize(_ object: [Element.Bridge.Serializable]?) -> [Element]? {
      object?.mapAll { Element.bridge.deserialize($0) as? Element }
    }
  }
}

extension Array: Defaults.Serializable where Element: Defaults.Serializable {
  /// Stores arrays of the elements' stored forms.
  public static var bridge: Defaults.ArrayBridge<Element> { .init() }

  /// Whether a property list holds the elements as they are.
  public static var isNativelySupportedType: Bool { Element.isNativelySupportedType }

  /// Whether a copy of an element cannot change when the original does.
  public static var _hasValueSemantics: Bool { Element._hasValueSemantics }

  /// Converts every element.
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
    return .array(elements)
  }

  /// Reads every element.
  ///
  /// - Returns: nil when one of them makes no sense: leaving it out would lose it with the next
  ///   write.
  public static func _value(from stored: Defaults.StoredValue) -> Self? {
    guard case .array(let elements) = stored else { return nil }
    return elements.mapAll(Element._value)
  }
}

extension Sequence {
  /// Converts all elements, or gives nil when one of them cannot be converted.
  func mapAll<Result>(_ convert: (Element) -> Result?) -> [Result]? {
    var results: [Result] = []
    results.reserveCapacity(underestimatedCount)
    for element in self {
      guard let result = convert(element) else { return nil }
      results.append(result)
    }
    return results
  }
}
