public import Defaults

/// Stores an optional value as another bridge stores the value; nil stores nothing.
public struct DefaultsOptionalBridge<Wrapped: DefaultsBridge>: DefaultsBridge {
  /// The type of the values.
  public typealias T = Wrapped.T?

  private let bridge: Wrapped

  /// Creates a bridge around another.
  public init(bridge: Wrapped) {
    self.bridge = bridge
  }

  /// Reads the value of a key.
  ///
  /// - Returns: nil, not an optional that holds nil, when there is none.
  public func get(key: String, userDefaults: DefaultsSuite) -> T? {
    bridge.get(key: key, userDefaults: userDefaults).map { .some($0) }
  }

  /// Stores a value; nil removes what is stored.
  public func save(key: String, value: T?, userDefaults: DefaultsSuite) {
    bridge.save(key: key, value: value ?? nil, userDefaults: userDefaults)
  }

  /// Makes a value of an object that was stored.
  public func deserialize(_ object: Any) -> T? {
    bridge.deserialize(object).map { .some($0) }
  }
}

/// Stores an array of what another bridge stores: arrays of arrays, for example.
public struct DefaultsNestedArrayBridge<Element: DefaultsBridge>: DefaultsStoredValueBridge {
  /// The type of the values.
  public typealias T = [Element.T]

  private let bridge: Element

  /// Creates a bridge around that of the elements.
  public init(bridge: Element) {
    self.bridge = bridge
  }

  /// Makes an array of its stored form; nil when one element makes no sense.
  public func value(of stored: Defaults.StoredValue) -> T? {
    guard case .array(let elements) = stored else { return nil }
    let values = elements.compactMap { bridge.deserialize($0.propertyList) }
    return values.count == elements.count ? values : nil
  }

  /// Makes the stored form of an array.
  ///
  /// - Throws: ``Defaults/SerializationError`` when an element has none.
  public func storedValue(of value: T) throws(Defaults.SerializationError) -> Defaults.StoredValue {
    // A bridge of one's own says only how it stores under a key, so it is given a suite for that.
    let scratch = DefaultsSuite(inMemory: "element")
    var elements: [Defaults.StoredValue] = []
    for (index, element) in value.enumerated() {
      bridge.save(key: "\(index)", value: element, userDefaults: scratch)
      guard let stored = scratch.storedValue(forKey: "\(index)") else {
        throw .refusedByBridge(type: String(reflecting: Element.T.self))
      }
      elements.append(stored)
    }
    return .array(elements)
  }
}
