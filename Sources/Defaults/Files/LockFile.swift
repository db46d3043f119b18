import Glibc

/// The file that ``DirectoryLock`` locks.
struct LockFile {
  /// The file system.
  let files: FileSystem
  /// The name of the file.
  let name: String
  /// The path of the file.
  let path: String
  /// The path of the suite's file, for errors that are not about the lock file's permissions.
  let location: String
  /// The only user who may open the file; nil outside sticky directories.
  let user: uid_t?

  /// Chooses the lock file for a file, which need not exist, in a directory with a status and path.
  init(
    for target: FileStatus?,
    in directory: FileStatus,
    path: String,
    files: FileSystem,
    location: String
  ) {
    self.files = files
    self.location = location
    let isShared = directory.mode & S_ISVTX != 0 && directory.mode & 0o022 != 0
    user = isShared ? target?.owner ?? files.calls.geteuid() : nil
    name = user.map { ".prefs-\($0).lock" } ?? ".prefs.lock"
    self.path = FilePath.join(path, name)
  }

  /// Opens the file, and creates it if there is none.
  func open(
    in directory: borrowing FileSystem.OpenFile
  ) throws(Defaults.StoreError) -> FileSystem.OpenFile {
    while true {
      do throws(Defaults.StoreError) {
        return try openExisting(in: directory)
      } catch {
        guard case .system("open", ENOENT) = error.cause else { throw error }
      }
      do throws(Defaults.StoreError) {
        return try create(in: directory)
      } catch {
        // Another process has created it in the meantime.
        guard case .system("open", EEXIST) = error.cause else { throw error }
      }
    }
  }

  private func openExisting(
    in directory: borrowing FileSystem.OpenFile
  ) throws(Defaults.StoreError) -> FileSystem.OpenFile {
    let file: FileSystem.OpenFile
    do throws(Defaults.StoreError) {
      let flags = O_RDWR | O_NOFOLLOW | O_NONBLOCK
      file = try files.open(name, in: directory.descriptor, flags: flags, location: path)
    } catch {
      switch error.cause {
      case .system(_, ELOOP), .system(_, ENXIO), .system(_, EISDIR):
        throw Defaults.StoreError(location: path, cause: .notAFile)
      default: throw error
      }
    }
    let status = try files.status(of: file, location: path)
    try check(status)
    // The directory may be shared with other users by now, or no longer.
    let user = files.calls.geteuid()
    if user == 0 || user == status.owner { try share(file, like: directory) }
    return file
  }

  private func create(
    in directory: borrowing FileSystem.OpenFile
  ) throws(Defaults.StoreError) -> FileSystem.OpenFile {
    let descriptor = directory.descriptor
    let flags = O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW
    let file = try files.open(name, in: descriptor, flags: flags, mode: 0o600, location: path)
    do throws(Defaults.StoreError) {
      try share(file, like: directory)
    } catch {
      _ = files.uninterrupted { files.calls.unlinkat(descriptor, name) }
      throw error
    }
    return file
  }

  /// Returns whether the name still leads to an open file.
  func isStill(
    _ file: borrowing FileSystem.OpenFile,
    in directory: borrowing FileSystem.OpenFile
  ) throws(Defaults.StoreError) -> Bool {
    let descriptor = directory.descriptor
    let opened = try files.status(of: file, location: path)
    let named = try files.status(of: name, in: descriptor, following: false, location: path)
    return named?.identity.prefix(2) == opened.identity.prefix(2)
  }

  private func check(_ status: FileStatus) throws(Defaults.StoreError) {
    guard status.kind == .file else { throw Defaults.StoreError(location: path, cause: .notAFile) }
    guard status.size == 0 else {
      throw Defaults.StoreError(
        location: path,
        reason: "the lock file is not empty, so a newer version of this library uses it; "
          + "update this program",
        isTemporary: false
      )
    }
    guard user == nil || status.owner == user else {
      throw Defaults.StoreError(location: path, cause: .writableByOthers(path: path))
    }
  }

  /// Lets those users open the lock file who may create files in the directory, and no others.
  ///
  /// Where the file system cannot express that, those who can be expressed by a mode.
  private func share(
    _ file: borrowing FileSystem.OpenFile,
    like directory: borrowing FileSystem.OpenFile
  ) throws(Defaults.StoreError) {
    var access = try files.access(to: directory, location: location)
    if let user {
      access = FileAccess(owner: user, group: access.group, list: AccessList(mode: 0o600))
    } else {
      let list = access.list.mapped { $0 & 2 == 0 ? 0 : 6 }
      access = FileAccess(owner: access.owner, group: access.group, list: list)
    }
    guard try files.access(to: file, location: location) != access else { return }
    do throws(Defaults.StoreError) {
      try files.setAccess(access, of: file, location: location)
    } catch {
      switch error.cause {
      case .system(_, EPERM), .system(_, EOPNOTSUPP):
        try shareByMode(file, access)
      default: throw error
      }
    }
  }

  /// Sets the mode alone, on a file system without access control lists.
  private func shareByMode(
    _ file: borrowing FileSystem.OpenFile,
    _ access: FileAccess
  ) throws(Defaults.StoreError) {
    let descriptor = file.descriptor
    let own = try files.status(of: file, location: location)
    let group = own.group == access.group ? access.list.group : access.list.others
    let mode = 0o600 | mode_t(group) << 3 | mode_t(access.list.others)
    // A file system without permissions refuses every mode but its own.
    _ = files.uninterrupted { files.calls.fchmod(descriptor, mode) }
  }
}
