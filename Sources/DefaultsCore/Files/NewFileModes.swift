import Glibc

/// The permission bits of files and directories that a store creates.
///
/// A file that exists keeps its own.
package struct NewFileModes: Hashable, Sendable {
  /// The mode of a new file.
  let file: mode_t
  /// The mode of a new directory.
  let directory: mode_t

  /// For the values of one user, which nobody else may read.
  package static let `private` = NewFileModes(file: 0o600, directory: 0o700)
  /// For the values of an administrator, which everybody may read.
  package static let shared = NewFileModes(file: 0o644, directory: 0o755)
}
