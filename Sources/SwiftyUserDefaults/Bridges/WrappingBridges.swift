public import Defaults

/// A bridge that stores an optional as another bridge stores its value; nil removes the stored one.
public struct DefaultsOptionalBridge<Wrapped: DefaultsBridge>: DefaultsBridge {
  /// The type of the values.
  public typealias T = Wrapped.T?

  private let bridge: Wrapped

  /// Creates a bridge from that of the wrapped type.
  public init(bridge: Wrapped) {
    self.bridge = bridge
  }

  /// Reads the value of a key.
  ///
  /// - Returns: nil, not an optional that holds nil, when nothing is stored.
  public func get(key: String, userDefaults: DefaultsSuite) -> T? {
    bridge.get(key: key, userDefaults: userDefaults).map { .some($0) }
  }

  /// Stores a value; nil removes the stored value.
  public func save(key: String, value: T?, userDefaults: DefaultsSuite) {
    bridge.save(key: key, value: value ?? nil, userDefaults: userDefaults)
  }

  /// Converts a stored object to a value.
  public func deserialize(_ object: Any) -> T? {
    bridge.deserialize(object).map { .some($0) }
  }
}

/// A bridge that stores an array of what another bridge stores: arrays of arrays, for example.
public struct DefaultsNestedArrayBridge<Element: DefaultsBridge>: DefaultsStoredValueBridge {
  /// The type of the values.
  public typealias T = [Element.T]

  private let bridge: Element

  /// Creates a bridge from that of the elements.
  public init(bridge: Element) {
    self.bridge = bridge
  }

  /// Converts a stored form to an array; returns nil when an element cannot be read.
  public func value(of stored: Defaults.StoredValue) -> T? {
    guard case .array(let elements) = stored else { return nil }
    let values = elements.compactMap { bridge.deserialize($0.propertyList) }
    return values.count == elements.count ? values : nil
  }

  /// Converts an array to its stored form.
  ///
  /// - Throws: ``Defaults/SerializationError`` when an element has no stored form.
  public func storedValue(of value: T) throws(Defaults.SerializationError) -> Defaults.StoredValue {
    // A custom bridge can only save under a key of a suite, so it saves into one in memory.
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
