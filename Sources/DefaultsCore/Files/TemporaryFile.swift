import Glibc
import Synchronization

/// A temporary file that is renamed to its target when it is complete.
///
/// If it was not renamed, it is removed when the value is destroyed.
///
/// A crashed process leaves such a file behind, and ``sweep(beside:in:path:files:)`` removes it. A
/// file of a process that still runs must stay, also when the lock on the directory does not keep
/// the two processes apart, because somebody has removed the lock file. So the process that writes a
/// temporary file holds a lock on it, which ends with the process, and a sweep removes a file only
/// while it holds a lock on it itself. A sweep in the moment between creation and lock is detected:
/// then the lock fails, or the file has no name any more, and another one is created.
struct TemporaryFile: ~Copyable {
  /// The open file.
  let file: FileSystem.OpenFile
  /// Its name in the directory of the target.
  let name: String

  private let directory: Int32
  private let files: FileSystem
  private var isInstalled = false

  private static let counter = Atomic<UInt64>(0)

  /// Creates an empty file with mode 0600 in the directory of the file that it is to replace.
  init(
    beside target: String,
    in directory: Int32,
    files: FileSystem
  ) throws(Defaults.StoreError) {
    self.directory = directory
    self.files = files
    while true {
      let number = Self.counter.add(1, ordering: .relaxed).newValue
      let name = "\(Self.prefix(of: target))\(getpid()).\(number)\(Self.suffix)"
      do throws(Defaults.StoreError) {
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW
        let file = try files.open(name, in: directory, flags: flags, mode: 0o600)
        guard try Self.claim(file, named: name, in: directory, files) else { continue }
        self.file = file
        self.name = name
        return
      } catch {
        // A crashed process with the same process ID left this file behind.
        guard case .system(_, EEXIST) = error.cause else { throw error }
      }
    }
  }

  /// Locks a new file, so that no sweep removes it; false when a sweep was faster, and removes it.
  private static func claim(
    _ file: borrowing FileSystem.OpenFile,
    named name: String,
    in directory: Int32,
    _ files: FileSystem
  ) throws(Defaults.StoreError) -> Bool {
    let result = files.uninterrupted { files.calls.lock(file.descriptor) }
    // With any other error the file system has no locks, and then no sweep removes files.
    if result == -Int(EAGAIN) { return false }
    do throws(Defaults.StoreError) {
      return try files.status(of: file).linkCount > 0
    } catch {
      _ = files.uninterrupted { files.calls.unlinkat(directory, name) }
      throw error
    }
  }

  deinit {
    if !isInstalled { _ = files.uninterrupted { files.calls.unlinkat(directory, name) } }
  }

  /// Writes the content, sets the attributes of the replaced file, and calls `fsync`.
  ///
  /// The attributes are nil if the file replaces none, which then gets the mode.
  func fill(
    with bytes: [UInt8],
    like attributes: FileAttributes?,
    mode: mode_t = 0o600
  ) throws(Defaults.StoreError) {
    try files.write(bytes, to: file)
    if let attributes {
      try files.setAttributes(attributes, of: file)
    } else {
      // The directory may let its files inherit a list, and the umask may take permissions away.
      try files.removeAttribute(AccessList.attributeName, of: file)
      try files.give(file, toOwnerOf: try files.status(of: directory))
      if try files.status(of: file).mode & mode != mode {
        try files.check("fchmod") { files.calls.fchmod(file.descriptor, mode) }
      }
    }
    try files.check("fsync") { files.calls.fsync(file.descriptor) }
  }

  /// Renames the file to the target.
  mutating func install(as target: String) throws(Defaults.StoreError) {
    let (directory, name, files) = (directory, name, files)
    try files.check("rename") { files.calls.renameat(directory, name, target) }
    isInstalled = true
  }

  /// Gives the file the name of a target that must not exist; fails with `EEXIST` when it does.
  ///
  /// `rename` would replace a target that another process creates at the same moment, and `linkat`
  /// does not. A file system without hard links needs `rename` nevertheless.
  mutating func install(asNew target: String) throws(Defaults.StoreError) {
    switch try files.link(name, as: target, in: directory, operation: "open") {
    case .added: return
    case .exists: throw files.failure("open", -Int(EEXIST))
    case .unsupported: try install(as: target)
    }
  }

  /// Removes temporary files that crashed processes left behind.
  ///
  /// Files that another process is writing stay, see ``TemporaryFile``. The targets are the names
  /// that the temporary files were to get, in the same directory.
  static func sweep(
    beside targets: [String],
    in directory: Int32,
    path: String,
    files: FileSystem
  ) {
    let names = files.namesIfAny(in: path).filter { $0.hasSuffix(suffix) }
    for prefix in targets.map(prefix) {
      for name in names where name.hasPrefix(prefix) && hasNumbers(name.dropFirst(prefix.count)) {
        _ = removeIfAbandoned(name, in: directory, files)
      }
    }
  }

  /// Returns whether a name is that of a temporary file, whatever it was to become.
  static func isName(_ name: String) -> Bool {
    guard name.hasPrefix("."), name.hasSuffix(suffix) else { return false }
    let parts = name.dropLast(suffix.count).split(separator: ".", omittingEmptySubsequences: false)
    return parts.count >= 4
      && hasNumbers(Substring(parts.suffix(2).joined(separator: ".") + suffix))
  }

  /// Returns whether a text is a process identifier and a number, as the end of a name.
  private static func hasNumbers(_ end: Substring) -> Bool {
    let numbers = end.dropLast(suffix.count).split(
      separator: ".",
      omittingEmptySubsequences: false
    )
    return numbers.count == 2 && numbers.allSatisfy { UInt64($0) != nil }
  }

  /// Removes a temporary file that no process is writing, or only examines it.
  ///
  /// Returns whether no process is writing the file, and it was removed if that was asked for.
  static func removeIfAbandoned(
    _ name: String,
    in directory: Int32,
    _ files: FileSystem,
    removes: Bool = true
  ) -> Bool {
    do throws(Defaults.StoreError) {
      let flags = O_RDONLY | O_NONBLOCK | O_NOFOLLOW
      let file = try files.open(name, in: directory, flags: flags)
      // A file with a second name is a lock file, which may be locked, and is complete.
      guard
        try files.status(of: file).linkCount > 1
          || files.uninterrupted({ files.calls.lockShared(file.descriptor) }) >= 0
      else { return false }
      defer { withExtendedLifetime(file) { _ in } }
      return !removes || files.uninterrupted { files.calls.unlinkat(directory, name) } >= 0
    } catch {
      // Another process has removed it, or it is another user's.
      return false
    }
  }

  private static let suffix = ".tmp"

  private static func prefix(of target: String) -> String {
    // A file name has at most 255 bytes, so long target names are cut to leave room for the
    // numbers.
    ".\(target.utf8.count <= 200 ? target[...] : target.prefix(40))."
  }
}
