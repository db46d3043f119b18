import Glibc

/// The file that ``DirectoryLock`` locks.
struct LockFile {
  /// The file system, with errors about the suite's file.
  let files: FileSystem
  /// The name of the file.
  let name: String
  /// The path of the file.
  let path: String
  /// The file system, with errors about this file.
  private let ownFiles: FileSystem
  /// The only user who may open the file; nil outside sticky directories.
  let user: uid_t?

  /// Chooses the lock file for a file, which need not exist, in a directory with a status and path.
  init(
    for target: FileStatus?,
    in directory: FileStatus,
    path: String,
    files: FileSystem
  ) {
    self.files = files
    let isShared = directory.mode & S_ISVTX != 0 && directory.mode & 0o022 != 0
    user = isShared ? target?.owner ?? files.calls.geteuid() : nil
    name = user.map { ".prefs-\($0).lock" } ?? ".prefs.lock"
    self.path = FilePath.join(path, name)
    ownFiles = files.at(self.path)
  }

  /// The lock file, open for locking.
  struct Opened: ~Copyable {
    /// The open file.
    let file: FileSystem.OpenFile
    /// Whether all users who may create files in the directory can open it.
    let isShared: Bool
  }

  /// Opens the file, and creates it if there is none.
  ///
  /// It fails with `EACCES` when another user has created the file for themselves alone, see
  /// ``refusal(in:)``.
  func open(
    in directory: borrowing FileSystem.OpenFile
  ) throws(Defaults.StoreError) -> Opened {
    while true {
      do throws(Defaults.StoreError) {
        return try openExisting(in: directory)
      } catch {
        guard case .system("open", ENOENT) = error.cause else { throw error }
      }
      try create(in: directory)
    }
  }

  /// Returns why this user cannot open the file; nil when there is none.
  func refusal(
    in directory: borrowing FileSystem.OpenFile
  ) throws(Defaults.StoreError) -> Defaults.StoreError? {
    let status = try ownFiles.status(of: name, in: directory.descriptor, following: false)
    return status.map { foreign($0) ?? ownFiles.error(.closedLockFile(owner: $0.owner)) }
  }

  /// Returns whether this user may create files in the directory.
  func canBeCreated(in directory: borrowing FileSystem.OpenFile) -> Bool {
    files.uninterrupted { files.calls.faccessat(directory.descriptor, ".", W_OK, AT_EACCESS) }
      != -Int(EACCES)
  }

  /// Returns the error of a file that is not the user's; nil when it is, or when any user's will do.
  ///
  /// In a sticky directory everybody can create a file of this name. Its owner could hold the lock
  /// and keep the user waiting, so such a file is not used.
  private func foreign(_ status: FileStatus) -> Defaults.StoreError? {
    guard let user, status.owner != user else { return nil }
    // The user, or root, can have created it before it got its owner.
    if status.owner == 0, files.calls.geteuid() == 0 { return nil }
    return ownFiles.error(
      files.calls.isKnownUser(status.owner)
        ? .foreignLockFile(owner: status.owner, user: user) : .unknownOwner(path: path)
    )
  }

  private func openExisting(
    in directory: borrowing FileSystem.OpenFile
  ) throws(Defaults.StoreError) -> Opened {
    let file: FileSystem.OpenFile
    let flags = O_RDWR | O_NOFOLLOW | O_NONBLOCK
    do throws(Defaults.StoreError) {
      file = try ownFiles.open(name, in: directory.descriptor, flags: flags)
    } catch {
      switch error.cause {
      case .system("open", EACCES):
        guard try restoreOwnAccess(in: directory) else { throw error }
        file = try ownFiles.open(name, in: directory.descriptor, flags: flags)
      case .system(_, ELOOP), .system(_, ENXIO), .system(_, EISDIR):
        throw ownFiles.error(.notAFile)
      default: throw error
      }
    }
    let status = try ownFiles.status(of: file)
    try check(status)
    // The directory may be shared with other users by now, or no longer.
    let user = files.calls.geteuid()
    guard user == 0 || user == status.owner else { return Opened(file: file, isShared: true) }
    let isShared = try share(file, like: directory)
    return Opened(file: file, isShared: isShared)
  }

  /// Lets this user open a lock file of their own that is closed to everybody; false if it is not
  /// such a one.
  ///
  /// `chmod -R` closes it together with the files beside it, and nobody thinks of it afterwards.
  private func restoreOwnAccess(
    in directory: borrowing FileSystem.OpenFile
  ) throws(Defaults.StoreError) -> Bool {
    let descriptor = directory.descriptor
    // In a shared directory another user could put a link in place of the file.
    guard user == nil,
      let status = try ownFiles.status(of: name, in: descriptor, following: false),
      status.kind == .file, status.owner == files.calls.geteuid(), status.mode & 0o600 != 0o600
    else { return false }
    return files.uninterrupted { files.calls.fchmodat(descriptor, name, 0o600) } == 0
  }

  /// Creates the file, unless another process is faster.
  ///
  /// It gets its permissions under another name, and then its own name with `linkat`. A process that
  /// crashed in between with a file of the final name would leave one that only its own user can
  /// open.
  private func create(
    in directory: borrowing FileSystem.OpenFile
  ) throws(Defaults.StoreError) {
    let descriptor = directory.descriptor
    let temporary = try TemporaryFile(beside: name, in: descriptor, files: ownFiles)
    try share(temporary.file, like: directory)
    switch try ownFiles.link(temporary.name, as: name, in: descriptor) {
    case .added, .exists: return
    case .unsupported: try createWithoutLink(in: directory)
    }
  }

  /// Creates the file with its own name, on a file system without hard links.
  ///
  /// Such a file system has no permissions for each file either, so the file can be opened at once.
  private func createWithoutLink(
    in directory: borrowing FileSystem.OpenFile
  ) throws(Defaults.StoreError) {
    let descriptor = directory.descriptor
    do throws(Defaults.StoreError) {
      let flags = O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW
      let file = try ownFiles.open(name, in: descriptor, flags: flags, mode: 0o600)
      do throws(Defaults.StoreError) {
        try share(file, like: directory)
      } catch {
        _ = files.uninterrupted { files.calls.unlinkat(descriptor, name) }
        throw error
      }
    } catch {
      guard case .system("open", EEXIST) = error.cause else { throw error }
    }
  }

  /// Removes the file from its directory; the caller must hold its lock.
  func remove(from directory: borrowing FileSystem.OpenFile) {
    _ = files.uninterrupted { files.calls.unlinkat(directory.descriptor, name) }
  }

  /// Returns whether the name still leads to an open file.
  func isStill(
    _ file: borrowing FileSystem.OpenFile,
    in directory: borrowing FileSystem.OpenFile
  ) throws(Defaults.StoreError) -> Bool {
    let opened = try ownFiles.status(of: file)
    let named = try ownFiles.status(of: name, in: directory.descriptor, following: false)
    return named?.isSameFile(as: opened) == true
  }

  private func check(_ status: FileStatus) throws(Defaults.StoreError) {
    guard status.kind == .file else { throw ownFiles.error(.notAFile) }
    guard status.size == 0 else {
      let reason = "the lock file is not empty, so a newer version of this library uses it"
      throw .permanent("\(reason); update this program", at: path)
    }
    if let error = foreign(status) { throw error }
  }

  /// Lets those users open the lock file who may create files in the directory, and no others.
  ///
  /// Where the file system cannot express that, the file is open to those who can be expressed by a
  /// mode. Returns whether all those users can open the file.
  @discardableResult
  private func share(
    _ file: borrowing FileSystem.OpenFile,
    like directory: borrowing FileSystem.OpenFile
  ) throws(Defaults.StoreError) -> Bool {
    var access = try files.access(to: directory)
    if let user {
      access = FileAccess(owner: user, group: access.group, list: AccessList(mode: 0o600))
    } else {
      var list = access.list.mapped { $0 & 2 == 0 ? 0 : 6 }
      // Who owns the directory can make it writable again, and must not be kept out then.
      list.owner = 6
      access = FileAccess(owner: access.owner, group: access.group, list: list)
    }
    guard try files.access(to: file) != access else { return true }
    do throws(Defaults.StoreError) {
      try files.setAccess(access, of: file)
      return true
    } catch {
      switch error.cause {
      case .system(_, EPERM), .system(_, EOPNOTSUPP), .unknownOwner, .accessNotKept:
        return try shareByMode(file, access)
      default: throw error
      }
    }
  }

  /// Sets the mode alone, on a file system without access control lists.
  private func shareByMode(
    _ file: borrowing FileSystem.OpenFile,
    _ access: FileAccess
  ) throws(Defaults.StoreError) -> Bool {
    let own = try files.status(of: file)
    let group = own.group == access.group ? access.list.group : access.list.others
    let mode = 0o600 | mode_t(group) << 3 | mode_t(access.list.others)
    // A file system without permissions refuses every mode but its own.
    _ = files.uninterrupted { files.calls.fchmod(file.descriptor, mode) }
    let list = access.list
    let isOwnerServed = own.owner == access.owner || list.owner == 0
    let isGroupServed = own.group == access.group || list.group == 0
    let areOthersServed = (Array(list.users.values) + list.groups.values).allSatisfy { $0 == 0 }
    return list.others != 0 || isOwnerServed && isGroupServed && areOthersServed
  }
}
