import Glibc

/// The chain of symbolic links from a path to the file it leads to.
struct LinkChain: Sendable {
  /// The last name, which is not a link; the file need not exist.
  let target: DirectoryEntry

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
    let files = files.at(path)
    var target = DirectoryEntry(path)
    var status = try Self.status(of: target, in: files)
    var links = 0
    while status?.kind == .link {
      let destination = try files.destination(ofLink: target.path)
      target = DirectoryEntry(FilePath.join(target.directory, destination))
      status = try Self.status(of: target, in: files)
      links += 1
      guard links < Self.limit else { throw files.failure("readlink", -Int(ELOOP)) }
    }
    self.target = target
    targetStatus = status
    owner = try PathOwner(of: path, in: files)
  }

  /// Returns the status of a name without following it; as root, checks that it can be trusted.
  private static func status(
    of entry: DirectoryEntry,
    in files: FileSystem
  ) throws(Defaults.StoreError) -> FileStatus? {
    let status = try files.status(of: entry.path, following: false)
    if let status, files.calls.geteuid() == 0 { try check(status, of: entry, in: files) }
    return status
  }

  /// Throws when another user may have put a name in place of root's file.
  private static func check(
    _ status: FileStatus,
    of entry: DirectoryEntry,
    in files: FileSystem
  ) throws(Defaults.StoreError) {
    let isSuspicious = status.kind == .link ? status.owner != 0 : status.isWritableByOthers
    guard isSuspicious,
      let parent = try files.status(of: entry.directory, following: true),
      parent.isWritableByOthers
    else { return }
    throw files.error(
      files.calls.isKnownUser(status.owner)
        ? .writableByOthers(path: entry.path) : .unknownOwner(path: entry.path)
    )
  }
}
