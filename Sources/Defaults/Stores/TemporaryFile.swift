import Glibc
import Synchronization

/// A file beside a target that takes the target's place when it is complete.
///
/// Unless that happens it is removed when nobody holds it any more.
struct TemporaryFile: ~Copyable {
  /// The open file.
  let file: FileSystem.OpenFile
  /// Its name in the directory of the target.
  let name: String

  private let directory: Int32
  private let files: FileSystem
  private var isInstalled = false

  private static let counter = Atomic<UInt64>(0)

  /// Creates an empty file that only the owner may read and write.
  ///
  /// - Parameters:
  ///   - target: the name of the file whose place it is to take.
  ///   - directory: the descriptor of the directory in which both lie.
  ///   - files: the file system.
  ///   - location: the path that an error tells.
  /// - Throws: ``Defaults/StoreError`` with the error number.
  init(
    beside target: String,
    in directory: Int32,
    files: FileSystem,
    location: String
  ) throws(Defaults.StoreError) {
    self.directory = directory
    self.files = files
    while true {
      let number = Self.counter.add(1, ordering: .relaxed).newValue
      let name = "\(Self.prefix(of: target))\(getpid()).\(number)\(Self.suffix)"
      do throws(Defaults.StoreError) {
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW
        file = try files.open(name, in: directory, flags: flags, mode: 0o600, location: location)
        self.name = name
        return
      } catch {
        // A process of the same number left one behind.
        guard case .system(_, EEXIST) = error.cause else { throw error }
      }
    }
  }

  deinit {
    if !isInstalled { _ = files.uninterrupted { files.calls.unlinkat(directory, name) } }
  }

  /// Fills the file and makes it durable, with the mode and owner of the file it replaces.
  ///
  /// Where there is none, nobody but the owner may read and write it.
  ///
  /// - Throws: ``Defaults/StoreError`` with the error number.
  func fill(
    with bytes: [UInt8],
    like existing: FileStatus?,
    location: String
  ) throws(Defaults.StoreError) {
    try files.write(bytes, to: file, location: location)
    let descriptor = file.descriptor
    if let existing {
      let own = try files.status(of: file, location: location)
      // The owner first: changing it may clear bits of the mode.
      if own.owner != existing.owner || own.group != existing.group {
        try files.check("fchown", location) {
          files.calls.fchown(descriptor, existing.owner, existing.group)
        }
      }
      try files.check("fchmod", location) { files.calls.fchmod(descriptor, existing.mode) }
    }
    try files.check("fsync", location) { files.calls.fsync(descriptor) }
  }

  /// Gives the file the name of the target.
  ///
  /// - Throws: ``Defaults/StoreError`` with the error number.
  mutating func install(as target: String, location: String) throws(Defaults.StoreError) {
    let (directory, name, files) = (directory, name, files)
    try files.check("rename", location) { files.calls.renameat(directory, name, target) }
    isInstalled = true
  }

  /// Removes files that crashed processes left beside a target.
  ///
  /// Only for the holder of the lock on the directory: then nobody else is using such a file.
  static func sweep(beside target: String, in directory: Int32, path: String, files: FileSystem) {
    let prefix = prefix(of: target)
    for name in files.calls.names(path) where name.hasPrefix(prefix) && name.hasSuffix(suffix) {
      let numbers = name.dropFirst(prefix.count).dropLast(suffix.count).split(
        separator: ".",
        omittingEmptySubsequences: false
      )
      guard numbers.count == 2, numbers.allSatisfy({ UInt64($0) != nil }) else { continue }
      _ = files.uninterrupted { files.calls.unlinkat(directory, name) }
    }
  }

  private static let suffix = ".tmp"

  private static func prefix(of target: String) -> String {
    // The numbers must not make the name too long for a directory.
    ".\(target.utf8.count <= 200 ? target[...] : target.prefix(40))."
  }
}
