/// The place of a file, independent of how its path is written.
package enum FileLocation {
  /// Returns the path of a file without symbolic links, `.`, `..` and repeated slashes.
  ///
  /// The file and its directories need not exist. A location that is not an absolute path, such as
  /// the URL of a database, is returned unchanged.
  static func canonical(_ location: String, in files: FileSystem = FileSystem()) -> String {
    guard location.utf8.first == UInt8(ascii: "/") else { return location }
    let plan = WatchPlan(for: location, in: files)
    return plan.remainder.reduce(plan.end.path) { FilePath.join($0, $1) }
  }

  /// Returns the path of a file, of which the path may be relative, without symbolic links, `.` and `..`.
  package static func canonical(ofPath path: String) -> String {
    canonical(FilePath.absolute(path))
  }

  /// Returns whether two locations are the same file or directory.
  static func isSame(_ location: String, _ other: String) -> Bool {
    location == other || canonical(location) == canonical(other)
  }

  /// Returns whether two paths lead to the same directory; false if only one of them leads to one.
  static func isSameDirectory(
    _ path: String,
    _ other: String,
    in files: FileSystem = FileSystem()
  ) -> Bool {
    let statuses = [path, other].map { try? files.status(of: $0, following: true) }
    return switch (statuses[0], statuses[1]) {
    case (nil, nil): isSame(path, other)
    case (let status?, let other?): status.isSameFile(as: other)
    default: false
    }
  }
}
