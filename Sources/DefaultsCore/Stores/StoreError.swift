extension Defaults {
  /// The error of a store that could not be read or written.
  public struct StoreError: Error, Hashable, Sendable {
    /// The cause of an error, with the facts for its message.
    public enum Cause: Hashable, Sendable {
      /// A system call failed with this error number.
      case system(operation: String, errorNumber: Int32)
      /// The file was replaced, but `fsync` of its directory failed with this error number.
      case notDurable(errorNumber: Int32)
      /// The content is not a property list, or its root is not a dictionary.
      case unreadable(PropertyListError)
      /// The content of a file that another program owns cannot be parsed; the reason is a phrase without
      /// a full stop.
      case malformed(reason: String, TextPlace)
      /// The location is not a regular file.
      case notAFile
      /// The content is too large; sizes in bytes.
      case tooLarge(bytes: Int, limit: Int)
      /// The edits of a commit are too large together; sizes in bytes. Some of them alone may not be.
      case commitTooLarge(bytes: Int, limit: Int)
      /// Another process held the lock for too long.
      case lockedByAnother
      /// A program that does not use the lock changed the file whenever it was to be replaced.
      case keepsChanging
      /// Keys do not have the values that the edits of a commit expect.
      case outdated([KeyName])
      /// A value cannot be stored.
      case unsupportedValue(key: KeyName, reason: String)
      /// A suite's name cannot be a file name.
      case invalidSuiteName(String)
      /// A store of another kind failed; the reason is a phrase without a full stop.
      case failed(reason: String, isTemporary: Bool)
      /// A file or directory of an administrator has the wrong owner or is writable by others.
      case untrusted
      /// The process runs as root, and a path through a user's directory leads to a directory that is
      /// not the user's.
      case outsideOfUser(UInt32, path: String)
      /// A path below the root that the process was given leads out of it, see `prefs --root`.
      case outsideOfRoot(root: String, path: String)
      /// The process runs as root, and another user could have created the file or link.
      case writableByOthers(path: String)
      /// A directory on the way to the file is a symbolic link to a directory that does not exist.
      case danglingLink(link: String, target: String)
      /// The lock file of a user in a shared directory belongs to another user.
      case foreignLockFile(owner: UInt32, user: UInt32)
      /// This user may write in the directory, but may not open its lock file, which another user
      /// has created.
      case closedLockFile(owner: UInt32)
      /// The new file could not keep who may read and write the old one, which belongs to this owner
      /// and group.
      case accessNotKept(owner: UInt32, group: UInt32)
      /// The owner of a file or directory has no number in the user namespace of the process, so
      /// that nothing shows whether it can be trusted.
      case unknownOwner(path: String)
    }

    /// The location of the values: the path of a file, for example.
    public var location: String
    /// The cause.
    public var cause: Cause

    /// Creates an error.
    public init(location: String, cause: Cause) {
      self.location = location
      self.cause = cause
    }

    /// Creates the error of a store that does not keep its values in files.
    ///
    /// - Parameters:
    ///   - location: the location of the values, for people.
    ///   - reason: the reason, as a phrase without a full stop.
    ///   - isTemporary: whether the same call may succeed later; see ``isTemporary``.
    public init(location: String, reason: String, isTemporary: Bool) {
      self.init(location: location, cause: .failed(reason: reason, isTemporary: isTemporary))
    }

    /// Whether the same call may succeed later without a change that the store would report.
    ///
    /// A suite then tries again after a delay.
    public var isTemporary: Bool {
      switch cause {
      case .system, .notDurable, .lockedByAnother, .keepsChanging, .danglingLink, .foreignLockFile,
        .closedLockFile:
        true
      case .failed(_, let isTemporary): isTemporary
      case .unreadable, .malformed, .notAFile, .tooLarge, .commitTooLarge, .outdated,
        .unsupportedValue, .invalidSuiteName, .untrusted, .outsideOfUser, .outsideOfRoot,
        .writableByOthers, .accessNotKept,
        .unknownOwner:
        false
      }
    }
  }
}
