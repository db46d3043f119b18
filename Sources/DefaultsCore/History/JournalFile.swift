import Glibc

/// A journal in a file, which several processes append to and replace under the lock of its directory.
///
/// A reader needs no lock: it sees the file before or after a line was appended, or a part of the line,
/// which has no end then; a replacement is atomic.
struct JournalFile: JournalPlace {
  let location: String
  /// The file system, with errors about the journal.
  var files: FileSystem

  /// The largest size of a journal that is read, in bytes.
  private static let sizeLimit = 256 << 20

  /// Creates the journal at an absolute path; the first change creates missing directories.
  init(path: String) {
    location = path
    files = FileSystem().at(path)
  }

  func contents() throws(Defaults.StoreError) -> [UInt8] {
    let chain = try LinkChain(from: location, in: files)
    return try read(chain.target.path).bytes
  }

  /// Reads the file, which must be no link.
  private func read(
    _ name: String,
    in directory: Int32 = AT_FDCWD
  ) throws(Defaults.StoreError) -> (bytes: [UInt8], status: FileStatus?) {
    guard let file = try files.openContent(name, in: directory) else { return ([], nil) }
    let status = try files.status(of: file)
    return (try files.contents(of: file, with: status, limit: Self.sizeLimit), status)
  }

  func change(
    appending line: (JournalEnd) throws(Defaults.StoreError) -> [UInt8]?,
    orReplacing replacement: ([UInt8]) throws(Defaults.StoreError) -> JournalReplacement?
  ) throws(Defaults.StoreError) -> String? {
    var created: Set<String> = []
    for _ in 0..<LockedDirectory.attempts {
      let locked = try LockedDirectory(
        of: location,
        makes: NewFileModes.private.directory,
        lock: .forFiles(.private),
        changed: &created,
        in: files
      )
      guard let locked else { break }
      if try append(line, in: locked) { return nil }
      locked.sweep()
      let (bytes, status) = try read(locked.target.name, in: locked.directory.descriptor)
      guard let new = try replacement(bytes) else { return nil }
      let replaced = try locked.replaceTarget(
        with: new.bytes,
        ifStill: status,
        mode: NewFileModes.private.file,
        keepsOld: new.keepsOld
      )
      guard let replaced else { continue }
      try locked.makeDurable()
      for path in created { try files.synchronizeDirectory(at: path) }
      return replaced.keptPath
    }
    throw files.error(.keepsChanging)
  }

  /// Appends a line, if the file is one that a line can be appended to.
  ///
  /// A line goes into the very file that is there, so a second name of a file of somebody else must not
  /// be one. Such a file is replaced.
  private func append(
    _ line: (JournalEnd) throws(Defaults.StoreError) -> [UInt8]?,
    in locked: borrowing LockedDirectory
  ) throws(Defaults.StoreError) -> Bool {
    let directory = locked.directory.descriptor
    let flags = O_RDWR | O_APPEND
    guard let file = try files.openContent(locked.target.name, in: directory, flags: flags) else {
      return false
    }
    let status = try files.status(of: file)
    let owner = try files.status(of: locked.directory).owner
    guard status.kind == .file, status.linkCount == 1,
      files.calls.geteuid() != 0 || status.owner == owner
    else { return false }
    let end = try JournalEnd(
      start: try files.bytes(of: file, at: 0, count: JournalHeader.maximumSize),
      last: try files.bytes(of: file, at: status.size - 1, count: 1).first,
      size: status.size,
      location: location
    )
    guard let line = try line(end) else { return false }
    try files.write(line, to: file)
    try files.check("fdatasync") { files.calls.fdatasync(file.descriptor) }
    return true
  }
}
