import Glibc

/// The names whose change may change what a path leads to.
struct WatchPlan: Equatable, Sendable {
  /// A name to watch in a directory that exists.
  struct Place: Hashable, Sendable {
    /// The directory.
    var directory: String
    /// The name in it, which may be free.
    var name: String
  }

  /// The places: one for every symbolic link on the way, and one for its end.
  ///
  /// Where a directory is missing the way ends at the nearest one that exists.
  private(set) var places: [Place] = []

  /// Looks at the way as it is now.
  init(for path: String, in files: FileSystem) {
    var path = path
    // As many links as the kernel follows, plus the end.
    while places.count <= 40 {
      let (directory, name) = FilePath.parts(of: path)
      let place = Self.nearest(directory, name, in: files)
      places.append(place)
      guard place.directory == directory, let link = Self.destination(of: path, in: files) else {
        return
      }
      path = FilePath.join(directory, link)
    }
  }

  /// What has the names now, to be compared with a later look.
  func state(in files: FileSystem) -> [[UInt64]] {
    places.map { place in
      var status = stat()
      let path = FilePath.join(place.directory, place.name)
      let result = files.uninterrupted {
        files.calls.fstatat(AT_FDCWD, path, &status, AT_SYMLINK_NOFOLLOW)
      }
      return result < 0 ? [] : FileStatus(status).identity
    }
  }

  /// Climbs from a directory to one that exists.
  private static func nearest(_ directory: String, _ name: String, in files: FileSystem) -> Place {
    var place = Place(directory: directory, name: name)
    while !isDirectory(place.directory, in: files) {
      let (directory, name) = FilePath.parts(of: place.directory)
      guard directory != place.directory else { break }
      place = Place(directory: directory, name: name)
    }
    return place
  }

  private static func isDirectory(_ path: String, in files: FileSystem) -> Bool {
    var status = stat()
    let result = files.uninterrupted { files.calls.fstatat(AT_FDCWD, path, &status, 0) }
    return result >= 0 && FileStatus(status).kind == .directory
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
