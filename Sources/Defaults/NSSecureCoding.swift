public import DefaultsCore
public import Foundation

extension Defaults {
  /// A bridge that stores an object as the data of a keyed archive.
  ///
  /// On Linux, objects of private classes and of classes nested in another type cannot be archived,
  /// and are refused. In a program that is linked with `-static-stdlib` Foundation archives nothing,
  /// and all objects are refused; archives are read there as ever.
  public struct NSSecureCodingBridge<Value: NSObject & NSSecureCoding>: Bridge, Sendable,
    RefusalExplaining
  {
    private let allowedClasses: @Sendable () -> [AnyClass]?

    /// Creates a bridge, which decodes objects of the class only.
    public init() {
      allowedClasses = { nil }
    }

    /// Creates a bridge for a class whose objects hold objects of other classes.
    ///
    /// ```swift
    /// extension Palette: Defaults.Serializable {
    ///   static let bridge = Defaults.NSSecureCodingBridge<Palette>(
    ///     allowedClasses: [NSArray.self, Swatch.self]
    ///   )
    /// }
    /// ```
    ///
    /// - Parameter allowedClasses: the classes of the objects inside, except Foundation's, for a class
    ///   whose `init(coder:)` does not name them all itself. An archive with an object of yet another
    ///   class cannot be read.
    public init(allowedClasses: @autoclosure @escaping @Sendable () -> [AnyClass]) {
      self.allowedClasses = { allowedClasses() }
    }

    /// Converts an object to a keyed archive; nil when it cannot be archived and read again.
    public func serialize(_ value: Value?) -> Data? {
      value.flatMap { try? archive(of: $0) }
    }

    /// Converts a keyed archive to an object; nil when there is no such object in it.
    public func deserialize(_ object: Data?) -> Value? {
      object.flatMap { KeyedArchive.object(Value.self, in: $0, allowing: allowedClasses()) }
    }

    package func refusal(of value: Any) -> SerializationError? {
      guard let value = value as? Value else { return nil }
      do throws(SerializationError) {
        _ = try archive(of: value)
        return nil
      } catch {
        return error
      }
    }

    private func archive(of value: Value) throws(SerializationError) -> Data {
      try KeyedArchive.data(of: value, type: Value.self, isSecure: true) {
        KeyedArchive.object(Value.self, in: $0, allowing: allowedClasses())
      }
    }
  }

  /// A bridge that stores an object that is `Codable` and `NSSecureCoding` as JSON text.
  public struct CodableNSSecureCodingBridge<Value: Codable & NSObject & NSSecureCoding>:
    CodableBridge, Sendable
  {
    /// Creates a bridge.
    public init() {}
  }

  /// A class that is `Codable` and `NSSecureCoding`, and is to be stored as a keyed archive.
  public protocol PreferNSSecureCoding: NSObject, NSSecureCoding {}
}

extension Defaults.Serializable where Self: NSObject & NSSecureCoding {
  /// The bridge, which stores objects as keyed archives.
  public static var bridge: Defaults.NSSecureCodingBridge<Self> { .init() }
}

extension Defaults.Serializable where Self: Codable & NSObject & NSSecureCoding {
  /// The bridge, which stores objects as JSON text.
  public static var bridge: Defaults.CodableNSSecureCodingBridge<Self> { .init() }
}

extension Defaults.Serializable
where Self: Codable & NSObject & NSSecureCoding & Defaults.PreferNSSecureCoding {
  /// The bridge, which stores objects as keyed archives.
  public static var bridge: Defaults.NSSecureCodingBridge<Self> { .init() }
}
