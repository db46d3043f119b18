/// A type that can be the value of a key.
///
/// A type that is `Codable`, `NSCoding` or has raw values needs nothing but the conformance; any
/// other type names its bridges.
///
/// ```swift
/// enum Theme: String, DefaultsSerializable { case light, dark }
///
/// struct Frog: Codable, DefaultsSerializable { let name: String }
/// ```
public protocol DefaultsSerializable: SendableMetatype {
  /// The type of the values: the type itself, or the optional or array of what such a one holds.
  typealias T = _Bridge.T

  // Named unlike the types of any other protocol of bridges, so that a type may conform to both.
  /// The type of the bridge for one value.
  associatedtype _Bridge: DefaultsBridge

  /// The type of the bridge for an array of values.
  associatedtype _ArrayBridge: DefaultsBridge

  /// Stores and reads one value.
  static var _defaults: _Bridge { get }

  /// Stores and reads an array of values.
  static var _defaultsArray: _ArrayBridge { get }
}
