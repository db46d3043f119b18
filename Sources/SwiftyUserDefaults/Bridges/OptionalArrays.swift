public import Defaults

/// An optional whose wrapped type is known as an associated type.
public protocol OptionalType {
  /// The type of the values other than nil.
  associatedtype Wrapped

  /// The value, or nil.
  var wrapped: Wrapped? { get }

  /// Nil.
  static var empty: Self { get }
}

extension Optional: OptionalType {
  /// The optional itself.
  public var wrapped: Wrapped? { self }

  /// Nil.
  public static var empty: Self { nil }
}

/// A bridge that stores an optional array as another bridge stores the array; nil removes it.
public struct DefaultsOptionalArrayBridge<Wrapped: DefaultsBridge>: DefaultsBridge
where Wrapped.T: Collection {
  /// The type of the values.
  public typealias T = Wrapped.T?

  private let bridge: DefaultsOptionalBridge<Wrapped>

  /// Creates a bridge from that of the array.
  public init(bridge: Wrapped) {
    self.bridge = DefaultsOptionalBridge(bridge: bridge)
  }

  /// Reads the value of a key.
  ///
  /// - Returns: nil, not an optional that holds nil, when nothing is stored.
  public func get(key: String, userDefaults: DefaultsSuite) -> T? {
    bridge.get(key: key, userDefaults: userDefaults)
  }

  /// Stores a value; nil removes the stored value.
  public func save(key: String, value: T?, userDefaults: DefaultsSuite) {
    bridge.save(key: key, value: value, userDefaults: userDefaults)
  }

  /// Converts a stored object to a value.
  public func deserialize(_ object: Any) -> T? {
    bridge.deserialize(object)
  }
}
