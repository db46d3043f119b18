import Glibc

// Syncing of directories.
extension FileSystem {
  /// Syncs the entries of a directory to the disk, if the file system supports that.
  func synchronizeDirectory(_ directory: borrowing OpenFile) throws(Defaults.StoreError) {
    let result = uninterrupted { calls.fsync(directory.descriptor) }
    guard result >= 0 || result == -Int(EINVAL) || result == -Int(EBADF) else {
      throw failure("fsync", result)
    }
  }

  /// Syncs the entries of the directory at a path; one that no longer exists needs no sync.
  func synchronizeDirectory(at path: String) throws(Defaults.StoreError) {
    do throws(Defaults.StoreError) {
      try synchronizeDirectory(try open(path, flags: O_RDONLY | O_DIRECTORY))
    } catch {
      guard case .system("open", ENOENT) = error.cause else { throw error }
    }
  }

  /// Syncs the directory of a file that was replaced.
  ///
  /// The error is ``Defaults/StoreError/Cause/notDurable(errorNumber:)``, which says that the file
  /// was replaced nevertheless.
  func makeDurable(_ directory: borrowing OpenFile) throws(Defaults.StoreError) {
    do throws(Defaults.StoreError) {
      try synchronizeDirectory(directory)
    } catch {
      guard case .system(_, let errorNumber) = error.cause else { throw error }
      throw self.error(.notDurable(errorNumber: errorNumber))
    }
  }
}
