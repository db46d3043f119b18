import Glibc

/// Functions that split and join paths as text, without reading the file system.
enum FilePath {
  /// Splits a path at its last slash; the directory is "." when the path has none.
  static func parts(of path: String) -> (directory: String, name: String) {
    var bytes = Array(path.utf8)
    while bytes.count > 1, bytes.last == UInt8(ascii: "/") { bytes.removeLast() }
    guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else {
      return (".", String(decoding: bytes, as: UTF8.self))
    }
    let name = String(decoding: bytes[(slash + 1)...], as: UTF8.self)
    var end = slash
    while end > 0, bytes[end - 1] == UInt8(ascii: "/") { end -= 1 }
    return (end == 0 ? "/" : String(decoding: bytes[..<end], as: UTF8.self), name)
  }

  /// Returns a path resolved against a directory; an absolute path is returned unchanged.
  static func join(_ directory: String, _ path: String) -> String {
    if path.utf8.first == UInt8(ascii: "/") { return path }
    return directory.utf8.last == UInt8(ascii: "/") ? directory + path : directory + "/" + path
  }

  /// Returns a path resolved against the working directory of this moment.
  static func absolute(_ path: String) -> String {
    guard path.utf8.first != UInt8(ascii: "/") else { return path }
    guard let current = getcwd(nil, 0) else { return path }
    defer { free(current) }
    return join(String(cString: current), path)
  }
}
