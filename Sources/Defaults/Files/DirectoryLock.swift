import Glibc

/// An advisory lock on a directory, so that only one process writes files in it at a time.
///
/// `flock` is called on the directory itself, so no lock file is left behind and no process can
/// lock a file that was just removed. The lock ends when the directory's descriptor is closed.
///
/// Nothing is written, so the lock has no version: programs that contain different versions of this
/// library keep out of each other's way as long as each takes this lock, whatever else it takes.
///
/// `flock` is not fair: a process that writes in a loop would always take the lock again before a
/// waiting process polls the next time. So a waiting process sets a shared record lock, which
/// blocks no other process, and a process that sees it pauses before its first attempt.
struct DirectoryLock {
  /// How long to wait for other processes, in milliseconds.
  var patience = 30_000

  /// The pause between two attempts, in milliseconds.
  private static let pause = 1
  /// How long to pause while another process waits, in milliseconds; must be more than `pause`.
  private static let courtesy = 2

  /// Acquires the lock.
  ///
  /// - Returns: false when the file system does not support the lock.
  /// - Throws: ``Defaults/StoreError`` when another process holds the lock longer than `patience`.
  func acquire(
    on directory: borrowing FileSystem.OpenFile,
    files: FileSystem,
    location: String
  ) throws(Defaults.StoreError) -> Bool {
    let descriptor = directory.descriptor
    if files.calls.isAwaited(descriptor) { files.calls.sleep(Self.courtesy) }
    var waited = 0
    while true {
      let result = files.uninterrupted { files.calls.flock(descriptor, LOCK_EX | LOCK_NB) }
      switch Int32(-result) {
      case ...0:
        if waited > 0 { files.calls.setAwaited(descriptor, false) }
        return true
      case EWOULDBLOCK:
        guard waited < patience else {
          throw Defaults.StoreError(location: location, cause: .lockedByAnother)
        }
      // Network file systems may require a descriptor open for writing; directories have none.
      case EBADF, EINVAL, ENOLCK, ENOSYS, EOPNOTSUPP:
        return false
      case let errorNumber:
        throw .system("flock", location, errorNumber)
      }
      if waited == 0 { files.calls.setAwaited(descriptor, true) }
      files.calls.sleep(Self.pause)
      waited += Self.pause
    }
  }
}
