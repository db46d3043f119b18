import Glibc
import Synchronization

/// A temporary file that is renamed to its target when it is complete.
///
/// If it was not renamed, it is removed when the value is destroyed.
struct TemporaryFile: ~Copyable {
  /// The open file.
  let file: FileSystem.OpenFile
  /// Its name in the directory of the target.
  let name: String

  private let directory: Int32
  private let files: FileSystem
  private var isInstalled = false

  private static let counter = Atomic<UInt64>(0)

  /// Creates an empty file with mode 0600.
  ///
  /// - Parameters:
  ///   - target: the name of the file to replace.
  ///   - directory: the descriptor of the directory of both files.
  ///   - files: the file system.
  ///   - location: the path in an error.
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
        // A crashed process with the same process ID left this file behind.
        guard case .system(_, EEXIST) = error.cause else { throw error }
      }
    }
  }

  deinit {
    if !isInstalled { _ = files.uninterrupted { files.calls.unlinkat(directory, name) } }
  }

  /// Writes the content, sets the attributes of the replaced file, and calls `fsync`.
  ///
  /// - Parameters:
  ///   - bytes: the content.
  ///   - attributes: the attributes of the replaced file; nil if the file replaces none, which then
  ///     gets the mode.
  ///   - mode: the mode of a file that replaces none.
  ///   - location: the path in an error.
  /// - Throws: ``Defaults/StoreError`` with the error number.
  func fill(
    with bytes: [UInt8],
    like attributes: FileAttributes?,
    mode: mode_t = 0o600,
    location: String
  ) throws(Defaults.StoreError) {
    try files.write(bytes, to: file, location: location)
    let descriptor = file.descriptor
    if let attributes {
      try files.setAttributes(attributes, of: file, location: location)
    } else {
      // The directory may let its files inherit a list, and the umask may take permissions away.
      try files.removeAttribute(AccessList.attributeName, of: file, location: location)
      let parent = try files.status(of: directory, location: location)
      try files.giveToOwner(
        of: parent,
        { files.calls.fchown(descriptor, $0, $1) },
        location: location
      )
      let own = try files.status(of: file, location: location)
      if own.mode & mode != mode {
        try files.check("fchmod", location) { files.calls.fchmod(descriptor, mode) }
      }
    }
    try files.check("fsync", location) { files.calls.fsync(descriptor) }
  }

  /// Renames the file to the target.
  ///
  /// - Throws: ``Defaults/StoreError`` with the error number.
  mutating func install(as target: String, location: String) throws(Defaults.StoreError) {
    let (directory, name, files) = (directory, name, files)
    try files.check("rename", location) { files.calls.renameat(directory, name, target) }
    isInstalled = true
  }

  /// Removes temporary files of a target that crashed processes left behind.
  ///
  /// The caller must hold the lock on the directory, so that no other process uses such a file.
  static func sweep(beside target: String, in directory: Int32, path: String, files: FileSystem) {
    let prefix = prefix(of: target)
    for name in files.namesIfAny(in: path) where name.hasPrefix(prefix) && name.hasSuffix(suffix) {
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
    // A file name has at most 255 bytes, so long target names are cut to leave room for the
    // numbers.
    ".\(target.utf8.count <= 200 ? target[...] : target.prefix(40))."
  }
}
