import Glibc

/// A commit of edits to a file: reads the file again and replaces it by an edited copy.
///
/// A reader must never see half a file, and an edit of another process must not be lost. So:
///
/// 1. Symbolic links are followed first, so that the file they lead to is replaced, not a link.
/// 2. The file's directory is locked; writers that use the lock wait for each other.
/// 3. Directories that earlier steps changed are synced before the file is: when this fails, the
///    file is still unchanged.
/// 4. The file is read under the lock, and only the edited keys are changed in the copy. Keys that
///    other processes wrote meanwhile keep their values.
///    Content that cannot be parsed is set aside; the copy then starts from the values that this
///    process read or wrote last, if there are any.
/// 5. The copy is written to a temporary file in the same directory, gets the ``FileAttributes`` of
///    the old one, and is synced with `fsync`. A rename before that could leave an empty file after
///    a power failure.
/// 6. Programs that do not use the lock may have changed the file in the meantime. If its status
///    differs from step 4, the commit starts again.
/// 7. `rename` replaces the file atomically, and `fsync` of the directory makes that durable. When
///    this `fsync` fails, the directory stays in ``unsyncedDirectories`` for the next commit.
struct FileCommit {
  /// The reader of the file.
  let reader: FileReader
  /// By key, the value to store, or nil to remove the key.
  let edits: [Defaults.KeyName: Defaults.StoredValue?]
  /// By key, the value that must be stored when the file is read under the lock; nil for none.
  let expected: [Defaults.KeyName: Defaults.StoredValue?]
  /// The permission bits of a file and directories that the commit creates.
  var modes: NewFileModes = .private
  /// The lock on the file's directory.
  var lock = DirectoryLock()
  /// Whether content that cannot be parsed is set aside although there are no edits.
  var setsAside = false
  /// Whether to remove temporary files that crashed processes left behind.
  var sweeps = false
  /// The directories that still need `fsync`.
  ///
  /// In: left over from failed commits. Out: those this commit could not sync.
  var unsyncedDirectories: Set<String> = []
  /// The content that was last read or written.
  ///
  /// In: by earlier commits. Out: by this commit.
  var last: FileReader.FileContent?
  /// By key, what earlier commits replaced durably but for the directory's `fsync`, see
  /// ``values(in:)``.
  ///
  /// In: left over from failed commits. Out: the edits of this commit, if its `fsync` failed.
  var undurable: [Defaults.KeyName: Undurable] = [:]

  /// The old and the new value of a key in a commit that was not durable.
  struct Undurable: Sendable {
    /// The value that was replaced; nil for none.
    var old: Defaults.StoredValue?
    /// The value that was stored; nil for none.
    var new: Defaults.StoredValue?
  }

  private var files: FileSystem { reader.files }
  private var location: String { reader.location }

  /// How often to start again when a program that does not use the lock changes the file meanwhile.
  private static let attempts = 16

  /// Creates a commit.
  init(
    _ edits: [Defaults.KeyName: Defaults.StoredValue?],
    expecting expected: [Defaults.KeyName: Defaults.StoredValue?] = [:],
    reader: FileReader
  ) {
    self.edits = edits
    self.expected = expected
    self.reader = reader
  }

  /// Performs the commit.
  ///
  /// - Throws: ``Defaults/StoreError``. The file is unchanged, unless ``unsyncedDirectories``
  ///   contains its directory: then it was replaced, but not durably.
  mutating func perform() throws(Defaults.StoreError) -> Defaults.StoreCommit {
    for _ in 0..<Self.attempts {
      let chain = try LinkChain(from: location, in: files)
      let target = chain.target
      let directory: FileSystem.OpenFile
      do throws(Defaults.StoreError) {
        directory = try openDirectory(target.directory)
      } catch {
        guard case .system(_, ENOENT) = error.cause else { throw error }
        // Removing keys from a file that does not exist changes nothing.
        try Defaults.StoreError.check(expected, for: location) { _ in nil }
        guard edits.values.contains(where: { $0 != nil }) else {
          return Defaults.StoreCommit(snapshot: FileReader.FileContent().snapshot)
        }
        try files.makeDirectory(
          target.directory,
          for: chain.owner,
          mode: modes.directory,
          changed: &unsyncedDirectories
        )
        continue
      }
      try chain.owner.check(directory, in: files, location: location)
      let held = try lock.acquire(
        forReplacing: chain.targetStatus,
        in: directory,
        path: target.directory,
        files: files,
        location: location
      )
      defer { withExtendedLifetime(held) { _ in } }
      guard try isStill(target.directory, directory) else { continue }
      if sweeps, held.isExclusive {
        TemporaryFile.sweep(
          beside: [target.name, held.name],
          in: directory.descriptor,
          path: target.directory,
          files: files
        )
      }
      // Before the file is replaced: when one of these fails, the file is still unchanged.
      for path in unsyncedDirectories where path != target.directory { try synchronize(path) }
      guard let commit = try replace(target, in: directory) else { continue }
      if unsyncedDirectories.contains(target.directory) {
        try files.makeDurable(directory, location: location)
        unsyncedDirectories.remove(target.directory)
        undurable = [:]
      }
      return commit
    }
    throw Defaults.StoreError(location: location, cause: .keepsChanging)
  }

  /// Syncs a directory that an earlier step has changed.
  private mutating func synchronize(_ path: String) throws(Defaults.StoreError) {
    do throws(Defaults.StoreError) {
      try files.synchronizeDirectory(try openDirectory(path), location: location)
    } catch {
      // A directory that no longer exists needs no sync.
      guard case .system("open", ENOENT) = error.cause else { throw error }
    }
    unsyncedDirectories.remove(path)
  }

  private func openDirectory(
    _ path: String
  ) throws(Defaults.StoreError) -> FileSystem.OpenFile {
    try files.open(path, flags: O_RDONLY | O_DIRECTORY, location: location)
  }

  /// Returns whether a path still leads to the directory that was opened.
  private func isStill(
    _ path: String,
    _ directory: borrowing FileSystem.OpenFile
  ) throws(Defaults.StoreError) -> Bool {
    let opened = try files.status(of: directory, location: location)
    let named = try files.status(of: path, following: true, location: location)
    return named?.identity.prefix(2) == opened.identity.prefix(2)
  }

  /// Replaces the file by an edited copy; called under the lock.
  ///
  /// - Returns: nil when another program changed the file meanwhile.
  private mutating func replace(
    _ target: LinkChain.Hop,
    in directory: borrowing FileSystem.OpenFile
  ) throws(Defaults.StoreError) -> Defaults.StoreCommit? {
    guard let content = try read(target, in: directory.descriptor) else { return nil }
    if let failure = content.failure, edits.isEmpty && !setsAside || failure.isUnsupported {
      throw Defaults.StoreError(location: location, cause: .unreadable(failure))
    }
    var edited = base(of: content)
    let before = values(in: edited)
    if content.failure == nil {
      last = content
      try Defaults.StoreError.check(expected, for: location) { before($0) }
    }
    let replaced = edits.compactMapKeys(before)
    let isChanged = edited.apply(edits)
    if content.failure == nil, !isChanged {
      return Defaults.StoreCommit(
        snapshot: content.snapshot,
        previousVersion: content.version,
        replaced: replaced,
      )
    }
    let (bytes, document) = try rewritten(edited)
    var temporary = try TemporaryFile(
      beside: target.name,
      in: directory.descriptor,
      files: files,
      location: location
    )
    let attributes = try attributes(of: target, content.status, in: directory.descriptor)
    try temporary.fill(with: bytes, like: attributes, mode: modes.file, location: location)
    guard try isStill(target, content.status, in: directory.descriptor) else { return nil }
    let setAside: Defaults.StoreCommit.SetAside?
    do throws(Defaults.StoreError) {
      setAside = try install(&temporary, as: target, content, in: directory.descriptor)
    } catch {
      // Somebody has removed the temporary file, or the directory.
      if case .system("rename", ENOENT) = error.cause { return nil }
      throw error
    }
    unsyncedDirectories.insert(target.directory)
    for (key, value) in edits { undurable[key] = Undurable(old: before(key), new: value) }
    let written = written(document, as: temporary.file)
    last = written
    return Defaults.StoreCommit(
      snapshot: written.snapshot,
      previousVersion: content.version,
      replaced: replaced,
      setAside: setAside
    )
  }

  /// Returns the content that was written.
  ///
  /// If `fstat` fails, its version equals no other, so the next load reads the file again.
  private func written(
    _ document: PropertyListDocument,
    as file: borrowing FileSystem.OpenFile
  ) -> FileReader.FileContent {
    do throws(Defaults.StoreError) {
      let status = try files.status(of: file, location: location)
      return FileReader.FileContent(
        document: document,
        status: status,
        version: reader.version(status),
      )
    } catch {
      // The file was replaced, so the commit has succeeded.
      return FileReader.FileContent(
        document: document,
        version: Defaults.StoreVersion(words: [0]),
      )
    }
  }

  /// Reads the target; returns nil when it has become a symbolic link meanwhile.
  private func read(
    _ target: LinkChain.Hop,
    in directory: Int32
  ) throws(Defaults.StoreError) -> FileReader.FileContent? {
    do throws(Defaults.StoreError) {
      return try reader.read(target.name, in: directory, last: last)
    } catch {
      if case .system(_, ELOOP) = error.cause { return nil }
      throw error
    }
  }

  /// Returns whether the target still has the status it had when it was read.
  private func isStill(
    _ target: LinkChain.Hop,
    _ status: FileStatus?,
    in directory: Int32
  ) throws(Defaults.StoreError) -> Bool {
    let current = try files.status(
      of: target.name,
      in: directory,
      following: false,
      location: location
    )
    return current?.identity == status?.identity
  }

  /// Returns the attributes that the new file gets; nil when there is no file to replace.
  private func attributes(
    of target: LinkChain.Hop,
    _ status: FileStatus?,
    in directory: Int32
  ) throws(Defaults.StoreError) -> FileAttributes? {
    guard status != nil else { return nil }
    return try files.attributes(toKeepOf: target.name, in: directory, location: location)
  }

  /// Returns a function for the values that keys had before this commit.
  ///
  /// A commit that was not durable is tried again. What it has stored already is the outcome of the
  /// same edits, and not a change of another program.
  private func values(
    in document: PropertyListDocument
  ) -> (Defaults.KeyName) -> Defaults.StoredValue? {
    { [undurable] key in
      let value = document[key]
      guard let earlier = undurable[key], earlier.new == value else { return value }
      return earlier.old
    }
  }

  /// Returns the document to which the edits are applied.
  ///
  /// Content that cannot be parsed is set aside, and the values that this process read or wrote last
  /// are the newest that are known.
  private func base(of content: FileReader.FileContent) -> PropertyListDocument {
    keepsLast(insteadOf: content) ? last?.document ?? content.document : content.document
  }

  private func keepsLast(insteadOf content: FileReader.FileContent) -> Bool {
    content.failure != nil && !reader.salvages && last != nil
  }

  private func rewritten(
    _ document: PropertyListDocument
  ) throws(Defaults.StoreError) -> (bytes: [UInt8], PropertyListDocument) {
    let bytes: [UInt8]
    let rewritten: PropertyListDocument
    do throws(PropertyListError) {
      (bytes, rewritten) = try document.rewritten()
    } catch {
      throw Defaults.StoreError(location: location, cause: .unreadable(error))
    }
    guard bytes.count <= reader.sizeLimit else {
      throw Defaults.StoreError(
        location: location,
        cause: .tooLarge(bytes: bytes.count, limit: reader.sizeLimit)
      )
    }
    return (bytes, rewritten)
  }

  /// Renames the new file over the target; keeps a target that cannot be parsed under another name.
  private func install(
    _ temporary: inout TemporaryFile,
    as target: LinkChain.Hop,
    _ content: FileReader.FileContent,
    in directory: Int32
  ) throws(Defaults.StoreError) -> Defaults.StoreCommit.SetAside? {
    guard let failure = content.failure else {
      try temporary.install(as: target.name, location: location)
      return nil
    }
    let unreadable = try UnreadableFile(
      keeping: target.name,
      in: directory,
      files: files,
      location: location
    )
    do throws(Defaults.StoreError) {
      try temporary.install(as: target.name, location: location)
    } catch {
      unreadable.undo(in: directory, files: files)
      throw error
    }
    return Defaults.StoreCommit.SetAside(
      location: FilePath.join(target.directory, unreadable.keptName),
      reason: Defaults.StoreError(location: location, cause: .unreadable(failure)),
      keepsValues: keepsLast(insteadOf: content)
    )
  }
}
