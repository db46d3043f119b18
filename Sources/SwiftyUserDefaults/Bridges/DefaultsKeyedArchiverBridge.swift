public import Defaults
import Foundation

/// A bridge that stores objects, arrays of them, and URLs as keyed archives.
///
/// On Linux, classes that are private or nested in another type cannot be archived; values of them
/// are refused. In a program that is linked with `-static-stdlib` only URLs can be archived.
public struct DefaultsKeyedArchiverBridge<T>: DefaultsStoredValueBridge {
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
  /// objects of all classes that it names. So the names are read before anything is decoded: the
  /// root must be of the expected class, or an array of such objects, and the archive may name no
  /// class besides that, its subclasses, and Foundation's classes of values. A class that supports
  /// secure coding is decoded securely, and may hold objects of other such classes, which it names
  /// itself. The result is nil when the archive is damaged, or has another value.
  ///
  /// NB: Foundation on Linux also ends the process when a secure decoder finds another class.
  static func value<T>(_ type: T.Type, in data: Data) -> T? {
    // Written again from what was read, so that Foundation decodes the same objects that are checked.
    guard let expected = expectedClass(of: type), let archive = ordered(data),
      let unarchiver = try? NSKeyedUnarchiver(forReadingFrom: archive)
    else { return nil }
    defer { unarchiver.finishDecoding() }
    unarchiver.decodingFailurePolicy = .setErrorAndReturn
    let key = NSKeyedArchiveRootObjectKey
    let root: Any?
    let isSecure = supportsSecureCoding(expected)
    // A URL holds no objects of other classes.
    let mayHoldOthers = isSecure && expected != NSURL.self
    guard let classes = classes(in: archive),
      classes.roots.allSatisfy({ isNamed($0, among: [expected]) }),
      classes.all.allSatisfy({ name in
        isNamed(name, among: [expected] + valueClasses)
          || mayHoldOthers && NSClassFromString(name).map(supportsSecureCoding) == true
      })
    else { return nil }
    if isSecure {
      unarchiver.requiresSecureCoding = true
      root = unarchiver.decodeObject(of: [expected] + valueClasses, forKey: key)
    } else {
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

  /// Returns whether a name is that of some classes or of their subclasses.
  private static func isNamed(_ name: String, among classes: [AnyClass]) -> Bool {
    guard let named = NSClassFromString(name) else { return false }
    let ancestors = sequence(first: named, next: { _getSuperclass($0) })
    return ancestors.contains { ancestor in classes.contains { $0 == ancestor } }
  }

  private static func supportsSecureCoding(_ type: AnyClass) -> Bool {
    (type as? any NSSecureCoding.Type)?.supportsSecureCoding == true
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
