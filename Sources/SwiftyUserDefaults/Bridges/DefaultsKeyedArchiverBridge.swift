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
      return KeyedArchive.object(in: data) as? T
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
        KeyedArchive.object(in: $0) as? T
      }
    )
  }
}

// In expressions, `Defaults` is the variable of this module.
typealias KeyedArchive = Defaults.KeyedArchive

extension KeyedArchive {
  /// Decodes the object in an archive; returns nil when it is damaged or of an unknown class.
  static func object(in data: Data) -> Any? {
    guard let unarchiver = try? NSKeyedUnarchiver(forReadingFrom: data) else { return nil }
    defer { unarchiver.finishDecoding() }
    unarchiver.requiresSecureCoding = false
    unarchiver.decodingFailurePolicy = .setErrorAndReturn
    let root = unarchiver.decodeObject(forKey: NSKeyedArchiveRootObjectKey)
    return switch root {
    case let url as NSURL: self.url(url)
    case let values as [Any]: values.map { ($0 as? NSURL).map(self.url) ?? $0 }
    case let values as NSArray: values.map { ($0 as? NSURL).map(self.url) ?? $0 }
    default: root
    }
  }

  /// Converts an object to a URL with the same base, which Foundation's conversion drops on Linux.
  private static func url(_ object: NSURL) -> URL {
    object.baseURL.flatMap { URL(string: object.relativeString, relativeTo: $0) } ?? object as URL
  }
}
