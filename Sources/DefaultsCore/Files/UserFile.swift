import FoundationEssentials
import Glibc

/// A path that a user has typed, and the file or directory that it leads to.
///
/// This type is for files that users name to bring data in or out, about which nothing is known before.
package struct UserFile: Sendable {
  /// The greatest number of bytes that are loaded; a property list is read as a whole each time.
  package static let loadLimit: Int = 16 << 20

  private static let files = FileSystem()

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
    do throws(Defaults.StoreError) {
      let status = try files.status(of: path, following: true)
      return switch status?.kind {
      case nil: .nothing
      case .directory: .directory
      case .file: .file(size: status?.size ?? 0)
      default: .other
      }
    } catch {
      if case .system(_, ENOTDIR) = error.cause { return .nothing }
      return .unknown(reason: error.briefReason)
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
    do throws(Defaults.StoreError) {
      return try DocumentFile.contents(of: location, limit: Self.loadLimit)
    } catch {
      guard case .tooLarge = error.cause else { throw .other(reason: error.briefReason) }
      // Either the file is too large, or it is growing.
      throw .other(reason: "larger than \(Self.loadLimit >> 20) MiB, or being written")
    }
  }

  /// Writes data to a new file with mode 0600, or replaces an existing regular file.
  ///
  /// An existing file keeps its owner and permissions, and its content if writing fails; see
  /// ``DocumentFile/replace(_:with:mode:isNew:makesDirectories:in:)``. The error is
  /// ``Failure/exists`` if the file exists and `overwriting` is false; otherwise it is
  /// ``Failure/other(reason:)``.
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

extension Defaults.StoredValue {
  /// Creates data, for modules that do not import Foundation.
  package static func data(bytes: some Sequence<UInt8>) -> Self { .data(Data(bytes)) }
}
