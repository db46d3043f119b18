import FoundationEssentials
import Glibc

/// A path that a user has typed, and the file or directory that it leads to.
///
/// This type is for files that users name to bring data in or out, about which nothing is known before.
package struct UserFile: Sendable {
  /// The greatest number of bytes that are loaded; a property list is read as a whole each time.
  package static let loadLimit: Int = 16 << 20

  /// What a path leads to, after symbolic links.
  package enum Target: Hashable, Sendable {
    case directory
    /// A regular file of this many bytes.
    case file(size: Int)
    /// A device, a pipe or a socket.
    case other
    /// Nothing has this path.
    case nothing
    /// It cannot be examined: the text of the C function `strerror`.
    case unknown(reason: String)
  }

  /// Why a file cannot be read or written.
  package enum Failure: Error, Hashable, Sendable {
    /// The file exists and must not be replaced.
    case exists
    /// The reason as a phrase without a full stop.
    case other(reason: String)
  }

  /// The path for system calls, with the home directory instead of `~`.
  private let location: String

  /// Creates the file of a typed path.
  package init(_ path: String) {
    location = BaseDirectories.expandingTilde(path)
  }

  /// What the path leads to; blocks for as long as the file system needs.
  package var target: Target { Self.target(of: location) }

  private static func target(of path: String) -> Target {
    var status = stat()
    guard stat(path, &status) == 0 else {
      return errno == ENOENT || errno == ENOTDIR
        ? .nothing : .unknown(reason: String(cString: strerror(errno)))
    }
    return switch status.st_mode & S_IFMT {
    case S_IFDIR: .directory
    case S_IFREG: .file(size: Int(status.st_size))
    default: .other
    }
  }

  /// Returns at most `limit` names in a directory that begin with a text, sorted, and whether there
  /// are more.
  ///
  /// There are none if it cannot be read. The names of directories end in a slash. A name that
  /// begins with a dot is left out unless the text does so too.
  package func names(
    beginningWith start: String,
    limit: Int
  ) -> (names: [String], hasMore: Bool) {
    let found = (try? FileManager.default.contentsOfDirectory(atPath: location)) ?? []
    let matching = found.filter {
      $0.utf8.starts(with: start.utf8) && (start.hasPrefix(".") || !$0.hasPrefix("."))
    }.sorted()
    let names = matching.prefix(limit).map {
      Self.target(of: "\(location)/\($0)") == .directory ? "\($0)/" : $0
    }
    return (names, matching.count > limit)
  }

  // MARK: - Content

  /// Reads the file; fails also when it is not a regular file or is too large.
  ///
  /// The error is always ``Failure/other(reason:)``.
  package func contents() throws(Failure) -> [UInt8] {
    // A pipe without a writer would block without `O_NONBLOCK`.
    let descriptor = open(location, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw .last }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .last }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .notRegular }
    var bytes = [UInt8](repeating: 0, count: min(Int(status.st_size), Self.loadLimit) + 1)
    var count = 0
    while count < bytes.count {
      let part = bytes[count...].withUnsafeMutableBytes { buffer in
        read(descriptor, buffer.baseAddress, buffer.count)
      }
      if part < 0, errno == EINTR { continue }
      guard part >= 0 else { throw .last }
      if part == 0 { return Array(bytes[..<count]) }
      count += part
    }
    // Either the file is too large, or it is growing.
    throw .other(reason: "larger than \(Self.loadLimit >> 20) MiB, or being written")
  }

  /// Writes data to a new file with mode 0600, or replaces an existing regular file.
  ///
  /// An existing file keeps its owner and permissions, and its content if writing fails; see
  /// ``DocumentFile/replace(_:with:mode:isNew:makesDirectories:)``. The error is ``Failure/exists``
  /// if the file exists and `overwriting` is false; otherwise it is ``Failure/other(reason:)``.
  package func write(_ data: [UInt8], overwriting: Bool) throws(Failure) {
    do throws(Defaults.StoreError) {
      try DocumentFile.replace(
        location,
        with: data,
        mode: 0o600,
        isNew: !overwriting,
        makesDirectories: false
      )
    } catch {
      if case .system(_, EEXIST) = error.cause { throw .exists }
      throw .other(reason: error.briefReason)
    }
  }
}

extension UserFile.Failure {
  fileprivate static let notRegular: Self = .other(reason: "not a regular file")

  /// The failure of the last system call.
  fileprivate static var last: Self { .other(reason: String(cString: strerror(errno))) }
}

extension Defaults.StoredValue {
  /// Creates data, for modules that do not import Foundation.
  package static func data(bytes: some Sequence<UInt8>) -> Self { .data(Data(bytes)) }
}
