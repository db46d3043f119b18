import Glibc

/// Files that are read and written as a whole and are no property list of a suite.
package enum DocumentFile {
  private static let files = FileSystem()

  /// Reads a file, or what a symbolic link leads to.
  ///
  /// - Parameters:
  ///   - path: where the file is.
  ///   - limit: how many bytes it may have.
  /// - Returns: its bytes.
  /// - Throws: ``Defaults/StoreError`` when there is no regular file, when it cannot be read, or
  ///   when it has more bytes.
  package static func contents(
    of path: String,
    limit: Int
  ) throws(Defaults.StoreError) -> [UInt8] {
    let path = FilePath.absolute(path)
    // A pipe without a writer would otherwise keep the call waiting.
    let file = try files.open(path, flags: O_RDONLY | O_NONBLOCK, location: path)
    let status = try files.status(of: file, location: path)
    guard status.kind == .file else {
      throw Defaults.StoreError(location: path, cause: .notAFile)
    }
    guard status.size <= limit else {
      throw Defaults.StoreError(
        location: path,
        cause: .tooLarge(bytes: status.size, limit: limit)
      )
    }
    return try files.contents(of: file, expected: status.size, limit: limit, location: path)
  }

  /// Answers whether a path leads to anything.
  package static func exists(_ path: String) -> Bool {
    let status = try? files.status(of: path, following: true, location: path)
    return status != nil
  }

  /// Answers whether a path leads to a directory.
  package static func isDirectory(_ path: String) -> Bool {
    let status = try? files.status(of: path, following: true, location: path)
    return status?.kind == .directory
  }

  /// Lists the names in a directory, sorted.
  ///
  /// - Returns: no names when there is no such directory.
  /// - Throws: ``Defaults/StoreError`` when there is one that cannot be read.
  package static func names(in directory: String) throws(Defaults.StoreError) -> [String] {
    do throws(Defaults.StoreError) {
      _ = try files.open(directory, flags: O_RDONLY | O_DIRECTORY, location: directory)
    } catch {
      if case .system(_, ENOENT) = error.cause { return [] }
      throw error
    }
    return files.calls.names(directory).sorted()
  }

  /// Puts a file in the place of what has its name, at once and durably.
  ///
  /// Directories that are missing are made for their owner alone.
  ///
  /// - Parameters:
  ///   - path: where the file is to be.
  ///   - bytes: its content.
  ///   - mode: its permission bits.
  /// - Throws: ``Defaults/StoreError`` with the error number; nothing is changed then.
  package static func replace(
    _ path: String,
    with bytes: [UInt8],
    mode: UInt32
  ) throws(Defaults.StoreError) {
    let path = FilePath.absolute(path)
    let (parent, name) = FilePath.parts(of: path)
    var changed: Set<String> = []
    try files.makeDirectory(parent, changed: &changed)
    let directory = try files.open(parent, flags: O_RDONLY | O_DIRECTORY, location: parent)
    var file = try TemporaryFile(
      beside: name,
      in: directory.descriptor,
      files: files,
      location: path
    )
    let descriptor = file.file.descriptor
    try files.check("fchmod", path) { files.calls.fchmod(descriptor, mode) }
    try file.fill(with: bytes, like: nil, location: path)
    try file.install(as: name, location: path)
    try files.synchronizeDirectory(directory, location: parent)
    for above in changed.subtracting([parent]) {
      let directory = try files.open(above, flags: O_RDONLY | O_DIRECTORY, location: above)
      try files.synchronizeDirectory(directory, location: above)
    }
  }

  /// Calls a closure, on a thread that all watches share, whenever what a path leads to may have
  /// changed.
  ///
  /// - Parameters:
  ///   - path: where a file is or may come to be; one that ends in `/.` stands for all that a
  ///     directory holds.
  ///   - changed: what to call; it should be quick.
  /// - Returns: an object that ends the calls when it is cancelled or released.
  package static func watch(
    _ path: String,
    _ changed: @escaping @Sendable () -> Void
  ) -> any Defaults.StoreWatch {
    FileWatcher.shared.watch(FilePath.absolute(path), changed)
  }
}
