extension Defaults {
  /// A bridge that stores an array as the array of its elements' stored forms.
  public struct ArrayBridge<Element: Defaults.Serializable>: Bridge, Sendable {
    /// Creates a bridge.
    public init() {}

    /// Converts every element; nil when one cannot be converted.
    public func serialize(_ value: [Element]?) -> [Element.Bridge.Serializable]? {
      value?.mapAll { Element.bridge.serialize($0 as? Element.Bridge.Value) }
    }

    /// Converts every element back; nil when one cannot be converted.
    public func deserialize(_ object: [Element.Bridge.Serializable]?) -> [Element]? {
      object?.mapAll { Element.bridge.deserialize($0) as? Element }
    }
  }
}

extension Array: Defaults.Serializable where Element: Defaults.Serializable {
  /// The bridge for arrays of these elements.
  public static var bridge: Defaults.ArrayBridge<Element> { .init() }

  /// Whether property lists support the elements without conversion.
  public static var isNativelySupportedType: Bool { Element.isNativelySupportedType }

  /// Returns whether copies of all elements share no object.
  public static func _isIndependent(_ value: Self) -> Bool {
    Element.isNativelySupportedType || value.allSatisfy(Element._isIndependent)
  }

  /// Converts every element.
  ///
  /// - Throws: ``Defaults/SerializationError`` when an element has no stored form.
  public static func _storedValue(
    of value: Self
  ) throws(Defaults.SerializationError) -> Defaults.StoredValue? {
    .array(try value.storedElements())
  }

  /// Converts every element back.
  ///
  /// - Returns: nil when one cannot be converted. If it were left out, the next write would delete
  ///   it.
  public static func _value(from stored: Defaults.StoredValue) -> Self? {
    guard case .array(let elements) = stored else { return nil }
    return elements.mapAll(Element._value)
  }
}

extension Sequence {
  /// Returns all elements, converted; nil when one cannot be converted.
  package func mapAll<Result>(_ convert: (Element) -> Result?) -> [Result]? {
    var results: [Result] = []
    results.reserveCapacity(underestimatedCount)
    for element in self {
      guard let result = convert(element) else { return nil }
      results.append(result)
    }
    return results
  }
}

extension Sequence where Element: Defaults.Serializable {
  /// Returns the stored forms of all elements; fails when one has none.
  func storedElements() throws(Defaults.SerializationError) -> [Defaults.StoredValue] {
    try map(Element._storedElement)
  }
}
