import Glibc

/// The user who controls a path that a process of root uses.
///
/// Whoever owns a directory or a symbolic link on the way to a file decides which file the path
/// leads to. In a user's home, a link could make root replace root's own files. So a path may lead
/// through the directories and links of at most one user besides root, and if it does, it must end
/// in a directory of that user. What is written there the user could write without root's help.
///
/// The user can replace parts of the path between this check and the moment when the directory is
/// opened. So the owner of the open directory is compared with ``user`` as well: a path that led to
/// a directory of root by then is refused.
///
/// In a user namespace, the owner of a file may be unknown, see ``UserNamespace``. Nothing then shows
/// whether two parts belong to one user, so such a path is refused as well.
///
/// Processes of other users are not restricted: the kernel lets them reach no more than is theirs.
struct PathOwner {
  /// The user besides root who controls the path; nil if there is none, or if the process does not
  /// run as root.
  private(set) var user: uid_t?

  /// Creates the owner of a path; the file and its directory need not exist.
  ///
  /// It fails when the path leaves the directories of the user who controls it, or when that cannot
  /// be found out; the path in errors is that of `files`.
  init(of path: String, in files: FileSystem) throws(Defaults.StoreError) {
    guard files.calls.geteuid() == 0 else { return }
    let plan = WatchPlan(for: path, in: files)
    let links = plan.entries.dropLast().map(\.path)
    for part in links + plan.directories.map(\.path) where !SystemRoot.isChosen(part) {
      let status = try files.status(of: part, following: false)
      guard let owner = status?.owner, owner != 0 else { continue }
      guard files.calls.isKnownUser(owner) else { throw files.error(.unknownOwner(path: part)) }
      if let user, user != owner { throw files.error(.outsideOfUser(user, path: part)) }
      user = owner
    }
    guard let user else { return }
    let end = plan.end.directory
    guard try files.status(of: end, following: false)?.owner == user else {
      throw files.error(.outsideOfUser(user, path: end))
    }
  }

  /// Throws when a directory or file that was opened is not one of the user who controls the path.
  func check(
    _ file: borrowing FileSystem.OpenFile,
    at path: String,
    in files: FileSystem
  ) throws(Defaults.StoreError) {
    guard let user, try files.status(of: file).owner != user else { return }
    throw files.error(.outsideOfUser(user, path: path))
  }
}

extension FileSystem {
  /// Gives a file or directory that this process has just created to the owner of its directory, if
  /// the process runs as root.
  ///
  /// Otherwise root would leave files in a user's home that the user cannot read or write.
  func give(
    _ file: borrowing OpenFile,
    toOwnerOf directory: FileStatus
  ) throws(Defaults.StoreError) {
    guard directory.owner != 0, calls.geteuid() == 0 else { return }
    try check("fchown") { calls.fchown(file.descriptor, directory.owner, directory.group) }
  }
}
