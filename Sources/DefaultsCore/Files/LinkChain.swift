import Glibc

/// The chain of symbolic links from a path to the file it leads to.
struct LinkChain: Sendable {
  /// A name in the chain.
  struct Hop: Hashable, Sendable {
    /// The directory that contains the name.
    var directory: String
    /// The name.
    var name: String

    /// Directory and name as one path.
    var path: String { FilePath.join(directory, name) }
  }

  /// All names in the chain, the target last; never empty.
  let hops: [Hop]
  /// The last name, which is not a link; the file need not exist.
  var target: Hop { hops[hops.count - 1] }

  /// The user who controls the path.
  let owner: PathOwner

  /// The status of the target when the chain was created; nil when there was no file.
  let targetStatus: FileStatus?

  /// The maximum number of links, as in the kernel.
  private static let limit = 40

  /// Creates the chain of the links of a path; fails when they form a cycle or when `stat` fails.
  ///
  /// In a directory that others may write, a process that runs as root follows no link of another
  /// owner and uses no file that others may write; see also ``PathOwner`` and ``SystemRoot``.
  init(from path: String, in files: FileSystem) throws(Defaults.StoreError) {
    try SystemRoot.check(path, in: files)
    let (directory, name) = FilePath.parts(of: path)
    var target = Hop(directory: directory, name: name)
    var hops = [target]
    var status = try Self.status(of: target, from: path, in: files)
    while status?.kind == .link {
      target = try Self.destination(of: target, from: path, in: files)
      hops.append(target)
      status = try Self.status(of: target, from: path, in: files)
      guard hops.count <= Self.limit else { throw .system("readlink", path, ELOOP) }
    }
    self.hops = hops
    targetStatus = status
    owner = try PathOwner(of: path, in: files)
  }

  /// Returns the status of a name without following it; as root, checks that it can be trusted.
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

  /// Returns the name that a link leads to.
  private static func destination(
    of hop: Hop,
    from path: String,
    in files: FileSystem
  ) throws(Defaults.StoreError) -> Hop {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    let count = try files.check("readlink", path) {
      buffer.withUnsafeMutableBufferPointer { files.calls.readlink(hop.path, $0) }
    }
    let bytes = buffer[..<count].map { UInt8(truncatingIfNeeded: $0) }
    guard let destination = String(validating: bytes, as: UTF8.self) else {
      throw .system("readlink", path, EILSEQ)
    }
    let (directory, name) = FilePath.parts(of: FilePath.join(hop.directory, destination))
    return Hop(directory: directory, name: name)
  }

  /// Throws when another user may have put a name in place of root's file.
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
    throw Defaults.StoreError(
      location: path,
      cause: files.calls.isKnownUser(status.owner)
        ? .writableByOthers(path: hop.path) : .unknownOwner(path: hop.path)
    )
  }
}
