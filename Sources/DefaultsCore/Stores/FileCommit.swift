import Glibc

/// A commit of edits to a file: reads the file again and replaces it by an edited copy.
///
/// A reader must never see half a file, and an edit of another process must not be lost. So:
///
/// 1. Symbolic links are followed first, so that the file they lead to is replaced, not a link.
/// 2. The file's directory is locked; writers that use the lock wait for each other. Then the programs
///    that own the file are made to wait, if they have a lock of their own.
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
///    this `fsync` fails, the directory stays in ``State/unsyncedDirectories`` for the next commit.
struct FileCommit {
  /// The reader of the file.
  let reader: FileReader
  /// By key, the value to store, or nil to remove the key.
  let edits: [Defaults.KeyName: Defaults.StoredValue?]
  /// By key, the value that must be stored when the file is read under the lock; nil for none.
  let expected: [Defaults.KeyName: Defaults.StoredValue?]
  /// The permission bits of a file and directories that the commit creates.
  let modes: NewFileModes
  /// The lock on the file's directory.
  let lock: DirectoryLock
  /// Whether content that cannot be parsed is set aside although there are no edits.
  let setsAside: Bool
  /// The text that is written if it has the values with the edits; nil for none.
  let textToRestore: TextInverse?
  /// What earlier commits have left; after ``perform()``, what this one leaves.
  var state: State

  /// What a store knows of its file from commit to commit.
  struct State: Sendable {
    /// Whether temporary files of crashed processes have been removed.
    var hasSwept = false
    /// The directories that still need `fsync`.
    var unsyncedDirectories: Set<String> = []
    /// By key, what was replaced durably but for the directory's `fsync`, see ``values(in:)``.
    var undurable: [Defaults.KeyName: Undurable] = [:]
    /// The content that was last read or written.
    var last: FileReader.FileContent?
  }

  /// The old and the new value of a key in a commit that was not durable.
  struct Undurable: Sendable {
    /// The value that was replaced; nil for none.
    var old: Defaults.StoredValue?
    /// The value that was stored; nil for none.
    var new: Defaults.StoredValue?
  }

  private var files: FileSystem { reader.files }
  private var location: String { reader.location }

  /// Performs the commit.
  ///
  /// When it throws, the file is unchanged, unless ``State/unsyncedDirectories`` contains its
  /// directory: then it was replaced, but not durably.
  mutating func perform() throws(Defaults.StoreError) -> Defaults.StoreCommit {
    // Removing keys from a file that does not exist changes nothing.
    let makesDirectory = edits.values.contains { $0 != nil }
    for _ in 0..<LockedDirectory.attempts {
      let locked = try LockedDirectory(
        of: location,
        makes: makesDirectory ? modes.directory : nil,
        lock: lock,
        changed: &state.unsyncedDirectories,
        in: files
      )
      guard let locked else {
        try Defaults.StoreError.check(expected, for: location) { _ in nil }
        return Defaults.StoreCommit(snapshot: reader.nothing.snapshot)
      }
      let unlockOwners = try reader.format.lockOwners?(location)
      defer { unlockOwners?() }
      if !state.hasSwept { locked.sweep() }
      let directory = locked.target.directory
      // Before the file is replaced: when one of these fails, the file is still unchanged.
      for path in state.unsyncedDirectories where path != directory {
        try files.synchronizeDirectory(at: path)
        state.unsyncedDirectories.remove(path)
      }
      guard let commit = try replace(in: locked) else { continue }
      if state.unsyncedDirectories.contains(directory) {
        try locked.makeDurable()
        state.unsyncedDirectories.remove(directory)
        state.undurable = [:]
      }
      return commit
    }
    throw files.error(.keepsChanging)
  }

  /// Replaces the file by an edited copy; nil when another program changed the file meanwhile.
  private mutating func replace(
    in locked: borrowing LockedDirectory
  ) throws(Defaults.StoreError) -> Defaults.StoreCommit? {
    guard let content = try read(in: locked) else { return nil }
    if let failure = content.failure, edits.isEmpty && !setsAside || !failure.allowsReplacement {
      throw failure
    }
    // Content that cannot be parsed is set aside, and the values that this process read or wrote last
    // are the newest that are known.
    var edited =
      content.failure == nil ? content.document : state.last?.document ?? content.document
    let before = values(in: edited)
    if content.failure == nil {
      state.last = content
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
    let (bytes, document): (bytes: [UInt8], document: any FileDocument) =
      if let text = restored(content.document, to: edited) {
        text
      } else {
        try edited.rewritten(for: location)
      }
    guard bytes.count <= reader.sizeLimit else {
      throw files.error(.tooLarge(bytes: bytes.count, limit: reader.sizeLimit))
    }
    let replacement = try locked.replaceTarget(
      with: bytes,
      ifStill: content.status,
      content: reader.format.isForeign ? content.document.bytes : nil,
      mode: modes.file,
      keepsOld: content.failure != nil
    )
    guard let replacement else { return nil }
    state.unsyncedDirectories.insert(locked.target.directory)
    for (key, value) in edits { state.undurable[key] = Undurable(old: before(key), new: value) }
    let written = FileReader.FileContent(
      document: document,
      status: replacement.status,
      // Without a status, the version equals no other, so the next load reads the file again.
      version: replacement.status.map(reader.version) ?? Defaults.StoreVersion(words: [0])
    )
    let setAside = content.failure.flatMap { failure in
      replacement.keptPath.map {
        Defaults.StoreCommit.SetAside(
          location: $0,
          reason: failure,
          keepsValues: state.last != nil
        )
      }
    }
    state.last = written
    var commit = Defaults.StoreCommit(
      snapshot: written.snapshot,
      previousVersion: content.version,
      replaced: replaced,
      setAside: setAside
    )
    commit.inverse = (document as? any TextDocument)?.inverse
    return commit
  }

  /// Returns the text that an undo brings back; nil if it does not have the values of the undo.
  private func restored(
    _ present: any FileDocument,
    to edited: any FileDocument
  ) -> (bytes: [UInt8], document: any FileDocument)? {
    guard let text = reader.text(before: present, textToRestore),
      let edited = edited as? any TextDocument, text.document.stored == edited.values
    else { return nil }
    return text
  }

  /// Reads the target; returns nil when it has become a symbolic link meanwhile.
  private func read(
    in locked: borrowing LockedDirectory
  ) throws(Defaults.StoreError) -> FileReader.FileContent? {
    do throws(Defaults.StoreError) {
      let directory = locked.directory.descriptor
      return try reader.read(locked.target.name, in: directory, last: state.last)
    } catch {
      if case .system(_, ELOOP) = error.cause { return nil }
      throw error
    }
  }

  /// Returns a function for the values that keys had before this commit.
  ///
  /// A commit that was not durable is tried again. What it has stored already is the outcome of the
  /// same edits, and not a change of another program.
  private func values(
    in document: any FileDocument
  ) -> (Defaults.KeyName) -> Defaults.StoredValue? {
    { [undurable = state.undurable] key in
      let value = document[key]
      guard let earlier = undurable[key], earlier.new == value else { return value }
      return earlier.old
    }
  }
}
