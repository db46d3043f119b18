public import Defaults
import Foundation

/// A bridge that stores objects, arrays of them, and URLs as keyed archives.
///
/// On Linux, classes that are private or nested in another type cannot be archived; values of them
/// are refused. In a program that is linked with `-static-stdlib` only URLs can be archived.
public struct DefaultsKeyedArchiverBridge<T>: DefaultsStoredValueBridge, SeveralForms {
  /// Creates a bridge.
  public init() {}

  /// Decodes a value from an archive.
  public func value(of stored: Defaults.StoredValue) -> T? {
    switch stored {
    case .data(let data):
      return KeyedArchive.value(T.self, in: data)
    case .array:
      // Other dialects store URLs as an array of strings.
      guard let serializable = T.self as? any Defaults.Serializable.Type else { return nil }
      return serializable._value(from: stored) as? T
    case .bool, .integer, .real, .string, .date, .dictionary, .uid, .null, .opaque:
      return nil
    }
  }

  /// Encodes a value as an archive.
  ///
  /// - Throws: ``Defaults/SerializationError`` when the value cannot be archived.
  public func storedValue(of value: T) throws(Defaults.SerializationError) -> Defaults.StoredValue {
    if let url = value as? URL { return .data(try URLArchive.data(of: url)) }
    if let urls = value as? [URL] { return .data(try URLArchive.data(of: urls)) }
    let root: Any = (value as? [Any]).map { NSArray(array: $0) } ?? value
    return .data(
      try KeyedArchive.data(of: root, type: T.self, isSecure: false) {
        KeyedArchive.value(T.self, in: $0)
      }
    )
  }
}

// In expressions, `Defaults` is the variable of this module.
typealias KeyedArchive = Defaults.KeyedArchive

extension KeyedArchive {
  /// Decodes the value of a type in an archive: a URL, an object, or an array of them.
  ///
  /// Whoever may write one of the suite's files can put any archive there, and decoding creates the
  /// objects of all classes that it names. So a type that supports secure coding is decoded securely.
  /// Any other class must be decoded without that. Then the archive may name no class besides the
  /// expected one, its subclasses, and Foundation's classes of values; this is read before anything is
  /// decoded.
  ///
  /// - Returns: nil when the archive is damaged, or has another value.
  static func value<T>(_ type: T.Type, in data: Data) -> T? {
    // Written again from what was read, so that Foundation decodes the same objects that are checked.
    guard let expected = expectedClass(of: type), let archive = ordered(data),
      let unarchiver = try? NSKeyedUnarchiver(forReadingFrom: archive)
    else { return nil }
    defer { unarchiver.finishDecoding() }
    unarchiver.decodingFailurePolicy = .setErrorAndReturn
    let key = NSKeyedArchiveRootObjectKey
    let root: Any?
    if (expected as? any NSSecureCoding.Type)?.supportsSecureCoding == true {
      unarchiver.requiresSecureCoding = true
      root = unarchiver.decodeObject(of: [expected] + valueClasses, forKey: key)
    } else {
      guard classNames(in: archive).allSatisfy({ isAllowed($0, for: expected) }) else {
        return nil
      }
      unarchiver.requiresSecureCoding = false
      root = unarchiver.decodeObject(forKey: key)
    }
    let value: Any? =
      switch root {
      case let url as NSURL: self.url(url)
      case let values as [Any]: values.map { ($0 as? NSURL).map(self.url) ?? $0 }
      case let values as NSArray: values.map { ($0 as? NSURL).map(self.url) ?? $0 }
      default: root
      }
    return value as? T
  }

  /// The class of the objects in an archive of a type; nil when there is none.
  private static func expectedClass(of type: Any.Type) -> AnyClass? {
    if type == URL.self { return NSURL.self }
    if let array = type as? any ArchivedArray.Type { return expectedClass(of: array.elementType) }
    return type as? AnyClass
  }

  /// Foundation's classes of values, which objects hold.
  private static var valueClasses: [AnyClass] {
    [
      NSArray.self, NSData.self, NSDate.self, NSDictionary.self, NSNull.self, NSNumber.self,
      NSSet.self, NSString.self, NSURL.self, NSUUID.self, NSDecimalNumber.self, NSTimeZone.self,
      NSLocale.self, NSIndexSet.self, NSOrderedSet.self, NSDateComponents.self,
    ]
  }

  private static func isAllowed(_ name: String, for expected: AnyClass) -> Bool {
    guard let named = NSClassFromString(name) else { return false }
    return ([expected] + valueClasses).contains { isClass(named, sameAs: $0) }
  }

  /// Returns whether a class is another one or inherits from it.
  private static func isClass(_ type: AnyClass, sameAs other: AnyClass) -> Bool {
    sequence(first: type, next: { _getSuperclass($0) }).contains { $0 == other }
  }

  /// Converts an object to a URL with the same base, which Foundation's conversion drops on Linux.
  private static func url(_ object: NSURL) -> URL {
    object.baseURL.flatMap { URL(string: object.relativeString, relativeTo: $0) } ?? object as URL
  }
}

/// An array, whose elements may be archived.
private protocol ArchivedArray {
  /// The type of the elements.
  static var elementType: Any.Type { get }
}

extension Array: ArchivedArray {
  fileprivate static var elementType: Any.Type { Element.self }
}
