extension Defaults {
  /// Why a store could not be read or written.
  public struct StoreError: Error, Hashable, Sendable {
    /// What went wrong, as facts.
    public enum Cause: Hashable, Sendable {
      /// A system call failed with this error number.
      case system(operation: String, errorNumber: Int32)
      /// The content is no property list, or no dictionary at its root.
      case unreadable(PropertyListError)
      /// The location holds something that is no regular file.
      case notAFile
      /// The content is larger than the store accepts, in bytes.
      case tooLarge(bytes: Int, limit: Int)
      /// Another process held the lock for too long.
      case lockedByAnother
      /// A value cannot be stored: the key and the reason.
      case unsupportedValue(key: KeyName, reason: String)
      /// A suite's name cannot be a name of a file in the configuration directory.
      case invalidSuiteName(String)
      /// A store of another kind failed, for a reason in words: a phrase without a full stop.
      case failed(reason: String, isTemporary: Bool)
      /// The superuser would have followed a name that other users could have put there.
      case writableByOthers(path: String)
    }

    /// Where: the path of a file, for example.
    public var location: String
    /// What went wrong.
    public var cause: Cause

    /// Creates an error.
    public init(location: String, cause: Cause) {
      self.location = location
      self.cause = cause
    }

    /// Creates the error of a store that keeps no files.
    ///
    /// - Parameters:
    ///   - location: where the values are, for people.
    ///   - reason: what went wrong, as a phrase without a full stop.
    ///   - isTemporary: whether the same call may succeed later though nobody changes anything.
    public init(location: String, reason: String, isTemporary: Bool) {
      self.init(location: location, cause: .failed(reason: reason, isTemporary: isTemporary))
    }

    /// Whether the same call may succeed later without anybody changing anything that the store
    /// would report: a suite then tries again after a while.
    public var isTemporary: Bool {
      switch cause {
      case .system, .lockedByAnother: true
      case .failed(_, let isTemporary): isTemporary
      case .unreadable, .notAFile, .tooLarge, .unsupportedValue, .invalidSuiteName,
        .writableByOthers:
        false
      }
    }
  }
}
