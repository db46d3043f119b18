/// A type that can be the value of a key.
///
/// A type that is `Codable`, `NSCoding` or has raw values only declares the conformance; any other
/// type also declares its bridges.
///
/// ```swift
/// enum Theme: String, DefaultsSerializable { case light, dark }
///
/// struct Frog: Codable, DefaultsSerializable { let name: String }
/// ```
public protocol DefaultsSerializable: SendableMetatype {
  /// The type of the values that a key reads and writes, as its bridge declares it.
  typealias T = _Bridge.T

  /// The type of the bridge for one value.
  typealias Bridge = _Bridge

  /// The type of the bridge for an array of values.
  typealias ArrayBridge = _ArrayBridge

  // The associated types have an underscore, and their names without it are typealiases: so a type can
  // also conform to ``Defaults/Serializable``, which has another associated type `Bridge`.
  /// The type of the bridge for one value.
  associatedtype _Bridge: DefaultsBridge

  /// The type of the bridge for an array of values.
  associatedtype _ArrayBridge: DefaultsBridge

  /// The bridge for one value.
  static var _defaults: _Bridge { get }

  /// The bridge for an array of values.
  static var _defaultsArray: _ArrayBridge { get }
}
