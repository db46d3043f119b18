public import Foundation

extension Defaults {
  /// A bridge that stores an object as the data of a keyed archive.
  ///
  /// On Linux, objects of private classes and of classes nested in another type cannot be archived,
  /// and are refused.
  public struct NSSecureCodingBridge<Value: NSObject & NSSecureCoding>: Bridge {
    /// Creates a bridge.
    public init() {}

    /// Converts an object to a keyed archive; nil when it cannot be archived.
    public func serialize(_ value: Value?) -> Data? {
      KeyedArchive.data(of: value)
    }

    /// Converts a keyed archive to an object; nil when there is no such object in it.
    public func deserialize(_ object: Data?) -> Value? {
      KeyedArchive.object(Value.self, in: object)
    }
  }

  /// A bridge that stores an object that is `Codable` and `NSSecureCoding` as JSON text.
  public struct CodableNSSecureCodingBridge<Value: Codable & NSObject & NSSecureCoding>:
    CodableBridge
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

/// Conversion of objects to keyed archives and back.
private enum KeyedArchive {
  static func data(of object: (some NSObject & NSSecureCoding)?) -> Data? {
    guard let object, isArchivable(type(of: object)) else { return nil }
    return try? NSKeyedArchiver.archivedData(withRootObject: object, requiringSecureCoding: true)
  }

  static func object<Value: NSObject & NSSecureCoding>(_ type: Value.Type, in data: Data?) -> Value?
  {
    guard let data, isArchivable(type) else { return nil }
    return try? NSKeyedUnarchiver.unarchivedObject(ofClass: type, from: data)
  }

  /// Returns whether the archiver supports a class.
  ///
  /// NB: Foundation on Linux ends the process for a class that is private or nested.
  private static func isArchivable(_ type: AnyClass) -> Bool {
    let name = String(reflecting: type)
    return name.count { $0 == "." } == 1 && !name.contains("(unknown context")
  }
}
