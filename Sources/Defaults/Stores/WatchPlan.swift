import Glibc

/// The directories to watch so as to notice whatever may change what a path leads to.
struct WatchPlan: Equatable, Sendable {
  /// A name to watch in a directory that exists.
  struct DirectoryEntry: Hashable, Sendable {
    /// The directory, without symbolic links in it.
    var directory: String
    /// The name in it, which may be free.
    var name: String

    /// Directory and name as one path.
    var path: String { FilePath.join(directory, name) }
  }

  /// One entry for every symbolic link on the way, to a directory or to the file, and one for
  /// the end of the way: the file, or the first name that is missing.
  ///
  /// Never empty.
  private(set) var entries: [DirectoryEntry] = []

  /// The directories on the way, each with its name in the one above it.
  ///
  /// Where one of them is moved, the way leads elsewhere though nothing happens in an entry.
  private(set) var directories: [DirectoryEntry] = []

  /// The end of the way.
  var end: DirectoryEntry { entries[entries.count - 1] }

  /// How many links the kernel follows.
  private static let linkLimit = 40

  /// Looks at the way as it is now.
  ///
  /// - Parameters:
  ///   - path: an absolute path; where it ends in `/.`, the end of the way is the name `.` in the
  ///     directory, which stands for all that the directory holds.
  ///   - files: the file system.
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
      if let destination = Self.destination(of: entry.path, in: files) {
        entries.append(entry)
        guard entries.count <= Self.linkLimit else { return }
        if destination.utf8.first == UInt8(ascii: "/") { directory = "/" }
        rest += Self.components(of: destination)
        continue
      }
      guard !rest.isEmpty, Self.isDirectory(entry.path, in: files) else {
        entries.append(entry)
        return
      }
      directories.append(entry)
      directory = entry.path
    }
    // The way ends at a directory, where no file can be.
    let (parent, name) = FilePath.parts(of: directory)
    entries.append(DirectoryEntry(directory: parent, name: name))
  }

  /// What has the names now, to be compared with a later look.
  func state(in files: FileSystem) -> [[UInt64]] {
    entries.map { entry in
      Self.status(of: entry.path, in: files)?.identity ?? []
    }
  }

  /// Splits a path, the last component first.
  private static func components(of path: String) -> [Substring] {
    path.split(separator: "/").filter { $0 != "." }.reversed()
  }

  private static func isDirectory(_ path: String, in files: FileSystem) -> Bool {
    status(of: path, in: files)?.kind == .directory
  }

  private static func status(of path: String, in files: FileSystem) -> FileStatus? {
    files.statusIfAny(of: path, following: false)
  }

  /// Reads where a name leads; nil when it is no link.
  private static func destination(of path: String, in files: FileSystem) -> String? {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    let count = files.uninterrupted {
      buffer.withUnsafeMutableBufferPointer { files.calls.readlink(path, $0) }
    }
    guard count > 0 else { return nil }
    return String(
      validating: buffer[..<count].map { UInt8(bitPattern: $0) },
      as: UTF8.self
    )
  }
}
