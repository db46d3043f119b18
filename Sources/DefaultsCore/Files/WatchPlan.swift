/// The directory entries to watch in order to detect every change of the file at a path.
///
/// A path leads to another file when a symbolic link or a directory in it is replaced, so the
/// file's own entry is not enough.
struct WatchPlan: Equatable, Sendable {
  /// The entry of every symbolic link in the path, and last the entry of the file, or of the first
  /// name that does not exist.
  ///
  /// Never empty.
  private(set) var entries: [DirectoryEntry] = []

  /// Every directory in the resolved path, with its entry in its parent.
  ///
  /// Renaming any of them changes the file that the path leads to, without an event for `entries`.
  private(set) var directories: [DirectoryEntry] = []

  /// The names after the first one that does not exist.
  private(set) var remainder: [String] = []

  /// The entry of the file, or of the first name that does not exist.
  var end: DirectoryEntry { entries[entries.count - 1] }

  /// The maximum number of links that the kernel follows.
  private static let linkLimit = 40

  /// Creates the plan of an absolute path for the present state of the file system.
  ///
  /// If the path ends in `/.`, the last entry is the name `.`, which means all files of the
  /// directory.
  init(for path: String, in files: FileSystem) {
    var directory = "/"
    var rest = Self.components(of: path)
    if path.hasSuffix("/.") { rest.insert(".", at: 0) }
    while let name = rest.popLast() {
      if name == ".." {
        directory = FilePath.parts(of: directory).directory
        continue
      }
      let entry = DirectoryEntry(directory: directory, name: String(name))
      let kind = Self.status(of: entry.path, in: files)?.kind
      if kind == .link, let destination = try? files.destination(ofLink: entry.path) {
        entries.append(entry)
        guard entries.count <= Self.linkLimit else { return }
        if destination.utf8.first == UInt8(ascii: "/") { directory = "/" }
        rest += Self.components(of: destination)
        continue
      }
      guard !rest.isEmpty, kind == .directory else {
        entries.append(entry)
        remainder = rest.reversed().map(String.init)
        return
      }
      directories.append(entry)
      directory = entry.path
    }
    // The path is a directory, not a file.
    entries.append(DirectoryEntry(directory))
  }

  /// Returns the identities of the files that the entries have now, for polling.
  func state(in files: FileSystem) -> [[UInt64]] {
    entries.map { entry in
      Self.status(of: entry.path, in: files)?.identity ?? []
    }
  }

  /// Splits a path into its components, the last one first.
  private static func components(of path: String) -> [Substring] {
    path.split(separator: "/").filter { $0 != "." }.reversed()
  }

  private static func status(of path: String, in files: FileSystem) -> FileStatus? {
    try? files.status(of: path, following: false)
  }
}
