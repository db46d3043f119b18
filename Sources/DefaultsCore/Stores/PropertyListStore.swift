extension Defaults {
  /// A store that keeps values in a property list file, as Foundation's `UserDefaults` does.
  ///
  /// Every commit replaces the file atomically and keeps the values that other processes wrote in
  /// the meantime. XML, binary and OpenStep files are read. A file keeps its format, except that
  /// OpenStep becomes XML. A symbolic link is followed and kept. A missing file is an empty store; a
  /// file without any content is damaged, as every other that cannot be parsed.
  ///
  /// ```swift
  /// let store = Defaults.PropertyListStore(file: "/home/ada/.config/sketchbook.plist")
  /// try store.commit(["quality": .real(0.8)])
  /// try store.load(unlike: nil)?.values  // ["quality": .real(0.8)]
  /// ```
  public final class PropertyListStore: Store {
    private let file: FileStore

    /// The path of the file.
    public var location: String { file.location }

    /// Creates a store over a file, which need not exist.
    ///
    /// - Parameter path: the path of the file; the first commit creates missing directories.
    public convenience init(file path: String) {
      self.init(file: path, files: FileSystem())
    }

    /// Creates a store with parts that tests can replace, see ``FileStore``.
    init(
      file path: String,
      files: FileSystem = FileSystem(),
      modes: NewFileModes = .private,
      sizeLimit: Int = FileStore.sizeLimit,
      lock: DirectoryLock? = nil,
      watcher: FileWatcher = .shared
    ) {
      file = FileStore(
        file: path,
        files: files,
        modes: modes,
        sizeLimit: sizeLimit,
        lock: lock,
        watcher: watcher
      )
    }

    /// Reads the file; returns nil when it still has a known version.
    ///
    /// Content that seems to be half written is read again for up to 0.3 seconds.
    public func load(unlike known: StoreVersion?) throws(StoreError) -> StoreSnapshot? {
      try file.load(unlike: known)
    }

    /// Replaces the file durably by a copy of its present content with the edits applied.
    ///
    /// Content that cannot be parsed is kept beside it as `<name>.corrupt-<UTC time>`; the new file has
    /// the values that this store last read or wrote, if it did, besides the edits. If the error
    /// is a failed `fsync` of the directory, the file was replaced nevertheless, and the next
    /// commit calls `fsync` again.
    @discardableResult
    public func commit(_ edits: [KeyName: StoredValue?]) throws(StoreError) -> StoreCommit {
      try file.commit(edits)
    }

    /// Replaces the file like ``commit(_:)``, if the keys have the expected values under the lock.
    ///
    /// The values of a file that cannot be parsed are not compared, because the file is kept.
    @discardableResult
    public func commit(
      _ edits: [KeyName: StoredValue?],
      expecting expected: [KeyName: StoredValue?]
    ) throws(StoreError) -> StoreCommit {
      try file.commit(edits, expecting: expected)
    }

    /// Keeps content that cannot be parsed under another name, and starts an empty file.
    ///
    /// The result is nil when the content can be parsed, or when there is none.
    package func setUnreadableAside() throws(StoreError) -> StoreCommit.SetAside? {
      try file.setUnreadableAside()
    }

    /// Calls a closure whenever any process may have changed the file.
    ///
    /// All stores of the process share one thread for the calls, so the closure should be quick.
    public func watch(
      _ report: @escaping @Sendable (StoreEvent) -> Void
    ) -> (any StoreWatch)? {
      file.watch(report)
    }
  }
}
