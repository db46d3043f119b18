import Glibc

/// The way from a path to the file it finally names, over symbolic links.
struct LinkChain: Sendable {
  /// A name on the way.
  struct Hop: Hashable, Sendable {
    /// The directory in which the name lies.
    var directory: String
    /// The name.
    var name: String

    /// Directory and name as one path.
    var path: String { FilePath.join(directory, name) }
  }

  /// All names on the way, the final one last; never empty.
  private(set) var hops: [Hop]
  /// The name that is no link: a file, or a free name where one may be made.
  var target: Hop { hops[hops.count - 1] }

  /// What the target was when it was looked at, nil when the name was free.
  private(set) var targetStatus: FileStatus?

  /// How many links may follow one another, as in the kernel.
  private static let limit = 40

  /// Follows a path.
  ///
  /// A process of the superuser does not follow a link that others could have put there, and
  /// takes no file that others may write in a directory that others may write.
  ///
  /// - Throws: ``Defaults/StoreError`` when links go round in circles, when a name cannot be
  ///   looked at, or when it is not to be trusted.
  init(from path: String, in files: FileSystem) throws(Defaults.StoreError) {
    let (directory, name) = FilePath.parts(of: path)
    hops = [Hop(directory: directory, name: name)]
    targetStatus = try Self.status(of: target, from: path, in: files)
    while let status = targetStatus, status.kind == .link {
      hops.append(try Self.destination(of: target, from: path, in: files))
      targetStatus = try Self.status(of: target, from: path, in: files)
      guard hops.count <= Self.limit else { throw .system("readlink", path, ELOOP) }
    }
  }

  /// Looks at a name without following it.
  private static func status(
    of hop: Hop,
    from path: String,
    in files: FileSystem
  ) throws(Defaults.StoreError) -> FileStatus? {
    guard let status = try files.status(of: hop.path, following: false, location: path) else {
      return nil
    }
    if files.calls.geteuid() == 0 { try check(status, of: hop, from: path, in: files) }
    return status
  }

  /// Reads where a link leads.
  private static func destination(
    of hop: Hop,
    from path: String,
    in files: FileSystem
  ) throws(Defaults.StoreError) -> Hop {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    let count = try files.check("readlink", path) {
      buffer.withUnsafeMutableBufferPointer { files.calls.readlink(hop.path, $0) }
    }
    let bytes = buffer[..<count].map { UInt8(bitPattern: $0) }
    guard let destination = String(validating: bytes, as: UTF8.self) else {
      throw .system("readlink", path, EILSEQ)
    }
    let (directory, name) = FilePath.parts(of: FilePath.join(hop.directory, destination))
    return Hop(directory: directory, name: name)
  }

  /// Refuses what somebody else may have put in place of the superuser's file.
  private static func check(
    _ status: FileStatus,
    of hop: Hop,
    from path: String,
    in files: FileSystem
  ) throws(Defaults.StoreError) {
    let isSuspicious = status.kind == .link ? status.owner != 0 : status.isWritableByOthers
    guard isSuspicious,
      let parent = try files.status(of: hop.directory, following: true, location: path),
      parent.isWritableByOthers
    else { return }
    throw Defaults.StoreError(location: path, cause: .writableByOthers(path: hop.path))
  }
}
