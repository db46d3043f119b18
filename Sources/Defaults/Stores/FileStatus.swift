import Glibc

/// What the file system knows about a file.
struct FileStatus: Sendable {
  /// What kind of thing has the name.
  enum Kind: Sendable {
    case file, directory, link, other
  }

  /// Whether it is a file, a directory or something else.
  let kind: Kind
  /// The size in bytes.
  let size: Int
  /// The permission bits.
  let mode: mode_t
  /// The user who owns it.
  let owner: uid_t
  /// The group it belongs to.
  let group: gid_t
  /// When the content was last written, in nanoseconds since 1970.
  let modified: Int64
  /// The device that the file is on.
  var device: UInt64 { identity[0] }
  /// Changes whenever another file takes the name or the file changes, as far as its times tell.
  let identity: [UInt64]

  /// Takes over what `stat` has filled in.
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
    modified = Self.nanoseconds(status.st_mtim)
    identity = [
      UInt64(status.st_dev),
      UInt64(status.st_ino),
      UInt64(bitPattern: Int64(status.st_size)),
      UInt64(bitPattern: modified),
      UInt64(bitPattern: Self.nanoseconds(status.st_ctim)),
    ]
  }

  /// Whether users other than the owner and the group may write it.
  var isWritableByOthers: Bool { mode & 0o002 != 0 }

  private static func nanoseconds(_ time: timespec) -> Int64 {
    Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
  }
}
