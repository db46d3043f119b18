import Glibc

/// Functions for files that are read and written as a whole and hold no suite's values.
package enum DocumentFile {
  private static let files = FileSystem()

  /// Reads a regular file of at most `limit` bytes; follows symbolic links.
  package static func contents(
    of path: String,
    limit: Int
  ) throws(Defaults.StoreError) -> [UInt8] {
    let path = FilePath.absolute(path)
    try SystemRoot.check(path, in: files)
    // Without `O_NONBLOCK`, the call would block on a pipe without a writer.
    let files = files.at(path)
    let file = try files.open(path, flags: O_RDONLY | O_NONBLOCK)
    return try files.contents(of: file, with: try files.status(of: file), limit: limit)
  }

  /// Returns the user besides root who controls where a path leads, if this process runs as root.
  ///
  /// The result is nil when there is none. The call fails when several users control the path, or
  /// when it leads out of the directories of the one who does.
  package static func controllingUser(ofPath path: String) throws(Defaults.StoreError) -> UInt32? {
    let path = FilePath.absolute(path)
    return try PathOwner(of: path, in: files.at(path)).user
  }

  /// Returns whether only root decides what is in a file, which need not exist; follows symbolic links.
  ///
  /// A path whose owner cannot be found out is not root's.
  package static func isControlledByRoot(_ path: String) -> Bool {
    do throws(Defaults.StoreError) {
      guard try controllingUser(ofPath: path) == nil else { return false }
      let status = try files.status(of: path, following: true)
      return status == nil || status?.owner == 0
    } catch {
      return false
    }
  }

  /// Returns whether a file exists at a path; follows symbolic links.
  package static func exists(_ path: String) -> Bool { status(of: path) != nil }

  /// Returns whether a path is a directory; follows symbolic links.
  package static func isDirectory(_ path: String) -> Bool { status(of: path)?.kind == .directory }

  private static func status(of path: String) -> FileStatus? {
    try? files.status(of: path, following: true)
  }

  /// Returns the time at which a file was last written, as ISO 8601 text in UTC; nil if there is no such
  /// file, or if its time is not in the years 0 to 9999.
  package static func modified(_ path: String) -> String? {
    guard let seconds = status(of: path)?.modified.seconds,
      (-62_167_219_200..<253_402_300_800).contains(seconds)
    else { return nil }
    // Seconds are counted since 1970 here, and since 2001 by `GregorianTime`.
    return GregorianTime(seconds: seconds - 978_307_200).text(separator: "T") + "Z"
  }

  /// Returns numbers of a regular file that differ after every change; follows symbolic links.
  ///
  /// The result is nil if there is no such file, or if it was changed less than `rest` seconds ago:
  /// two changes at the same time of the file system's clock give the same numbers.
  package static func identity(of path: String, unchangedFor rest: Int64) -> [UInt64]? {
    guard let status = status(of: path), status.kind == .file,
      files.calls.now().nanoseconds(since: status.changed) >= rest * 1_000_000_000
    else { return nil }
    return status.identity
  }

  /// Lists the names in a directory, sorted; none when the directory does not exist.
  package static func names(in directory: String) throws(Defaults.StoreError) -> [String] {
    try SystemRoot.check(directory, in: files)
    do throws(Defaults.StoreError) {
      return try files.listing(of: directory).names.sorted()
    } catch {
      if case .system(_, ENOENT) = error.cause { return [] }
      throw error
    }
  }

  /// Creates or replaces a file, atomically and durably.
  ///
  /// A symbolic link is followed, and the file that it leads to is replaced. That file keeps its
  /// owner, its permissions and its extended attributes. Files that crashed calls left behind are
  /// removed.
  ///
  /// A file that did not exist gets the permission bits `mode`, and missing directories get mode
  /// 0700. If `isNew` is true and the file exists, the call fails with `EEXIST`. After any error
  /// the old file is unchanged, except with ``Defaults/StoreError/Cause/notDurable(errorNumber:)``.
  package static func replace(
    _ path: String,
    with bytes: [UInt8],
    mode: UInt32,
    isNew: Bool = false,
    makesDirectories: Bool = true,
    in files: FileSystem = FileSystem()
  ) throws(Defaults.StoreError) {
    let path = FilePath.absolute(path)
    let files = files.at(path)
    let chain = try LinkChain(from: path, in: files)
    if let status = chain.targetStatus {
      if isNew { throw files.failure("open", -Int(EEXIST)) }
      guard status.kind == .file else { throw files.error(.notAFile) }
    }
    let (parent, name) = (chain.target.directory, chain.target.name)
    var changed: Set<String> = []
    let directory = try openDirectory(
      parent,
      for: chain.owner,
      makes: makesDirectories,
      changed: &changed,
      at: path,
      in: files
    )
    TemporaryFile.sweep(beside: [name], in: directory.descriptor, path: parent, files: files)
    let attributes =
      chain.targetStatus == nil
      ? nil : try files.attributes(toKeepOf: name, in: directory.descriptor)
    var file = try TemporaryFile(beside: name, in: directory.descriptor, files: files)
    try file.fill(with: bytes, like: attributes, mode: mode)
    if isNew {
      try file.install(asNew: name)
    } else {
      try file.install(as: name)
    }
    try files.makeDurable(directory)
    for above in changed.subtracting([parent]) {
      try files.makeDurable(try files.open(above, flags: O_RDONLY | O_DIRECTORY))
    }
  }

  /// Calls a closure while no other process does so for a file in the same directory; returns its result.
  ///
  /// The directory is locked, and is created with mode 0700 if it does not exist. The call fails when
  /// another process holds the lock for too long.
  package static func withLockedDirectory<Outcome>(
    of path: String,
    _ body: () -> Outcome
  ) throws(Defaults.StoreError) -> Outcome {
    var changed: Set<String> = []
    let locked = try LockedDirectory(
      of: FilePath.absolute(path),
      makes: 0o700,
      lock: DirectoryLock(createsFile: false),
      changed: &changed,
      in: files
    )
    return withExtendedLifetime(locked) { _ in body() }
  }

  /// Opens the directory of a file; as root, only one of the user who controls the path.
  private static func openDirectory(
    _ path: String,
    for owner: PathOwner,
    makes: Bool = false,
    changed: inout Set<String>,
    at location: String,
    in files: FileSystem
  ) throws(Defaults.StoreError) -> FileSystem.OpenFile {
    let flags = O_RDONLY | O_DIRECTORY
    var directory: FileSystem.OpenFile
    do throws(Defaults.StoreError) {
      directory = try files.open(path, flags: flags)
    } catch {
      guard makes, case .system(_, ENOENT) = error.cause else { throw error }
      try files.makeDirectory(path, for: owner, changed: &changed)
      directory = try files.open(path, flags: flags)
    }
    try owner.check(directory, at: location, in: files)
    return directory
  }

  /// Opens the directory of a name that is removed or changed itself, whatever it may lead to.
  ///
  /// As root it fails also when a user controls where the path leads and the directory is not
  /// theirs: a link there could lead to files of root.
  private static func openDirectory(
    ofName path: String
  ) throws(Defaults.StoreError) -> FileSystem.OpenFile {
    let parent = FilePath.parts(of: path).directory
    try SystemRoot.check(parent, in: files)
    let files = files.at(path)
    let owner = try PathOwner(of: "\(parent)/.", in: files)
    var changed: Set<String> = []
    return try openDirectory(parent, for: owner, changed: &changed, at: path, in: files)
  }

  /// Removes a file durably; of a symbolic link, the link.
  ///
  /// As root it fails also when a user controls where the path leads and the directory is not
  /// theirs.
  package static func remove(_ path: String) throws(Defaults.StoreError) {
    let path = FilePath.absolute(path)
    let directory = try openDirectory(ofName: path)
    let files = files.at(path)
    let name = FilePath.parts(of: path).name
    try files.check("unlink") { files.calls.unlinkat(directory.descriptor, name) }
    try files.synchronizeDirectory(directory)
  }

  /// Sets the permission bits of a file or directory; a symbolic link is followed.
  ///
  /// As root it fails also when a user controls where the path leads and the file is not theirs.
  package static func setMode(_ mode: UInt32, of path: String) throws(Defaults.StoreError) {
    let absolute = FilePath.absolute(path)
    let owner = try PathOwner(of: absolute, in: files.at(absolute))
    let files = files.at(path)
    let file = try files.open(path, flags: O_RDONLY | O_NONBLOCK)
    try owner.check(file, at: path, in: files)
    try files.check("fchmod") { files.calls.fchmod(file.descriptor, mode) }
  }

  /// Returns the names of temporary files in a directory that crashed processes have left behind.
  package static func abandonedFiles(in directory: String) -> [String] {
    let names = files.namesIfAny(in: directory).filter(TemporaryFile.isName).sorted()
    guard !names.isEmpty else { return [] }
    do throws(Defaults.StoreError) {
      let open = try files.open(directory, flags: O_RDONLY | O_DIRECTORY)
      return names.filter {
        TemporaryFile.removeIfAbandoned($0, in: open.descriptor, files, removes: false)
      }
    } catch {
      // Nothing in it can be examined.
      return []
    }
  }

  /// Removes a temporary file that a crashed process has left behind; false when a process is
  /// writing it.
  ///
  /// It fails when its directory must not be used, see ``remove(_:)``.
  package static func removeAbandonedFile(_ path: String) throws(Defaults.StoreError) -> Bool {
    let path = FilePath.absolute(path)
    let directory = try openDirectory(ofName: path)
    let name = FilePath.parts(of: path).name
    return TemporaryFile.isName(name)
      && TemporaryFile.removeIfAbandoned(name, in: directory.descriptor, files)
  }

  /// Calls a closure whenever the file at a path may have changed, until the result is cancelled or
  /// released.
  ///
  /// The file need not exist, and a path that ends in `/.` means all files of a directory. The
  /// closure is called on a thread that all watches share, so it should be quick.
  package static func watch(
    _ path: String,
    _ changed: @escaping @Sendable () -> Void
  ) -> any Defaults.StoreWatch {
    FileWatcher.shared.watch(FilePath.absolute(path), changed)
  }
}
