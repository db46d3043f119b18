public import Defaults
public import Foundation

/// Stores the path of a file, and any other URL as a keyed archive.
public struct DefaultsUrlBridge: DefaultsStoredValueBridge {
  /// The type of the values.
  public typealias T = URL

  /// Creates a bridge.
  public init() {}

  /// Makes a URL of an archive, of the path of a file, or of the text of a URL.
  public func value(of stored: Defaults.StoredValue) -> URL? {
    switch stored {
    case .data(let data):
      return KeyedArchive.object(in: data) as? URL
    case .string(let text) where text.hasPrefix("/") || text.hasPrefix("~"):
      let path = NSString(string: text).expandingTildeInPath
      return URL(fileURLWithPath: path, isDirectory: text.hasSuffix("/"))
    case .string:
      return URL._value(from: stored)
    case .bool, .integer, .real, .date, .array, .dictionary, .uid, .null, .opaque:
      return nil
    }
  }

  /// Makes the stored form of a URL.
  ///
  /// - Throws: ``Defaults/SerializationError`` when it cannot be archived.
  public func storedValue(
    of value: URL
  ) throws(Defaults.SerializationError) -> Defaults.StoredValue {
    // What a path does not say goes to an archive: a host, a query, a base, a path from nowhere.
    let path = value.path(percentEncoded: false)
    let isPath =
      value.isFileURL
      && URL(fileURLWithPath: path, isDirectory: path.hasSuffix("/"))
        .absoluteString == value.absoluteString
      && value.baseURL == nil
    return isPath ? .string(path) : .data(try KeyedArchive.data(of: value))
  }
}
