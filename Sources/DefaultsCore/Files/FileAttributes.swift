import Glibc

/// What a file has besides its content: who may use it, and its extended attributes `user.*`.
///
/// A commit replaces a file by a new one, which gets the attributes of the old one. Attributes of
/// other kinds (`security.*`, `trusted.*`) are left to the kernel, which sets them by its own rules.
struct FileAttributes: Sendable {
  /// Who may use the file.
  var access: FileAccess
  /// The values of the attributes `user.*`, by name; a name is bytes that end in 0.
  var user: [[CChar]: [UInt8]]
}

extension FileSystem {
  /// Returns the attributes of an open file.
  func attributes(of file: borrowing OpenFile) throws(Defaults.StoreError) -> FileAttributes {
    var user: [[CChar]: [UInt8]] = [:]
    let prefix = "user.".utf8.map { CChar($0) }
    let names = try bytes("flistxattr") { calls.flistxattr(file.descriptor, $0) } ?? []
    for name in names.split(separator: 0).map({ $0.map { CChar(truncatingIfNeeded: $0) } + [0] })
    where name.starts(with: prefix) {
      user[name] = try attribute(name, of: file)
    }
    return FileAttributes(access: try access(to: file), user: user)
  }

  /// Returns the attributes of a file that is to be replaced, which is not followed if it is a
  /// symbolic link.
  ///
  /// It fails also when the file is read-only: `rename` would replace it regardless of its mode.
  func attributes(
    toKeepOf name: String,
    in directory: Int32
  ) throws(Defaults.StoreError) -> FileAttributes {
    try check("access") { calls.faccessat(directory, name, W_OK, AT_EACCESS) }
    return try attributes(
      of: try open(name, in: directory, flags: O_RDONLY | O_NONBLOCK | O_NOFOLLOW)
    )
  }

  /// Throws if this process may not write a file or directory.
  func checkAccess(to path: String) throws(Defaults.StoreError) {
    try check("access") { calls.faccessat(AT_FDCWD, path, W_OK, AT_EACCESS) }
  }

  /// Gives a new file the attributes of another one.
  func setAttributes(
    _ attributes: FileAttributes,
    of file: borrowing OpenFile
  ) throws(Defaults.StoreError) {
    for (name, value) in attributes.user { try setAttribute(name, to: value, of: file) }
    try setAccess(attributes.access, of: file)
  }
}

// MARK: - Extended attributes

extension FileSystem {
  /// Returns the value of an extended attribute; nil when the file has none of that name.
  func attribute(
    _ name: [CChar],
    of file: borrowing OpenFile
  ) throws(Defaults.StoreError) -> [UInt8]? {
    try bytes("fgetxattr") { calls.fgetxattr(file.descriptor, name, $0) }
  }

  /// Calls a function that fills a buffer, with a buffer that is large enough.
  ///
  /// The result is nil when there is no such attribute, or the file system has no attributes.
  private func bytes(
    _ operation: String,
    _ fill: (UnsafeMutableRawBufferPointer) -> Int
  ) throws(Defaults.StoreError) -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: 256)
    while true {
      let result = uninterrupted { buffer.withUnsafeMutableBytes(fill) }
      switch Int32(-result) {
      case ...0: return Array(buffer[..<result])
      case ENODATA, EOPNOTSUPP, ENOSYS: return nil
      // The kernel allows 64 KB for a value and for the list of names.
      case ERANGE where buffer.count < 1 << 20:
        buffer = [UInt8](repeating: 0, count: buffer.count * 4)
      default: throw failure(operation, result)
      }
    }
  }

  /// Sets the value of an extended attribute.
  func setAttribute(
    _ name: [CChar],
    to value: [UInt8],
    of file: borrowing OpenFile
  ) throws(Defaults.StoreError) {
    try check("fsetxattr") {
      value.withUnsafeBytes { calls.fsetxattr(file.descriptor, name, $0) }
    }
  }

  /// Removes an extended attribute, if the file has it.
  func removeAttribute(
    _ name: [CChar],
    of file: borrowing OpenFile
  ) throws(Defaults.StoreError) {
    let result = uninterrupted { calls.fremovexattr(file.descriptor, name) }
    switch Int32(-result) {
    case ...0, ENODATA, EOPNOTSUPP, ENOSYS: return
    default: throw failure("fremovexattr", result)
    }
  }
}
