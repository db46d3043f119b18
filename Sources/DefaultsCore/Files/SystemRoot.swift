import Glibc
import Synchronization

/// The directory below which a process looks for all places of preferences, such as a mounted image.
///
/// A symbolic link in an image may have been made for the running system of the image: an absolute
/// link then leads to a file of this system. So a path below the root that leads out of it is refused
/// before it is opened, see ``check(_:in:)``. The links are examined just before the file is opened,
/// so this protects from links that are in the image, and not from a process that replaces them at
/// the same moment. The directory and everything above it are trusted, since the caller chose them.
package struct SystemRoot: Hashable, Sendable {
  /// The path, absolute and without symbolic links.
  package let path: String
  /// The owner of the directory, who counts as an administrator of what is in it.
  package let owner: UInt32

  /// Creates the root at a directory; fails when the path is not one, or cannot be examined.
  package init(_ path: String) throws(Defaults.StoreError) {
    let files = FileSystem()
    let canonical = FileLocation.canonical(FilePath.absolute(path), in: files)
    guard let status = try files.status(of: canonical, following: true) else {
      throw .system("stat", canonical, ENOENT)
    }
    guard status.kind == .directory else { throw .system("open", canonical, ENOTDIR) }
    self.path = canonical == "/" ? "" : canonical
    owner = status.owner
  }

  /// The root that ``Defaults/useRoot(_:)`` has set; nil for the root of the system.
  package static var current: SystemRoot? { SuiteRegistry.shared.root.withLock { $0 } }

  /// Returns an absolute path of the running system as a path below the root.
  package func path(below absolute: String) -> String { path + absolute }

  /// Returns whether a path, which is not resolved, is below the root.
  func contains(_ other: String) -> Bool {
    other.utf8.starts(with: path.utf8)
      && other.utf8.dropFirst(path.utf8.count).first == UInt8(ascii: "/")
  }

  /// Throws when a path below the current root leads to a place outside of it.
  package static func check(
    _ path: String,
    in files: FileSystem = FileSystem()
  ) throws(Defaults.StoreError) {
    guard let root = current, root.contains(path) else { return }
    let end = FileLocation.canonical(path, in: files)
    guard end == root.path || root.contains(end) else {
      throw files.at(path).error(.outsideOfRoot(root: root.path, path: end))
    }
  }

  /// Returns whether the trust in a part of a path is the caller's decision: the parts down to the
  /// current root.
  static func isChosen(_ part: String) -> Bool {
    guard let root = current else { return false }
    return !root.contains(part)
  }
}

extension Defaults {
  /// Makes this process look for all places below a directory; call it before a suite is opened.
  package static func useRoot(_ root: SystemRoot) {
    SuiteRegistry.shared.root.withLock { $0 = root }
  }
}
