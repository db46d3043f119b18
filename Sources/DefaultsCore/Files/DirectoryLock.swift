import CDefaults
import Glibc

/// An advisory lock for the files of a directory, so that only one process writes them at a time.
///
/// What is locked is an empty file beside them, `.prefs.lock`, through its open file description
/// (`F_OFD_SETLK` of fcntl(2)). A lock on the directory or on the file to write would not do: every
/// user who may read one of them could hold the lock and keep all writers waiting. The lock file
/// can be opened by those users who may create files in the directory, and by nobody else. In a
/// sticky directory everybody may create files, but only their owner may replace them, so there
/// each owner has a lock file of their own, `.prefs-<uid>.lock`.
///
/// The lock file stays, because a process could otherwise lock a file that no longer has a name while
/// another one locks its successor. Users may remove it nevertheless, so a lock counts only if the
/// name still leads to the locked file afterwards. The process that holds its lock removes a lock file
/// in directories that are not the user's own, such as `/etc/xdg` or those of an image, and one that
/// some of those users cannot open, because the file system has no access control lists.
///
/// In the directories of other programs, whose users did not ask for our files, the directory itself is
/// locked nevertheless (flock(2)).
///
/// An empty file means this protocol. A later version of this library that needs another one writes
/// something into the file, and this version then refuses to write.
///
/// Record locks are not fair: a process that writes in a loop would always take the lock again
/// before a waiting process polls the next time. So a waiting process sets a shared lock on another
/// byte, which blocks no other process, and a process that sees it pauses before its first attempt. The
/// pause is repeated, as on a busy machine the one that waits may not run at once; a process that is stopped
/// while it waits costs each of the others 20 ms.
struct DirectoryLock {
  /// How long to wait for other processes, in milliseconds.
  var patience = 30_000
  /// Whether a lock file is created; if not, the directory itself is locked.
  var createsFile = true
  /// Whether the lock file stays, which saves its creation for the next commit.
  var keepsFile = true

  /// The pause between two attempts, in milliseconds.
  private static let pause = 1
  /// How long to pause while another process waits, in milliseconds; must be more than `pause`.
  private static let courtesy = 2
  /// How many such pauses to make at most.
  private static let courtesies = 10
  /// How long a lock file may refuse to be opened, in milliseconds: another process may be about to
  /// set its mode, or to remove it.
  private static let settlingTime = 200

  /// Returns the lock for files that are created with some modes.
  ///
  /// Its file stays only among the user's own files, where it is expected.
  static func forFiles(_ modes: NewFileModes) -> DirectoryLock {
    DirectoryLock(keepsFile: modes == .private && SystemRoot.current == nil)
  }

  /// An acquired lock; it is released when the value is destroyed.
  struct Held: ~Copyable {
    fileprivate let file: FileSystem.OpenFile?
    /// The lock file to remove before the lock is released, and its directory; nil to leave it.
    fileprivate let removed: LockFile?
    fileprivate let directory: FileSystem.OpenFile?
    /// The name of the lock file.
    let name: String

    /// Whether the file system supports the lock.
    var isExclusive: Bool { file != nil }

    deinit {
      guard let removed, let directory, let file else { return }
      // Who waits for the file would lose its turn to the process that makes the next one.
      guard !removed.files.calls.isAwaited(file.descriptor) else { return }
      removed.remove(from: directory)
    }
  }

  /// Acquires the lock; the result is not exclusive when the file system does not support it.
  ///
  /// The target is nil when there is no file to replace yet. Its directory is open for reading. The
  /// errors of `files` are about the file to replace. The call fails when another process holds the
  /// lock longer than `patience`, or when the lock file cannot be opened.
  func acquire(
    forReplacing target: FileStatus?,
    in directory: borrowing FileSystem.OpenFile,
    path: String,
    files: FileSystem
  ) throws(Defaults.StoreError) -> Held {
    let start = files.calls.uptime()
    let isPatienceOver = { Self.hasPassed(patience, since: start, files) }
    guard createsFile else {
      return try acquireDirectory(directory, files, isPatienceOver: isPatienceOver)
    }
    let status = try files.status(of: directory)
    let lockFile = LockFile(for: target, in: status, path: path, files: files)
    /// The time of the first refusal since the lock file was opened last.
    var refused: FileTime?
    while true {
      let opened: LockFile.Opened
      do throws(Defaults.StoreError) {
        opened = try lockFile.open(in: directory)
        refused = nil
      } catch {
        guard case .system("open", EACCES) = error.cause else { throw error }
        let since = refused ?? files.calls.uptime()
        refused = since
        if Self.hasPassed(Self.settlingTime, since: since, files) {
          // Who may not write in the directory does not need its lock file.
          guard lockFile.canBeCreated(in: directory) else {
            throw files.failure("open", -Int(EACCES))
          }
          if let refusal = try lockFile.refusal(in: directory) { throw refusal }
        }
        files.calls.sleep(Self.pause)
        continue
      }
      let isSupported = try lock(
        opened.file,
        by: files.calls.lock,
        files,
        isPatienceOver: isPatienceOver
      )
      let name = lockFile.name
      guard isSupported else { return Held(file: nil, removed: nil, directory: nil, name: name) }
      if try lockFile.isStill(opened.file, in: directory) {
        guard !opened.isShared || !keepsFile else {
          return Held(file: opened.file, removed: nil, directory: nil, name: name)
        }
        let flags = Int32(cdefaults_O_PATH) | O_DIRECTORY
        let own = try files.open(".", in: directory.descriptor, flags: flags)
        return Held(file: opened.file, removed: lockFile, directory: own, name: name)
      }
    }
  }

  /// Locks the directory itself.
  private func acquireDirectory(
    _ directory: borrowing FileSystem.OpenFile,
    _ files: FileSystem,
    isPatienceOver: () -> Bool
  ) throws(Defaults.StoreError) -> Held {
    let own = try files.open(".", in: directory.descriptor, flags: O_RDONLY | O_DIRECTORY)
    let call = files.calls.lockDirectory
    let isSupported = try lock(own, by: call, files, isPatienceOver: isPatienceOver)
    // No lock file has this name, so nothing beside it is swept.
    let name = ".prefs.lock"
    return isSupported
      ? Held(file: own, removed: nil, directory: nil, name: name)
      : Held(file: nil, removed: nil, directory: nil, name: name)
  }

  private static func hasPassed(
    _ milliseconds: Int,
    since start: FileTime,
    _ files: FileSystem
  ) -> Bool {
    files.calls.uptime().nanoseconds(since: start) >= Int64(milliseconds) * 1_000_000
  }

  /// Locks the lock file or the directory; returns false when the file system does not support the
  /// lock.
  private func lock(
    _ file: borrowing FileSystem.OpenFile,
    by call: (Int32) -> Int,
    _ files: FileSystem,
    isPatienceOver: () -> Bool
  ) throws(Defaults.StoreError) -> Bool {
    let descriptor = file.descriptor
    var courtesies = Self.courtesies
    while courtesies > 0, files.calls.isAwaited(descriptor), !isPatienceOver() {
      files.calls.sleep(Self.courtesy)
      courtesies -= 1
    }
    var isWaiting = false
    defer { if isWaiting { files.calls.setAwaited(descriptor, false) } }
    while true {
      let result = files.uninterrupted { call(descriptor) }
      switch Int32(-result) {
      case ...0:
        return true
      case EAGAIN:
        guard !isPatienceOver() else { throw files.error(.lockedByAnother) }
        if !isWaiting { files.calls.setAwaited(descriptor, true) }
        isWaiting = true
        files.calls.sleep(Self.pause)
      case EBADF, EINVAL, ENOLCK, ENOSYS, EOPNOTSUPP:
        return false
      default:
        throw files.failure("fcntl", result)
      }
    }
  }
}
