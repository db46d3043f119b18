/// A name in a directory.
struct DirectoryEntry: Hashable, Sendable {
  /// The path of the directory.
  var directory: String
  /// The name in it, which need not exist.
  var name: String

  /// Directory and name as one path.
  var path: String { FilePath.join(directory, name) }
}

extension DirectoryEntry {
  /// Creates the entry that a path ends in.
  init(_ path: String) {
    (directory, name) = FilePath.parts(of: path)
  }
}
