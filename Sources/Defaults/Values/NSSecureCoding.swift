public import Foundation

extension Defaults {
  /// Stores an object as the data of a keyed archive.
  ///
  /// On Linux only classes that are neither private nor nested in another type can be archived;
  /// others are refused.
  public struct NSSecureCodingBridge<Value: NSObject & NSSecureCoding>: Bridge {
    /// Creates a bridge.
    public init() {}

    /// Converts an object into a keyed archive; nil when it cannot be archived.
    public func serialize(_ value: Value?) -> Data? {
      KeyedArchive.data(of: value)
    }

    /// Reads an object from a keyed archive; nil when there is no such object in it.
    public func deserialize(_ object: Data?) -> Value? {
      KeyedArchive.object(Value.self, in: object)
    }
  }

  /// Stores an object that is both `Codable` and `NSSecureCoding` as JSON text.
  public struct CodableNSSecureCodingBridge<Value: Codable & NSObject & NSSecureCoding>:
    CodableBridge
  {
    /// Creates a bridge.
    public init() {}
  }

  /// A class that is both `Codable` and `NSSecureCoding` and wants to be stored as an archive.
  public protocol PreferNSSecureCoding: NSObject, NSSecureCoding {}
}

extension Defaults.Serializable where Self: NSObject & NSSecureCoding {
  /// Stores objects as keyed archives.
  public static var bridge: Defaults.NSSecureCodingBridge<Self> { .init() }
}

extension Defaults.Serializable where Self: Codable & NSObject & NSSecureCoding {
  /// Stores objects as JSON text.
  public static var bridge: Defaults.CodableNSSecureCodingBridge<Self> { .init() }
}

extension Defaults.Serializable
where Self: Codable & NSObject & NSSecureCoding & Defaults.PreferNSSecureCoding {
  /// Stores objects as keyed archives.
  public static var bridge: Defaults.NSSecureCodingBridge<Self> { .init() }
}

/// Objects as keyed archives.
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

  /// Whether the archiver takes a class.
  ///
  /// NB: Foundation on Linux ends the process when it meets one that is private or nested.
  private static func isArchivable(_ type: AnyClass) -> Bool {
    let name = String(reflecting: type)
    return name.count { $0 == "." } == 1 && !name.contains("(unknown context")
  }
}
