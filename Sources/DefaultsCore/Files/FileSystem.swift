import CDefaults
import Glibc

/// File operations that throw errors instead of returning error numbers.
///
/// Calls that a signal interrupts are repeated, and partial reads and writes are continued.
package struct FileSystem: Sendable {
  /// The system calls.
  var calls: FileSystemCalls

  /// The path in errors; nil for the one that a function is called with.
  private(set) var location: String?

  /// Creates the file system of this system.
  package init() {
    calls = FileSystemCalls()
  }

  /// Creates a file system with calls that tests have replaced.
  init(calls: FileSystemCalls) {
    self.calls = calls
  }

  /// Returns the file system for work on a file, whose path is in all errors.
  func at(_ location: String) -> FileSystem {
    var files = self
    files.location = location
    return files
  }

  /// Returns an error about the file, or about a name if the errors have no other path.
  func error(_ cause: Defaults.StoreError.Cause, about name: String = "") -> Defaults.StoreError {
    Defaults.StoreError(location: location ?? name, cause: cause)
  }

  /// Returns the error of a system call that returned a negated error number.
  func failure(_ operation: String, _ result: Int, about name: String = "") -> Defaults.StoreError {
    error(.system(operation: operation, errorNumber: Int32(-result)), about: name)
  }

  /// An open file, which is closed when the value is destroyed.
  struct OpenFile: ~Copyable {
    /// The descriptor.
    let descriptor: Int32
    fileprivate let close: @Sendable (Int32) -> Int

    deinit {
      // A failure of `close` loses nothing: all data that must be durable was synced before.
      _ = close(descriptor)
    }
  }

  /// Repeats a call while it fails with `EINTR`; returns a negated error number when it failed.
  func uninterrupted(_ call: () -> Int) -> Int {
    while true {
      let result = call()
      if result != -Int(EINTR) { return result }
    }
  }

  /// Makes a call of the C function `operation` and throws when it returns a negated error number.
  @discardableResult
  func check(
    _ operation: String,
    about name: String = "",
    _ call: () -> Int
  ) throws(Defaults.StoreError) -> Int {
    let result = uninterrupted(call)
    guard result >= 0 else { throw failure(operation, result, about: name) }
    return result
  }

  /// Opens a name in a directory, or any path.
  ///
  /// The flags `O_CLOEXEC` and `O_NOCTTY` of `openat` are added. A file that is created gets
  /// `mode`.
  func open(
    _ name: String,
    in directory: Int32 = AT_FDCWD,
    flags: Int32,
    mode: mode_t = 0
  ) throws(Defaults.StoreError) -> OpenFile {
    let descriptor = try check("open", about: name) {
      calls.openat(directory, name, flags | O_CLOEXEC | O_NOCTTY, mode)
    }
    return OpenFile(descriptor: Int32(descriptor), close: calls.close)
  }

  /// Opens a file to read or change its content; nil when there is none.
  ///
  /// A symbolic link is not followed, and is an error.
  func openContent(
    _ name: String,
    in directory: Int32 = AT_FDCWD,
    flags: Int32 = O_RDONLY
  ) throws(Defaults.StoreError) -> OpenFile? {
    do throws(Defaults.StoreError) {
      // Without `O_NONBLOCK`, the call would block on a pipe without a writer.
      return try open(name, in: directory, flags: flags | O_NONBLOCK | O_NOFOLLOW)
    } catch {
      switch error.cause {
      case .system(_, ENOENT): return nil
      case .system(_, ENXIO), .system(_, EISDIR): throw self.error(.notAFile)
      default: throw error
      }
    }
  }

  /// Returns the status of an open file.
  func status(of file: borrowing OpenFile) throws(Defaults.StoreError) -> FileStatus {
    try status(of: file.descriptor)
  }

  /// Returns the status of an open file by its descriptor.
  func status(of descriptor: Int32) throws(Defaults.StoreError) -> FileStatus {
    var status = stat()
    try check("fstat") { calls.fstat(descriptor, &status) }
    return FileStatus(status)
  }

  /// Returns the status of the file with a name, nil when there is none; follows a symbolic link if
  /// asked to.
  func status(
    of name: String,
    in directory: Int32 = AT_FDCWD,
    following: Bool
  ) throws(Defaults.StoreError) -> FileStatus? {
    var status = stat()
    let flags = following ? 0 : AT_SYMLINK_NOFOLLOW
    let result = uninterrupted { calls.fstatat(directory, name, &status, flags) }
    if result == -Int(ENOENT) { return nil }
    guard result >= 0 else { throw failure("stat", result, about: name) }
    return FileStatus(status)
  }

  /// Returns the text of a symbolic link; fails also when the path is no link.
  func destination(ofLink path: String) throws(Defaults.StoreError) -> String {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    let count = try check("readlink", about: path) {
      buffer.withUnsafeMutableBufferPointer { calls.readlink(path, $0) }
    }
    let bytes = buffer[..<count].map { UInt8(truncatingIfNeeded: $0) }
    guard let destination = String(validating: bytes, as: UTF8.self) else {
      throw failure("readlink", -Int(EILSEQ), about: path)
    }
    return destination
  }

  /// Reads a whole regular file that is open for reading; fails when it has more than `limit` bytes,
  /// and for another kind of file.
  func contents(
    of file: borrowing OpenFile,
    with status: FileStatus,
    limit: Int
  ) throws(Defaults.StoreError) -> [UInt8] {
    guard status.kind == .file else { throw error(.notAFile) }
    guard status.size <= limit else { throw error(.tooLarge(bytes: status.size, limit: limit)) }
    var bytes: [UInt8] = []
    // With one byte more than expected, a short read shows the end and the buffer need not grow.
    var room = max(status.size, 0) + 1
    while true {
      let part = try part(of: file.descriptor, room: room)
      bytes = bytes.isEmpty ? part : bytes + part
      guard bytes.count <= limit else {
        throw error(.tooLarge(bytes: bytes.count, limit: limit))
      }
      guard part.count == room else { return bytes }
      room = max(bytes.count, 4096)
    }
  }

  /// Reads up to `room` bytes; fewer only at the end of the file.
  private func part(of descriptor: Int32, room: Int) throws(Defaults.StoreError) -> [UInt8] {
    var failure: Defaults.StoreError?
    let bytes = [UInt8](unsafeUninitializedCapacity: room) { buffer, end in
      while end < room {
        let rest = UnsafeMutableBufferPointer(rebasing: buffer[end...])
        do throws(Defaults.StoreError) {
          let count = try check("read") {
            calls.read(descriptor, UnsafeMutableRawBufferPointer(rest))
          }
          if count == 0 { return }
          end += count
        } catch {
          failure = error
          return
        }
      }
    }
    if let failure { throw failure }
    return bytes
  }

  /// Reads bytes at an offset; fewer when the file ends before.
  func bytes(
    of file: borrowing OpenFile,
    at offset: Int,
    count: Int
  ) throws(Defaults.StoreError) -> [UInt8] {
    guard offset >= 0 else { return [] }
    var buffer = [UInt8](repeating: 0, count: count)
    let read = try check("pread") {
      buffer.withUnsafeMutableBytes { calls.pread(file.descriptor, $0, offset) }
    }
    return Array(buffer[..<read])
  }

  /// Returns whether a file has exactly these bytes; reads it in parts of 64 KB.
  func isContent(
    of file: borrowing OpenFile,
    equalTo bytes: [UInt8]
  ) throws(Defaults.StoreError) -> Bool {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    var rest = bytes[...]
    while true {
      let count = try check("read") {
        buffer.withUnsafeMutableBytes { calls.read(file.descriptor, $0) }
      }
      if count == 0 { return rest.isEmpty }
      guard buffer[..<count].isSame(as: rest.prefix(count)) else { return false }
      rest = rest.dropFirst(count)
    }
  }

  /// Writes all bytes to a file.
  func write(_ bytes: [UInt8], to file: borrowing OpenFile) throws(Defaults.StoreError) {
    var written = 0
    while written < bytes.count {
      let count = try check("write") {
        bytes.withUnsafeBytes { buffer in
          calls.write(file.descriptor, UnsafeRawBufferPointer(rebasing: buffer[written...]))
        }
      }
      // Without this check, a `write` that returns 0 would make the loop endless.
      guard count > 0 else { throw failure("write", -Int(EIO)) }
      written += count
    }
  }

  /// Creates a directory and its missing parents for the user who controls the path.
  ///
  /// As root it works with descriptors alone: whoever owns a parent can exchange what a path leads
  /// to between two calls, and root would create a directory in its own, or give its own away.
  ///
  /// It fails when a parent is not that user's, and for a home that does not exist, outside of images:
  /// that of a system user is not to be made by the first program that runs as the user. New directories
  /// get the permission bits `mode`, but those above a home of an image are for all users. `changed` receives the
  /// directories that got a new entry, which the caller must sync.
  func makeDirectory(
    _ path: String,
    for owner: PathOwner,
    mode: mode_t = NewFileModes.private.directory,
    changed: inout Set<String>
  ) throws(Defaults.StoreError) {
    let root = SystemRoot.current
    let home = (root?.path ?? "") + BaseDirectories().home
    let mode = root != nil && home.hasPrefix(path + "/") ? 0o755 : mode
    guard path != home || root != nil else {
      let reason = "this home directory does not exist; create it, or set HOME to another one"
      throw .permanent(reason, at: path)
    }
    let files = at(path)
    let (parent, name) = FilePath.parts(of: path)
    let directory = try files.openParent(parent, for: owner, mode: mode, changed: &changed)
    try owner.check(directory, at: path, in: files)
    let result = uninterrupted { calls.mkdirat(directory.descriptor, name, mode) }
    // Another process may have created it in the meantime, and may not have synced its parent yet.
    guard result >= 0 || result == -Int(EEXIST) else { throw files.failure("mkdir", result) }
    changed.insert(parent)
    guard result >= 0 else { return try files.checkLeads(path) }
    if calls.geteuid() == 0 {
      try files.giveAway(name, in: directory, mode: mode)
    } else {
      try files.makeUsable(name, in: directory, mode: mode)
    }
  }

  /// Throws when the last name of a path is a symbolic link that leads to nothing.
  private func checkLeads(_ path: String) throws(Defaults.StoreError) {
    guard try status(of: path, following: false)?.kind == .link,
      try status(of: path, following: true) == nil
    else { return }
    let links = WatchPlan(for: path, in: self).entries.dropLast()
    guard let link = links.last,
      let target = try? destination(ofLink: link.path)
    else { return }
    throw error(.danglingLink(link: link.path, target: FilePath.join(link.directory, target)))
  }

  private func openParent(
    _ parent: String,
    for owner: PathOwner,
    mode: mode_t,
    changed: inout Set<String>
  ) throws(Defaults.StoreError) -> OpenFile {
    // With `O_PATH`, a directory need not be readable.
    let flags = Int32(cdefaults_O_PATH) | O_DIRECTORY
    do throws(Defaults.StoreError) {
      return try open(parent, flags: flags)
    } catch {
      guard case .system(_, ENOENT) = error.cause, parent != location else { throw error }
    }
    try makeDirectory(parent, for: owner, mode: mode, changed: &changed)
    return try open(parent, flags: flags)
  }

  /// Gives a directory that root has just created to the owner of its parent.
  private func giveAway(
    _ name: String,
    in parent: borrowing OpenFile,
    mode: mode_t
  ) throws(Defaults.StoreError) {
    let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW
    let directory = try open(name, in: parent.descriptor, flags: flags)
    let status = try status(of: directory)
    guard status.owner == 0 else { throw failure("mkdir", -Int(EEXIST)) }
    if status.mode & mode != mode {
      try check("fchmod") { calls.fchmod(directory.descriptor, mode) }
    }
    try give(directory, toOwnerOf: try self.status(of: parent))
  }

  /// Gives a new directory its mode if the process's umask took permissions away.
  private func makeUsable(
    _ name: String,
    in parent: borrowing OpenFile,
    mode: mode_t
  ) throws(Defaults.StoreError) {
    let status = try status(of: name, in: parent.descriptor, following: false)
    guard let status, status.kind == .directory, status.mode & mode != mode else { return }
    try check("fchmodat") { calls.fchmodat(parent.descriptor, name, mode) }
  }

  /// What came of adding a second name to a file.
  enum Linking {
    case added
    /// There is a file of the name.
    case exists
    /// The file system has no hard links.
    case unsupported
  }

  /// Adds a second name to a file in its directory; the operation is that in errors.
  func link(
    _ name: String,
    as other: String,
    in directory: Int32,
    operation: String = "link"
  ) throws(Defaults.StoreError) -> Linking {
    let result = uninterrupted { calls.linkat(directory, name, other) }
    switch Int32(-result) {
    case ...0: return .added
    case EEXIST: return .exists
    case EPERM, EOPNOTSUPP, ENOSYS, EMLINK, EXDEV: return .unsupported
    default: throw failure(operation, result)
    }
  }

  /// The names in a directory.
  struct Listing {
    /// The names that are UTF-8, in no order.
    var names: [String] = []
    /// Whether these are all names.
    var isComplete = true
  }

  /// Returns the names in a directory.
  func listing(of path: String) throws(Defaults.StoreError) -> Listing {
    var names: [[UInt8]] = []
    try check("readdir", about: path) { calls.names(path, &names) }
    var listing = Listing()
    for bytes in names {
      guard let name = String(validating: bytes, as: UTF8.self) else {
        // Files of this library have other names.
        listing.isComplete = false
        continue
      }
      listing.names.append(name)
    }
    return listing
  }

  /// Returns the names in a directory that are UTF-8; none when it cannot be read.
  func namesIfAny(in path: String) -> [String] { (try? listing(of: path).names) ?? [] }
}
