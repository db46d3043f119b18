import Glibc
import Synchronization

/// A reader of a file that other programs may be writing.
struct FileReader: Sendable {
  /// The file system, with errors about the file.
  let files: FileSystem
  /// The path in errors.
  let location: String
  /// The format of the file.
  let format: FileFormat
  /// The maximum size of a file, in bytes.
  let sizeLimit: Int

  /// The content of a file, and its status when it was read.
  struct FileContent: Sendable {
    /// The content; empty when there is no file or it cannot be parsed.
    var document: any FileDocument
    /// Why the content cannot be parsed; nil when it can.
    var failure: Defaults.StoreError?
    /// The file's status; nil when there is no file.
    var status: FileStatus?
    /// The version of the content.
    var version = Defaults.StoreVersion(words: [])

    /// The document and its version.
    var snapshot: Defaults.StoreSnapshot {
      Defaults.StoreSnapshot(contents: document.contents, version: version)
    }
  }

  /// The content of a file that does not exist.
  var nothing: FileContent { FileContent(document: format.empty) }

  /// A counter that makes versions differ when the times of a file may be equal.
  private static let serial = Atomic<UInt64>(0)

  /// The pauses before content that seems to be half written is read again, in milliseconds.
  ///
  /// Foundation truncates the file and then writes it, so a read may happen in between.
  private static let pauses = [10, 20, 40, 80, 150]

  /// How long content may be half written after it was last modified, in nanoseconds.
  private static let unsettledTime: Int64 = 1_000_000_000

  /// The resolution of file times, in nanoseconds.
  ///
  /// Two writes within one tick of the kernel's clock may set the same time.
  private static let clockGrain: Int64 = 50_000_000

  /// Reads the regular file with a name, or any path; the content is empty when there is none.
  ///
  /// A symbolic link is not followed, and is an error. `last` is the content that was last read or
  /// written; it is not parsed again if unchanged. A file that is too large is an error as well.
  /// Content that cannot be parsed is not.
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

  /// Returns the text that an undo brings back; nil if a document is not the one that the undone commit wrote.
  func text(
    before document: any FileDocument,
    _ inverse: TextInverse?
  ) -> (bytes: [UInt8], document: any TextDocument)? {
    guard let bytes = document.bytes.flatMap({ inverse?.applied(to: $0) }),
      let document = try? format.parse(bytes, location) as? any TextDocument
    else { return nil }
    return (bytes, document)
  }

  /// Returns the version of content that has just been read from or written to a file.
  func version(_ status: FileStatus) -> Defaults.StoreVersion {
    // A later write could leave the same times, so this version must equal no status. The time of the
    // modification says nothing: a program may set it back after it has written.
    let isFresh = files.calls.now().nanoseconds(since: status.changed) < Self.clockGrain
    let serial = isFresh ? [Self.serial.add(1, ordering: .relaxed).newValue] : []
    return Defaults.StoreVersion(words: status.identity + serial)
  }

  /// Returns whether the status alone proves that a file has not changed since a version.
  static func isSurely(_ known: Defaults.StoreVersion?, _ status: FileStatus?) -> Bool {
    known == Defaults.StoreVersion(words: status?.identity ?? [])
  }

  private func readOnce(
    _ name: String,
    in directory: Int32,
    last: FileContent?
  ) throws(Defaults.StoreError) -> (content: FileContent, isSettled: Bool) {
    guard let file = try files.openContent(name, in: directory) else { return (nothing, true) }
    let status = try files.status(of: file)
    if let last {
      if try isStill(last, file, status) { return (last, true) }
      // The comparison has moved the file offset, so the file is opened again.
      return try readOnce(name, in: directory, last: nil)
    }
    let bytes = try files.contents(of: file, with: status, limit: sizeLimit)
    let isSteady = try files.status(of: file).identity == status.identity
    var content = FileContent(document: format.empty, status: status, version: version(status))
    do throws(Defaults.StoreError) {
      content.document = try format.parse(bytes, location)
    } catch {
      content.failure = error
    }
    let isOld = files.calls.now().nanoseconds(since: status.modified) > Self.unsettledTime
    return (content, isSteady && (content.failure == nil || isOld))
  }

  /// Returns whether the file still has the content that was last read or written.
  private func isStill(
    _ last: FileContent,
    _ file: borrowing FileSystem.OpenFile,
    _ status: FileStatus
  ) throws(Defaults.StoreError) -> Bool {
    if Self.isSurely(last.version, status) { return true }
    // A different status means that the file changed. An equal one proves nothing, because the
    // times are coarse, so the bytes are compared.
    guard last.status?.identity == status.identity, let bytes = last.document.bytes,
      try files.isContent(of: file, equalTo: bytes)
    else { return false }
    return try files.status(of: file).identity == status.identity
  }
}
