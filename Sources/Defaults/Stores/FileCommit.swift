import Glibc

/// Applies edits to a file: reads what is there now, replaces the file by an edited copy.
struct FileCommit {
  /// Reads the file.
  let reader: FileReader
  /// The edits.
  let edits: [Defaults.KeyName: Defaults.StoredValue?]
  /// How to wait for other writers.
  var lock = DirectoryLock()
  /// Whether files that crashed processes left behind are removed.
  var sweeps = false
  /// The directories with names that a power failure could undo: at first those of earlier
  /// commits that failed, in the end those that this one could not make durable.
  var owed: Set<String> = []
  /// What was in the file when it was last read or written: at first by earlier commits, in the
  /// end by this one.
  var last: FileReader.FileContent?

  private var files: FileSystem { reader.files }
  private var location: String { reader.location }

  /// How often to begin anew when somebody who takes no lock changes the file meanwhile.
  private static let attempts = 16

  /// Creates a commit.
  init(_ edits: [Defaults.KeyName: Defaults.StoredValue?], reader: FileReader) {
    self.edits = edits
    self.reader = reader
  }

  /// Performs the commit.
  ///
  /// - Throws: ``Defaults/StoreError`` when nothing was changed, or when the file was replaced
  ///   and ``owed`` holds its directory.
  mutating func perform() throws(Defaults.StoreError) -> Defaults.StoreCommit {
    for _ in 0..<Self.attempts {
      let target = try LinkChain(from: location, in: files).target
      let directory: FileSystem.OpenFile
      do throws(Defaults.StoreError) {
        directory = try openDirectory(target.directory)
      } catch {
        guard case .system(_, ENOENT) = error.cause else { throw error }
        // Keys that are to be removed are not stored where nothing is.
        guard edits.values.contains(where: { $0 != nil }) else {
          return Defaults.StoreCommit(snapshot: FileReader.FileContent().snapshot)
        }
        try files.makeDirectory(target.directory, changed: &owed)
        continue
      }
      let isLocked = try lock.acquire(on: directory, files: files, location: location)
      guard try isStill(target.directory, directory) else { continue }
      if sweeps, isLocked {
        TemporaryFile.sweep(
          beside: target.name,
          in: directory.descriptor,
          path: target.directory,
          files: files
        )
      }
      // Those above come first: when one of them fails nothing has been changed.
      for path in owed where path != target.directory { try synchronize(path) }
      guard let commit = try replace(target, in: directory) else { continue }
      if owed.contains(target.directory) {
        try files.synchronizeDirectory(directory, location: location)
        owed.remove(target.directory)
      }
      return commit
    }
    throw .system("rename", location, EBUSY)
  }

  /// Makes a directory durable that an earlier step has changed.
  private mutating func synchronize(_ path: String) throws(Defaults.StoreError) {
    do throws(Defaults.StoreError) {
      try files.synchronizeDirectory(try openDirectory(path), location: location)
    } catch {
      // What is gone by now has no names to keep.
      guard case .system("open", ENOENT) = error.cause else { throw error }
    }
    owed.remove(path)
  }

  private func openDirectory(
    _ path: String
  ) throws(Defaults.StoreError) -> FileSystem.OpenFile {
    try files.open(path, flags: O_RDONLY | O_DIRECTORY, location: location)
  }

  /// Answers whether a path still leads to the directory that was opened.
  private func isStill(
    _ path: String,
    _ directory: borrowing FileSystem.OpenFile
  ) throws(Defaults.StoreError) -> Bool {
    let opened = try files.status(of: directory, location: location)
    let named = try files.status(of: path, following: true, location: location)
    return named?.identity.prefix(2) == opened.identity.prefix(2)
  }

  /// Replaces the file once, under the lock.
  ///
  /// - Returns: nil when somebody else changed the file meanwhile.
  private mutating func replace(
    _ target: LinkChain.Hop,
    in directory: borrowing FileSystem.OpenFile
  ) throws(Defaults.StoreError) -> Defaults.StoreCommit? {
    guard let content = try read(target, in: directory.descriptor) else { return nil }
    last = content
    var edited = content.document
    let replaced = edits.compactMapKeys { content.document[$0] }
    let isChanged = edited.apply(edits)
    if content.failure == nil, !isChanged {
      return Defaults.StoreCommit(
        snapshot: content.snapshot,
        previousVersion: content.version,
        replaced: replaced,
      )
    }
    if let failure = content.failure, edits.isEmpty {
      throw Defaults.StoreError(location: location, cause: .unreadable(failure))
    }
    try checkWritable(target, content.status, in: directory.descriptor)
    let (bytes, document) = try rewritten(edited)
    var temporary = try TemporaryFile(
      beside: target.name,
      in: directory.descriptor,
      files: files,
      location: location
    )
    try temporary.fill(with: bytes, like: content.status, location: location)
    guard try isStill(target, content.status, in: directory.descriptor) else { return nil }
    let setAside = try install(&temporary, as: target, content, in: directory.descriptor)
    owed.insert(target.directory)
    let written = written(document, as: temporary.file)
    last = written
    return Defaults.StoreCommit(
      snapshot: written.snapshot,
      previousVersion: content.version,
      replaced: replaced,
      setAside: setAside
    )
  }

  /// What was written; its version equals no other when the file cannot be looked at.
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
      // The file is in its place, so this is no failure; it is only read once more.
      return FileReader.FileContent(
        document: document,
        version: Defaults.StoreVersion(words: [0]),
      )
    }
  }

  /// Reads the target; nil when it has become a symbolic link meanwhile.
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

  /// Respects a file that its owner has made read-only, which a rename would replace all the same.
  private func checkWritable(
    _ target: LinkChain.Hop,
    _ status: FileStatus?,
    in directory: Int32
  ) throws(Defaults.StoreError) {
    guard status != nil else { return }
    let result = files.uninterrupted {
      files.calls.faccessat(directory, target.name, W_OK, AT_EACCESS)
    }
    // A file that is gone by now is noticed before the rename.
    guard result >= 0 || result == -Int(ENOENT) else {
      throw .system("access", location, Int32(-result))
    }
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

  /// Puts the new file in its place, and content that cannot be parsed under another name.
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
      reason: Defaults.StoreError(location: location, cause: .unreadable(failure))
    )
  }
}
