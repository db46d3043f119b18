import Glibc
import Synchronization

/// Reads a property list from a file that others may be writing.
struct FileReader: Sendable {
  /// The file system.
  let files: FileSystem
  /// The path that errors tell.
  let location: String
  /// How many bytes a file may have.
  let sizeLimit: Int

  /// What was found under a name.
  struct FileContent: Sendable {
    /// The content; empty when there is no file or it cannot be parsed.
    var document = PropertyListDocument()
    /// Why the content cannot be parsed.
    var failure: PropertyListError?
    /// The file's status, nil when there is none.
    var status: FileStatus?
    /// Tells this content from others.
    var version = Defaults.StoreVersion(words: [])

    /// The content as a caller sees it.
    var snapshot: Defaults.StoreSnapshot {
      Defaults.StoreSnapshot(contents: document, version: version)
    }
  }

  /// Tells states of files apart whose times may be equal.
  private static let serial = Atomic<UInt64>(0)

  /// The pauses before content that seems to be half written is read again, in milliseconds.
  ///
  /// Foundation writes in place, truncating first, so a reader may come in between.
  private static let pauses = [10, 20, 40, 80, 150]

  /// How long content may be half written after it was last modified, in nanoseconds.
  private static let unsettledTime: Int64 = 1_000_000_000

  /// How coarse the times of files may be, in nanoseconds.
  ///
  /// Two writes within one tick of the kernel's clock may leave the same time behind.
  private static let clockGrain: Int64 = 50_000_000

  /// Reads what has a name now.
  ///
  /// - Parameters:
  ///   - name: the name, or any path; a symbolic link is not followed.
  ///   - directory: the directory's descriptor.
  ///   - last: what was found or written there before, which is not parsed again.
  /// - Returns: what was found.
  /// - Throws: ``Defaults/StoreError`` when a call fails, when the name is a link or no regular
  ///   file, or when the file is too large. Content that cannot be parsed is no error here.
  func read(
    _ name: String,
    in directory: Int32 = AT_FDCWD,
    last: FileContent?
  ) throws(Defaults.StoreError) -> FileContent {
    for pause in Self.pauses {
      let (content, isSettled) = try readOnce(name, in: directory, last: last)
      if isSettled { return content }
      files.calls.sleep(pause)
    }
    return try readOnce(name, in: directory, last: last).content
  }

  /// Makes the version of content that has just been read from or written to a file.
  func version(_ status: FileStatus) -> Defaults.StoreVersion {
    // Where the times cannot tell a later state apart the content must be compared.
    let isFresh = files.calls.now() - status.modified < Self.clockGrain
    let serial = isFresh ? [Self.serial.add(1, ordering: .relaxed).newValue] : []
    return Defaults.StoreVersion(words: status.identity + serial)
  }

  /// Answers whether a file has surely not changed since a version, judged by its status alone.
  static func isSurely(_ known: Defaults.StoreVersion?, _ status: FileStatus?) -> Bool {
    known == Defaults.StoreVersion(words: status?.identity ?? [])
  }

  private func readOnce(
    _ name: String,
    in directory: Int32,
    last: FileContent?
  ) throws(Defaults.StoreError) -> (content: FileContent, isSettled: Bool) {
    let file: FileSystem.OpenFile
    do throws(Defaults.StoreError) {
      // A pipe without a writer would otherwise keep the call waiting.
      let flags = O_RDONLY | O_NONBLOCK | O_NOFOLLOW
      file = try files.open(name, in: directory, flags: flags, location: location)
    } catch {
      switch error.cause {
      case .system(_, ENOENT): return (FileContent(), true)
      case .system(_, ENXIO): throw Defaults.StoreError(location: location, cause: .notAFile)
      default: throw error
      }
    }
    let status = try files.status(of: file, location: location)
    guard status.kind == .file else {
      throw Defaults.StoreError(location: location, cause: .notAFile)
    }
    if let last {
      if try isStill(last, file, status) { return (last, true) }
      // The file is read from its beginning again.
      return try readOnce(name, in: directory, last: nil)
    }
    guard status.size <= sizeLimit else {
      throw Defaults.StoreError(
        location: location,
        cause: .tooLarge(bytes: status.size, limit: sizeLimit)
      )
    }
    let bytes = try files.contents(
      of: file,
      expected: status.size,
      limit: sizeLimit,
      location: location
    )
    let isSteady = try files.status(of: file, location: location).identity == status.identity
    var content = FileContent(status: status, version: version(status))
    do throws(PropertyListError) {
      if !bytes.isEmpty { content.document = try PropertyListDocument(parsing: bytes) }
    } catch {
      content.failure = error
    }
    let isComplete = content.failure == nil && !bytes.isEmpty
    let isOld = files.calls.now() - status.modified > Self.unsettledTime
    return (content, isSteady && (isComplete || isOld))
  }

  /// Answers whether a file holds what it held before.
  private func isStill(
    _ last: FileContent,
    _ file: borrowing FileSystem.OpenFile,
    _ status: FileStatus
  ) throws(Defaults.StoreError) -> Bool {
    if Self.isSurely(last.version, status) { return true }
    // The times may be too coarse to tell, but what else they tell apart is something else.
    guard last.status?.identity == status.identity, let bytes = last.document.bytes,
      try files.isContent(of: file, equalTo: bytes, location: location)
    else { return false }
    return try files.status(of: file, location: location).identity == status.identity
  }
}
