import Glibc

/// The system calls of the file store; a test can replace each of them by one that fails.
///
/// Every call returns the result of the C function of the same name, and the negated error number
/// when that is -1. Paths are relative to a directory's descriptor, as for `openat`.
struct FileSystemCalls: Sendable {
  /// Opens a file with flags, and with a mode when it is created.
  var openat: @Sendable (Int32, String, Int32, mode_t) -> Int = {
    result(Glibc.openat($0, $1, $2, $3))
  }
  /// Closes a descriptor.
  var close: @Sendable (Int32) -> Int = { result(Glibc.close($0)) }
  /// Reads into a buffer.
  var read: @Sendable (Int32, UnsafeMutableRawBufferPointer) -> Int = {
    result(Glibc.read($0, $1.baseAddress, $1.count))
  }
  /// Writes from a buffer.
  var write: @Sendable (Int32, UnsafeRawBufferPointer) -> Int = { descriptor, bytes in
    withoutSizeSignal { result(Glibc.write(descriptor, bytes.baseAddress, bytes.count)) }
  }
  /// Writes the content of a file, or the entries of a directory, to the disk.
  var fsync: @Sendable (Int32) -> Int = { result(Glibc.fsync($0)) }
  /// Reads the status of an open file.
  var fstat: @Sendable (Int32, UnsafeMutablePointer<stat>) -> Int = {
    result(Glibc.fstat($0, $1))
  }
  /// Reads the status of a name, with flags.
  var fstatat: @Sendable (Int32, String, UnsafeMutablePointer<stat>, Int32) -> Int = {
    result(Glibc.fstatat($0, $1, $2, $3))
  }
  /// Checks the permission to access a name, with a mode and flags.
  var faccessat: @Sendable (Int32, String, Int32, Int32) -> Int = {
    result(Glibc.faccessat($0, $1, $2, $3))
  }
  /// Sets the mode of an open file.
  var fchmod: @Sendable (Int32, mode_t) -> Int = { result(Glibc.fchmod($0, $1)) }
  /// Sets owner and group of an open file.
  var fchown: @Sendable (Int32, uid_t, gid_t) -> Int = { result(Glibc.fchown($0, $1, $2)) }
  /// Renames a file in its directory; replaces a file that has the new name.
  var renameat: @Sendable (Int32, String, String) -> Int = {
    result(Glibc.renameat($0, $1, $0, $2))
  }
  /// Adds a second name to a file in its directory; fails when the name exists.
  var linkat: @Sendable (Int32, String, String) -> Int = {
    result(Glibc.linkat($0, $1, $0, $2, 0))
  }
  /// Removes a name.
  var unlinkat: @Sendable (Int32, String) -> Int = { result(Glibc.unlinkat($0, $1, 0)) }
  /// Creates a directory.
  var mkdir: @Sendable (String, mode_t) -> Int = { result(Glibc.mkdir($0, $1)) }
  /// Reads the target of a symbolic link.
  var readlink: @Sendable (String, UnsafeMutableBufferPointer<CChar>) -> Int = {
    guard let buffer = $1.baseAddress else { return -Int(EINVAL) }
    return result(Glibc.readlink($0, buffer, $1.count))
  }
  /// Acquires or releases an advisory lock.
  var flock: @Sendable (Int32, Int32) -> Int = { result(lockFile($0, $1)) }
  /// Sets or clears the mark that this process waits for the lock of a directory.
  ///
  /// It is only a hint, so failures are ignored.
  var setAwaited: @Sendable (Int32, Bool) -> Void = {
    _ = waitingLock($0, setting: Int16($1 ? F_RDLCK : F_UNLCK))
  }
  /// Returns whether the mark is set through another descriptor of the same directory.
  var isAwaited: @Sendable (Int32) -> Bool = { waitingLock($0, setting: nil) }
  /// Lists the names in a directory, in no order.
  var names: @Sendable (String) -> [String] = listing(of:)
  /// Returns the effective user of the process.
  var geteuid: @Sendable () -> uid_t = { Glibc.geteuid() }
  /// Returns the time of the clock that file times use, in nanoseconds since 1970.
  var now: @Sendable () -> Int64 = {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
  /// Pauses the thread for a number of milliseconds.
  var sleep: @Sendable (Int) -> Void = { usleep(UInt32($0) * 1000) }
}

/// Calls the C function `flock`, which has the same name as a structure.
private func lockFile(_ descriptor: Int32, _ operation: Int32) -> Int32 {
  flock(descriptor, operation)
}

/// Sets the record lock that marks a waiting writer, or returns whether another writer has set it.
///
/// The lock belongs to the open file, not to the process, so that the writers of one process see
/// each other.
private func waitingLock(_ descriptor: Int32, setting kind: Int16?) -> Bool {
  // F_OFD_GETLK and F_OFD_SETLK, which the Glibc module hides behind a macro.
  let (look, set): (Int32, Int32) = (36, 37)
  var lock = Glibc.flock()
  lock.l_type = kind ?? Int16(F_WRLCK)
  lock.l_whence = Int16(SEEK_SET)
  lock.l_len = 1
  return fcntl(descriptor, kind == nil ? look : set, &lock) == 0 && lock.l_type != F_UNLCK
}

/// Makes a call that may exceed the file size limit of the process (`ulimit -f`).
///
/// Without this, `SIGXFSZ` would end the process; with it, the call fails with `EFBIG`.
private func withoutSizeSignal(_ body: () -> Int) -> Int {
  var signal = sigset_t()
  var before = sigset_t()
  sigemptyset(&signal)
  sigaddset(&signal, SIGXFSZ)
  pthread_sigmask(SIG_BLOCK, &signal, &before)
  let count = body()
  if count == -Int(EFBIG), sigismember(&before, SIGXFSZ) == 0 {
    // The pending signal of this thread must be removed before the mask is restored.
    var now = timespec()
    sigtimedwait(&signal, nil, &now)
  }
  pthread_sigmask(SIG_SETMASK, &before, nil)
  return count
}

/// Returns the negated error number if a C function returned -1, else its result.
private func result(_ value: some BinaryInteger) -> Int {
  value < 0 ? -Int(errno) : Int(value)
}

/// Lists the names in a directory; returns none when it cannot be read.
private func listing(of directory: String) -> [String] {
  guard let stream = opendir(directory) else { return [] }
  defer { closedir(stream) }
  var names: [String] = []
  while let entry = Glibc.readdir(stream) {
    let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
      String(validating: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    // Names that are not UTF-8 cannot be files of this library.
    if let name, name != ".", name != ".." { names.append(name) }
  }
  return names
}
