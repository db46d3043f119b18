import Glibc

/// The directory of a file that is to be changed, locked against other writers of its files.
///
/// The lock is released when the value is destroyed.
struct LockedDirectory: ~Copyable {
  /// The file, which is no symbolic link and need not exist.
  let target: DirectoryEntry
  /// The directory, open for reading.
  let directory: FileSystem.OpenFile

  private let held: DirectoryLock.Held
  private let files: FileSystem

  /// How often to start again when other programs exchange the directory or the file meanwhile.
  static let attempts = 16

  /// Locks the directory of the file that a path leads to; nil when there is no directory, and none
  /// is created.
  ///
  /// Symbolic links are followed. A directory that is created gets the permission bits `mode`, and
  /// nil means to create none. `changed` receives the directories that got a new entry, which the
  /// caller must sync. Root must not use every directory, see ``PathOwner``.
  init?(
    of location: String,
    makes mode: mode_t?,
    lock: DirectoryLock,
    changed: inout Set<String>,
    in files: FileSystem
  ) throws(Defaults.StoreError) {
    let files = files.at(location)
    for _ in 0..<Self.attempts {
      let chain = try LinkChain(from: location, in: files)
      let path = chain.target.directory
      let directory: FileSystem.OpenFile
      do throws(Defaults.StoreError) {
        directory = try files.open(path, flags: O_RDONLY | O_DIRECTORY)
      } catch {
        guard case .system(_, ENOENT) = error.cause else { throw error }
        guard let mode else { return nil }
        try files.makeDirectory(path, for: chain.owner, mode: mode, changed: &changed)
        continue
      }
      try chain.owner.check(directory, at: location, in: files)
      let held = try lock.acquire(
        forReplacing: chain.targetStatus,
        in: directory,
        path: path,
        files: files
      )
      // Otherwise another directory has the path by now.
      let opened = try files.status(of: directory)
      let named = try files.status(of: path, following: true)
      guard named?.isSameFile(as: opened) == true else { continue }
      target = chain.target
      self.directory = directory
      self.held = held
      self.files = files
      return
    }
    throw files.error(.keepsChanging)
  }

  /// Removes temporary files that crashed processes left behind.
  func sweep() {
    // Without the lock, another process may be about to use them.
    guard held.isExclusive else { return }
    TemporaryFile.sweep(
      beside: [target.name, held.name],
      in: directory.descriptor,
      path: target.directory,
      files: files
    )
  }
}

extension LockedDirectory {
  /// What came of the replacement of a file.
  struct Replacement {
    /// The status of the new file; nil when it cannot be read.
    let status: FileStatus?
    /// The path under which the old file was kept; nil if it was not.
    let keptPath: String?
  }

  /// Replaces the file atomically by one with other content; nil when another program changed it
  /// meanwhile.
  ///
  /// A file that exists keeps its ``FileAttributes``, and a new one gets the permission bits
  /// `mode`. `status` is the status of the file when it was read; nil when there was none.
  /// `content` has the bytes that the file must still have; nil to compare the status only.
  /// `keepsOld` says whether the old file is kept as `<name>.corrupt-<UTC time>`.
  ///
  /// The directory is not synced, see ``makeDurable()``. If the call throws, the file is unchanged.
  func replaceTarget(
    with bytes: [UInt8],
    ifStill status: FileStatus?,
    content: [UInt8]? = nil,
    mode: mode_t,
    keepsOld: Bool
  ) throws(Defaults.StoreError) -> Replacement? {
    let (descriptor, name) = (directory.descriptor, target.name)
    var temporary = try TemporaryFile(beside: name, in: descriptor, files: files)
    let attributes =
      status == nil ? nil : try files.attributes(toKeepOf: name, in: descriptor)
    try temporary.fill(with: bytes, like: attributes, mode: mode)
    let current = try files.status(of: name, in: descriptor, following: false)
    guard current?.identity == status?.identity else { return nil }
    if let content, status != nil {
      // The times are coarse, so a program that writes the file in place can leave an equal status.
      let flags = O_RDONLY | O_NONBLOCK | O_NOFOLLOW
      let file = try files.open(name, in: descriptor, flags: flags)
      guard try files.isContent(of: file, equalTo: content) else { return nil }
    }
    let keptName: String?
    do throws(Defaults.StoreError) {
      keptName = try install(&temporary, keepsOld: keepsOld)
    } catch {
      // Somebody has removed the temporary file, or the directory.
      if case .system("rename", ENOENT) = error.cause { return nil }
      throw error
    }
    return Replacement(
      status: try? files.status(of: temporary.file),
      keptPath: keptName.map { FilePath.join(target.directory, $0) }
    )
  }

  /// Renames a new file over the target; returns the name of the old file if that was kept.
  private func install(
    _ temporary: inout TemporaryFile,
    keepsOld: Bool
  ) throws(Defaults.StoreError) -> String? {
    guard keepsOld else {
      try temporary.install(as: target.name)
      return nil
    }
    let old = try UnreadableFile(keeping: target.name, in: directory.descriptor, files: files)
    do throws(Defaults.StoreError) {
      try temporary.install(as: target.name)
    } catch {
      old.undo(in: directory.descriptor, files: files)
      throw error
    }
    return old.keptName
  }

  /// Syncs the directory after its file was replaced.
  ///
  /// The error is ``Defaults/StoreError/Cause/notDurable(errorNumber:)``.
  func makeDurable() throws(Defaults.StoreError) {
    try files.makeDurable(directory)
  }
}
