import Defaults
import Glibc

/// The identities of all documents of a search path at one moment.
///
/// Two equal ones mean that no document was replaced, changed, added or removed in between, so that the
/// documents need not be read again: every change of a file changes one of these numbers.
struct SchemaFiles: Hashable, Sendable {
  private struct Identity: Hashable {
    var path: String
    var device: UInt64
    var number: UInt64
    var size: Int64
    /// The times of the last change of the content and of the status, in seconds and nanoseconds.
    var times: [Int]
  }

  private var identities: [Identity] = []

  /// Lists the documents of a search path.
  ///
  /// - Returns: nil if that does not say everything: a named document is a directory with several files, or
  ///   a file was changed in the last two seconds, so that another change could leave its times as they are.
  init?(of path: SchemaSearchPath) {
    for file in path.files {
      guard let identity = Self.identity(file) else { return nil }
      identities.append(identity)
    }
    for directory in path.directories {
      let names = (try? DocumentFile.names(in: directory)) ?? []
      for name in names.sorted() where name.hasSuffix(NativeReader.suffix) {
        let file = "\(directory)/\(name)"
        guard let identity = Self.identity(file) else { return nil }
        identities.append(identity)
      }
    }
  }

  /// Returns the identity of a regular file that was not changed just now; nil for anything else.
  private static func identity(_ path: String) -> Identity? {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_mtim.tv_sec + 2 < time(nil)
    else { return nil }
    return Identity(
      path: path,
      device: UInt64(status.st_dev),
      number: UInt64(status.st_ino),
      size: Int64(status.st_size),
      times: [
        status.st_mtim.tv_sec, status.st_mtim.tv_nsec, status.st_ctim.tv_sec,
        status.st_ctim.tv_nsec,
      ]
    )
  }
}
