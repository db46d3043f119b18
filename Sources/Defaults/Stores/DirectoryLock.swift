import Glibc

/// An advisory lock on a directory, which keeps writers of the files in it apart.
///
/// The directory itself is locked, so no lock file is left behind and no writer can lock one that
/// has just been removed. The lock ends when the directory's descriptor is closed.
struct DirectoryLock {
  /// How long to wait for another process, in milliseconds.
  var patience = 10_000

  /// The longest pause between two attempts, in milliseconds.
  private static let longestPause = 8

  /// Takes the lock.
  ///
  /// - Returns: false where the file system has no such locks.
  /// - Throws: ``Defaults/StoreError`` when another process holds it for too long.
  func take(
    on directory: borrowing FileSystem.OpenFile,
    files: FileSystem,
    location: String
  ) throws(Defaults.StoreError) -> Bool {
    let descriptor = directory.descriptor
    var waited = 0
    var pause = 1
    while true {
      let result = files.uninterrupted { files.calls.flock(descriptor, LOCK_EX | LOCK_NB) }
      switch Int32(-result) {
      case ...0:
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
      files.calls.sleep(pause)
      waited += pause
      pause = min(pause * 2, Self.longestPause)
    }
  }
}
