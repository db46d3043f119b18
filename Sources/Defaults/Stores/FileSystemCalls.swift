import Glibc

/// The system calls of the file store, so that a test can make each of them fail.
///
/// Every call returns what the C function of the same name returns, and the negated error number
/// where that returns -1. Paths are relative to a directory's descriptor, as `openat` takes them.
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
  /// Waits until content and size of a file, or the names in a directory, are on the disk.
  var fsync: @Sendable (Int32) -> Int = { result(Glibc.fsync($0)) }
  /// Reads what the system knows about an open file.
  var fstat: @Sendable (Int32, UnsafeMutablePointer<stat>) -> Int = {
    result(Glibc.fstat($0, $1))
  }
  /// Reads what the system knows about a name, with flags.
  var fstatat: @Sendable (Int32, String, UnsafeMutablePointer<stat>, Int32) -> Int = {
    result(Glibc.fstatat($0, $1, $2, $3))
  }
  /// Answers whether a name may be used in a way.
  var faccessat: @Sendable (Int32, String, Int32, Int32) -> Int = {
    result(Glibc.faccessat($0, $1, $2, $3))
  }
  /// Sets the mode of an open file.
  var fchmod: @Sendable (Int32, mode_t) -> Int = { result(Glibc.fchmod($0, $1)) }
  /// Sets owner and group of an open file.
  var fchown: @Sendable (Int32, uid_t, gid_t) -> Int = { result(Glibc.fchown($0, $1, $2)) }
  /// Gives a file another name in the same directory, in place of what has that name.
  var renameat: @Sendable (Int32, String, String) -> Int = {
    result(Glibc.renameat($0, $1, $0, $2))
  }
  /// Gives a file a second name in the same directory, which must be free.
  var linkat: @Sendable (Int32, String, String) -> Int = {
    result(Glibc.linkat($0, $1, $0, $2, 0))
  }
  /// Removes a name.
  var unlinkat: @Sendable (Int32, String) -> Int = { result(Glibc.unlinkat($0, $1, 0)) }
  /// Makes a directory.
  var mkdir: @Sendable (String, mode_t) -> Int = { result(Glibc.mkdir($0, $1)) }
  /// Reads where a symbolic link leads.
  var readlink: @Sendable (String, UnsafeMutableBufferPointer<CChar>) -> Int = {
    guard let buffer = $1.baseAddress else { return -Int(EINVAL) }
    return result(Glibc.readlink($0, buffer, $1.count))
  }
  /// Takes or leaves an advisory lock.
  var flock: @Sendable (Int32, Int32) -> Int = { result(lockFile($0, $1)) }
  /// Says on a descriptor that one waits for the lock of what it leads to, or no longer does.
  ///
  /// It is only a hint, so a file system without such locks is no failure.
  var setAwaited: @Sendable (Int32, Bool) -> Void = {
    _ = waitingLock($0, setting: Int16($1 ? F_RDLCK : F_UNLCK))
  }
  /// Answers whether somebody waits on another descriptor of the same directory.
  var isAwaited: @Sendable (Int32) -> Bool = { waitingLock($0, setting: nil) }
  /// Lists the names in a directory, without order.
  var names: @Sendable (String) -> [String] = listing(of:)
  /// The identity of the user for whom the process acts.
  var geteuid: @Sendable () -> uid_t = { Glibc.geteuid() }
  /// Reads the time in nanoseconds since 1970, as files are stamped with it.
  var now: @Sendable () -> Int64 = {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
  /// Pauses the thread for so many milliseconds.
  var sleep: @Sendable (Int) -> Void = { usleep(UInt32($0) * 1000) }
}

/// The C function `flock`, which shares its name with a structure.
private func lockFile(_ descriptor: Int32, _ operation: Int32) -> Int32 {
  flock(descriptor, operation)
}

/// Sets or looks for the record lock by which waiting is told; answers whether others hold one.
///
/// Of an open file, not of the process, so that several writers in a process see each other.
private func waitingLock(_ descriptor: Int32, setting kind: Int16?) -> Bool {
  // F_OFD_GETLK and F_OFD_SETLK, which the Glibc module hides behind a macro.
  let (look, set): (Int32, Int32) = (36, 37)
  var lock = Glibc.flock()
  lock.l_type = kind ?? Int16(F_WRLCK)
  lock.l_whence = Int16(SEEK_SET)
  lock.l_len = 1
  return fcntl(descriptor, kind == nil ? look : set, &lock) == 0 && lock.l_type != F_UNLCK
}

/// Makes a call that may go beyond the size that the process may give files (`ulimit -f`).
///
/// Without this the system would end the process by a signal before there is an error to tell.
private func withoutSizeSignal(_ body: () -> Int) -> Int {
  var signal = sigset_t()
  var before = sigset_t()
  sigemptyset(&signal)
  sigaddset(&signal, SIGXFSZ)
  pthread_sigmask(SIG_BLOCK, &signal, &before)
  let count = body()
  if count == -Int(EFBIG), sigismember(&before, SIGXFSZ) == 0 {
    // It is for this thread alone, and must not be there any more when it is let through.
    var now = timespec()
    sigtimedwait(&signal, nil, &now)
  }
  pthread_sigmask(SIG_SETMASK, &before, nil)
  return count
}

/// Turns the -1 of a C function into the negated error number.
private func result(_ value: some BinaryInteger) -> Int {
  value < 0 ? -Int(errno) : Int(value)
}

/// Lists the names in a directory; one that cannot be read shows as empty.
private func listing(of directory: String) -> [String] {
  guard let stream = opendir(directory) else { return [] }
  defer { closedir(stream) }
  var names: [String] = []
  while let entry = Glibc.readdir(stream) {
    let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
      String(validating: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    // A name that is not UTF-8 is none of ours.
    if let name, name != ".", name != ".." { names.append(name) }
  }
  return names
}
