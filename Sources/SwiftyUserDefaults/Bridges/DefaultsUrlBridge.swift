public import Defaults
public import Foundation

/// A bridge that stores a file URL as its path, and any other URL as a keyed archive.
public struct DefaultsUrlBridge: DefaultsStoredValueBridge {
  /// The type of the values.
  public typealias T = URL

  /// Creates a bridge.
  public init() {}

  /// Converts an archive, the path of a file, or the text of a URL to a URL.
  public func value(of stored: Defaults.StoredValue) -> URL? {
    switch stored {
    case .data(let data):
      return KeyedArchive.value(URL.self, in: data)
    case .string(let text)
    where text.starts(withASCII: "/") || text.starts(withASCII: "~"):
      let path = NSString(string: text).expandingTildeInPath
      return URL(fileURLWithPath: path, isDirectory: text.ends(withASCII: "/"))
    case .string:
      return URL._value(from: stored)
    case .bool, .integer, .real, .date, .array, .dictionary, .uid, .null, .opaque:
      return nil
    }
  }

  /// Converts a URL to its stored form.
  ///
  /// - Throws: ``Defaults/SerializationError`` when the URL cannot be archived.
  public func storedValue(
    of value: URL
  ) throws(Defaults.SerializationError) -> Defaults.StoredValue {
    // A path cannot hold a host, a query or a base, and a relative path has no meaning later: such
    // URLs are archived.
    let path = value.path(percentEncoded: false)
    let isPath =
      value.isFileURL
      && URL(fileURLWithPath: path, isDirectory: path.ends(withASCII: "/"))
        .absoluteString == value.absoluteString
      && value.baseURL == nil
    return isPath ? .string(path) : .data(try URLArchive.data(of: value))
  }
}
