public import Defaults
import Foundation

/// A bridge that stores objects, arrays of them, and URLs as keyed archives.
///
/// On Linux, classes that are private or nested in another type cannot be archived; values of them
/// are refused.
public struct DefaultsKeyedArchiverBridge<T>: DefaultsStoredValueBridge {
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
    .data(try KeyedArchive.data(of: value))
  }
}

/// The encoding and decoding of keyed archives.
enum KeyedArchive {
  /// Archives an object, an array of them, or a URL.
  ///
  /// - Throws: ``Defaults/SerializationError`` when the value cannot be archived.
  static func data(of value: Any) throws(Defaults.SerializationError) -> Data {
    let root: Any =
      switch value {
      case let url as URL: url as NSURL
      case let values as [Any]:
        NSArray(array: values.map { ($0 as? URL).map { $0 as NSURL } ?? $0 })
      default: value
      }
    guard isArchivable(root) else { throw .unsupportedType(String(reflecting: type(of: value))) }
    do {
      return try NSKeyedArchiver.archivedData(withRootObject: root, requiringSecureCoding: false)
    } catch {
      throw .encodingFailed(
        type: String(reflecting: type(of: value)),
        reason: String(describing: error),
      )
    }
  }

  /// Decodes the object in an archive; returns nil when it is damaged or of an unknown class.
  static func object(in data: Data) -> Any? {
    guard let unarchiver = try? NSKeyedUnarchiver(forReadingFrom: data) else { return nil }
    defer { unarchiver.finishDecoding() }
    unarchiver.requiresSecureCoding = false
    unarchiver.decodingFailurePolicy = .setErrorAndReturn
    let root = unarchiver.decodeObject(forKey: NSKeyedArchiveRootObjectKey)
    return switch root {
    case let url as NSURL: url as URL
    case let values as [Any]: values.map { ($0 as? NSURL).map { $0 as URL } ?? $0 }
    case let values as NSArray: values.map { ($0 as? NSURL).map { $0 as URL } ?? $0 }
    default: root
    }
  }

  /// Returns whether an object can be archived.
  ///
  /// NB: Foundation's archiver on Linux traps when a class is private or nested.
  private static func isArchivable(_ object: Any) -> Bool {
    if let array = object as? NSArray { return array.allSatisfy(isArchivable) }
    guard let object = object as? NSObject, object is any NSCoding else { return false }
    let name = String(reflecting: type(of: object))
    return name.count { $0 == "." } <= 1 && !name.contains("(unknown context")
  }
}
