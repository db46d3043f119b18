extension Defaults {
  /// A collection that is stored as an array of its elements.
  ///
  /// ```swift
  /// struct Bag<Element: Defaults.Serializable>: Collection { … }
  ///
  /// extension Bag: Defaults.CollectionSerializable {
  ///   init(_ elements: [Element]) { items = elements }
  /// }
  /// ```
  public protocol CollectionSerializable<Element>: Collection, Defaults.Serializable {
    /// Creates a collection from stored elements.
    init(_ elements: [Element])
  }

  /// A type of set that is stored as an array of its elements.
  public protocol SetAlgebraSerializable<Element>: SetAlgebra, Defaults.Serializable {
    /// The elements, in any order.
    func toArray() -> [Element]
  }

  /// A bridge that stores a collection as an array of its elements' stored forms.
  public struct CollectionBridge<Value: CollectionSerializable>: Bridge, Sendable
  where Value.Element: Defaults.Serializable {
    /// Creates a bridge.
    public init() {}

    /// Converts every element; nil when one cannot be converted.
    public func serialize(_ value: Value?) -> [Value.Element.Bridge.Serializable]? {
      value?.mapAll { Value.Element.bridge.serialize($0 as? Value.Element.Bridge.Value) }
    }

    /// Converts every element back; nil when one cannot be converted.
    public func deserialize(_ object: [Value.Element.Bridge.Serializable]?) -> Value? {
      object?.mapAll { Value.Element.bridge.deserialize($0) as? Value.Element }.map { Value($0) }
    }
  }

  /// A bridge that stores a set as an array of its elements' stored forms.
  public struct SetAlgebraBridge<Value: SetAlgebraSerializable>: Bridge, Sendable
  where Value.Element: Defaults.Serializable {
    /// Creates a bridge.
    public init() {}

    /// Converts every element; nil when one cannot be converted.
    public func serialize(_ value: Value?) -> [Value.Element.Bridge.Serializable]? {
      value?.toArray().mapAll { Value.Element.bridge.serialize($0 as? Value.Element.Bridge.Value) }
    }

    /// Converts every element back; nil when one cannot be converted.
    public func deserialize(_ object: [Value.Element.Bridge.Serializable]?) -> Value? {
      object?.mapAll { Value.Element.bridge.deserialize($0) as? Value.Element }.map { Value($0) }
    }
  }
}

extension Defaults.CollectionSerializable where Element: Defaults.Serializable {
  /// The bridge, which stores arrays of the elements' stored forms.
  public static var bridge: Defaults.CollectionBridge<Self> { .init() }
}

extension Defaults.CollectionSerializable
where Element: Defaults.Serializable, Bridge == Defaults.CollectionBridge<Self> {
  /// Converts every element.
  ///
  /// - Throws: ``Defaults/SerializationError`` when an element has no stored form.
  public static func _storedValue(
    of value: Self
  ) throws(Defaults.SerializationError) -> Defaults.StoredValue? {
    .array(try value.storedElements())
  }

  /// Converts every element back; nil when one cannot be converted.
  public static func _value(from stored: Defaults.StoredValue) -> Self? {
    [Element]._value(from: stored).map { Self($0) }
  }
}

extension Defaults.SetAlgebraSerializable where Element: Defaults.Serializable {
  /// The bridge, which stores arrays of the elements' stored forms.
  public static var bridge: Defaults.SetAlgebraBridge<Self> { .init() }
}

extension Defaults.SetAlgebraSerializable
where Element: Defaults.Serializable, Bridge == Defaults.SetAlgebraBridge<Self> {
  /// Converts every element; their order in the array depends only on their stored forms.
  ///
  /// - Throws: ``Defaults/SerializationError`` when an element has no stored form.
  public static func _storedValue(
    of value: Self
  ) throws(Defaults.SerializationError) -> Defaults.StoredValue? {
    .array(try value.toArray().storedElements().sorted(by: Defaults.StoredValue.precedes))
  }

  /// Converts every element back; nil when one cannot be converted.
  public static func _value(from stored: Defaults.StoredValue) -> Self? {
    [Element]._value(from: stored).map { Self($0) }
  }
}
