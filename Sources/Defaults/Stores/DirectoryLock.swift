import Glibc

/// An advisory lock on a directory, which keeps writers of the files in it apart.
///
/// The directory itself is locked, so no lock file is left behind and no writer can lock one that
/// has just been removed. The lock ends when the directory's descriptor is closed.
///
/// A writer that has to wait says so with a second lock, of a kind that hinders nobody, and those
/// who come later hold back for a moment. Without it a process that writes again and again would
/// always be back before the one that waits looks the next time.
struct DirectoryLock {
  /// How long to wait for other processes, in milliseconds.
  var patience = 30_000

  /// The pause between two attempts, in milliseconds.
  private static let pause = 1
  /// How long to leave the lock to those who wait already, in milliseconds: more than their pause.
  private static let courtesy = 2

  /// Takes the lock.
  ///
  /// - Returns: false where the file system has no such locks.
  /// - Throws: ``Defaults/StoreError`` when others hold it for too long.
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
      // Network file systems may want a descriptor for writing, which no directory has.
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
