import Glibc
import Synchronization

extension Defaults {
  /// A store that keeps values in a property list file, as Foundation's `UserDefaults` does.
  ///
  /// Every commit replaces the file atomically and keeps the values that other processes wrote in
  /// the meantime. XML, binary and OpenStep files are read. A file keeps its format, except that
  /// OpenStep becomes XML. A symbolic link is followed and kept. A missing file is an empty store;
  /// a file without any content is damaged, as every other that cannot be parsed.
  ///
  /// ```swift
  /// let store = Defaults.PropertyListStore(file: "/home/ada/.config/sketchbook.plist")
  /// try store.commit(["quality": .real(0.8)])
  /// try store.load(unlike: nil)?.values  // ["quality": .real(0.8)]
  /// ```
  public typealias PropertyListStore = FileStore

  /// A store that keeps values in a file: a ``PropertyListStore``, or one of another format.
  public final class FileStore: TextStore {
    /// The path of the file.
    public let location: String

    /// The values that the format of the file can hold.
    public var capabilities: StoreCapabilities { reader.format.capabilities }

    private let reader: FileReader
    private let modes: NewFileModes
    private let lock: DirectoryLock
    private let watcher: FileWatcher
    private let state = Mutex(FileCommit.State())
    private let textToRestore = Mutex<TextInverse?>(nil)

    /// The maximum size of a file, in bytes.
    package static let sizeLimit = 256 << 20

    /// Creates a store over a property list file, which need not exist.
    ///
    /// - Parameter path: the path of the file; the first commit creates missing directories.
    public convenience init(file path: String) {
      self.init(file: path, files: FileSystem())
    }

    /// Creates a store over a file, which need not exist; a commit creates missing directories.
    ///
    /// The modes are the permission bits of a file and directories that a commit creates.
    package convenience init(
      file path: String,
      format: FileFormat,
      modes: NewFileModes = .private
    ) {
      self.init(file: path, format: format, files: FileSystem(), modes: modes)
    }

    /// Creates a store with parts that tests can replace.
    ///
    /// The modes are the permission bits of a file and directories that a commit creates. The file
    /// may have at most `sizeLimit` bytes. The lock is that on the file's directory; nil for the
    /// one of the format.
    init(
      file path: String,
      format: FileFormat = .propertyList,
      files: FileSystem = FileSystem(),
      modes: NewFileModes = .private,
      sizeLimit: Int = FileStore.sizeLimit,
      lock: DirectoryLock? = nil,
      watcher: FileWatcher = .shared
    ) {
      location = FilePath.absolute(path)
      reader = FileReader(
        files: files.at(location),
        location: location,
        format: format,
        sizeLimit: sizeLimit
      )
      self.modes = modes
      self.lock = lock ?? (format.isForeign ? DirectoryLock(createsFile: false) : .forFiles(modes))
      self.watcher = watcher
    }

    /// Reads the file; returns nil when it still has a known version.
    ///
    /// Content that seems to be half written is read again for up to 0.3 seconds.
    public func load(unlike known: StoreVersion?) throws(StoreError) -> StoreSnapshot? {
      guard let content = try content(unlike: known) else { return nil }
      if let failure = content.failure { throw failure }
      state.withLock { $0.last = content }
      return content.version == known ? nil : content.snapshot
    }

    /// Reads the file; returns nil when its status shows that it still has a known version.
    private func content(
      unlike known: StoreVersion?
    ) throws(StoreError) -> FileReader.FileContent? {
      var attempts = 8
      while true {
        let chain = try LinkChain(from: location, in: reader.files)
        if FileReader.isSurely(known, chain.targetStatus) { return nil }
        attempts -= 1
        do throws(StoreError) {
          return try reader.read(chain.target.path, last: state.withLock { $0.last })
        } catch {
          // The file has become a symbolic link meanwhile.
          if attempts > 0, case .system(_, ELOOP) = error.cause { continue }
          throw error
        }
      }
    }

    /// Replaces the file durably by a copy of its present content with the edits applied.
    ///
    /// Content that cannot be parsed is kept beside it as `<name>.corrupt-<UTC time>` if the error
    /// allows it; the new file has the values that this store last read or wrote, if it did, besides the
    /// edits. If the error is a failed `fsync` of the directory, the file was replaced nevertheless, and
    /// the next commit calls `fsync` again.
    ///
    /// The expected values are compared under the lock. Those of a file that cannot be parsed are
    /// not compared, because the file is kept.
    @discardableResult
    public func commit(
      _ edits: [KeyName: StoredValue?],
      expecting expected: [KeyName: StoredValue?]
    ) throws(StoreError) -> StoreCommit {
      try StoreError.check(storing: edits, for: location, refusal: reader.format.refusal)
      return try perform(edits, expecting: expected)
    }

    package func setTextToRestore(_ inverse: TextInverse?) {
      textToRestore.withLock { $0 = inverse }
    }

    /// Returns the values in the text that an undo brings back; none if the file has changed since.
    package func valuesToRestore() throws(StoreError) -> [KeyName: StoredValue] {
      guard let inverse = textToRestore.withLock(\.self), let content = try content(unlike: nil)
      else { return [:] }
      return reader.text(before: content.document, inverse)?.document.stored ?? [:]
    }

    package func writeObstacle() -> StoreError? {
      do throws(StoreError) {
        let chain = try LinkChain(from: location, in: reader.files)
        if chain.targetStatus != nil { try reader.files.checkAccess(to: chain.target.path) }
        // The first commit creates missing directories.
        var directory = chain.target.directory
        while try reader.files.status(of: directory, following: true) == nil, directory != "/" {
          directory = FilePath.parts(of: directory).directory
        }
        try reader.files.checkAccess(to: directory)
        return nil
      } catch {
        return error
      }
    }

    /// Keeps content that cannot be parsed under another name, and starts an empty file.
    ///
    /// The result is nil when the content can be parsed, or when there is none.
    package func setUnreadableAside() throws(StoreError) -> StoreCommit.SetAside? {
      try perform([:], expecting: [:], setsAside: true).setAside
    }

    private func perform(
      _ edits: [KeyName: StoredValue?],
      expecting expected: [KeyName: StoredValue?],
      setsAside: Bool = false
    ) throws(StoreError) -> StoreCommit {
      let before = state.withLock { $0 }
      var commit = FileCommit(
        reader: reader,
        edits: edits,
        expected: expected,
        modes: modes,
        lock: lock,
        setsAside: setsAside,
        textToRestore: textToRestore.withLock(\.self),
        state: before
      )
      defer {
        state.withLock { state in
          let unsynced = state.unsyncedDirectories.subtracting(before.unsyncedDirectories)
          state = commit.state
          state.unsyncedDirectories.formUnion(unsynced)
        }
      }
      do throws(StoreError) {
        let result = try commit.perform()
        commit.state.hasSwept = true
        return result
      } catch {
        // The next commit removes temporary files that this one could not remove.
        commit.state.hasSwept = false
        throw error
      }
    }

    /// Calls a closure whenever any process may have changed the file.
    ///
    /// All stores of the process share one thread for the calls, so the closure should be quick.
    public func watch(
      _ report: @escaping @Sendable (StoreEvent) -> Void
    ) -> (any StoreWatch)? {
      watcher.watch(location) { report(.changed) }
    }
  }
}
