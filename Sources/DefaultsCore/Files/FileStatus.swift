import Glibc

/// The status of a file, as `stat` returns it.
struct FileStatus: Sendable {
  /// The kind of a file.
  enum Kind: Sendable {
    case file, directory, link, other
  }

  /// The kind of the file.
  let kind: Kind
  /// The size in bytes.
  let size: Int
  /// The permission bits.
  let mode: mode_t
  /// The owner.
  let owner: uid_t
  /// The group.
  let group: gid_t
  /// The number of names of the file; 0 after the last one was removed.
  let linkCount: Int
  /// The time when the content was last written.
  let modified: FileTime
  /// The time when the content or the status was last changed, which no program can choose.
  let changed: FileTime
  /// The device that the file is on.
  var device: UInt64 { identity[0] }
  /// Device, inode, size and times: differs after the file was replaced or changed, unless two
  /// changes have the same time.
  ///
  /// Each time is one word that wraps around, which takes 584 years.
  let identity: [UInt64]

  /// Creates a status from the C structure.
  init(_ status: stat) {
    switch status.st_mode & S_IFMT {
    case S_IFREG: kind = .file
    case S_IFDIR: kind = .directory
    case S_IFLNK: kind = .link
    default: kind = .other
    }
    size = Int(status.st_size)
    mode = status.st_mode & 0o7777
    owner = status.st_uid
    group = status.st_gid
    linkCount = Int(status.st_nlink)
    modified = FileTime(status.st_mtim)
    changed = FileTime(status.st_ctim)
    identity = [
      UInt64(status.st_dev),
      UInt64(status.st_ino),
      UInt64(bitPattern: Int64(status.st_size)),
      modified.word,
      changed.word,
    ]
  }

  /// Returns whether another status is one of the same file, which may have changed.
  func isSameFile(as other: FileStatus) -> Bool { identity.prefix(2) == other.identity.prefix(2) }

  /// Whether users other than the owner and the group may write the file.
  var isWritableByOthers: Bool { mode & 0o002 != 0 }
}
