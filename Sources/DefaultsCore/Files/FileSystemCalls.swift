import CDefaults
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
  /// Reads into a buffer from an offset of a file.
  var pread: @Sendable (Int32, UnsafeMutableRawBufferPointer, Int) -> Int = {
    result(Glibc.pread($0, $1.baseAddress, $1.count, off_t($2)))
  }
  /// Writes from a buffer.
  var write: @Sendable (Int32, UnsafeRawBufferPointer) -> Int = { descriptor, bytes in
    withoutSizeSignal { result(Glibc.write(descriptor, bytes.baseAddress, bytes.count)) }
  }
  /// Writes the content of a file, or the entries of a directory, to the disk.
  var fsync: @Sendable (Int32) -> Int = { result(Glibc.fsync($0)) }
  /// Writes the content of a file to the disk, with no more of its status than is needed to read it.
  var fdatasync: @Sendable (Int32) -> Int = { result(Glibc.fdatasync($0)) }
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
  /// Sets the mode of a name.
  var fchmodat: @Sendable (Int32, String, mode_t) -> Int = {
    result(Glibc.fchmodat($0, $1, $2, 0))
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
  /// Creates a directory in another one.
  var mkdirat: @Sendable (Int32, String, mode_t) -> Int = { result(Glibc.mkdirat($0, $1, $2)) }
  /// Reads the target of a symbolic link.
  var readlink: @Sendable (String, UnsafeMutableBufferPointer<CChar>) -> Int = {
    guard let buffer = $1.baseAddress else { return -Int(EINVAL) }
    return result(Glibc.readlink($0, buffer, $1.count))
  }
  /// Lists the names of the extended attributes of an open file, each followed by a zero.
  var flistxattr: @Sendable (Int32, UnsafeMutableRawBufferPointer) -> Int = {
    result(CDefaults.flistxattr($0, $1.baseAddress, $1.count))
  }
  /// Reads an extended attribute of an open file.
  var fgetxattr: @Sendable (Int32, [CChar], UnsafeMutableRawBufferPointer) -> Int = {
    result(CDefaults.fgetxattr($0, $1, $2.baseAddress, $2.count))
  }
  /// Sets an extended attribute of an open file.
  var fsetxattr: @Sendable (Int32, [CChar], UnsafeRawBufferPointer) -> Int = {
    result(CDefaults.fsetxattr($0, $1, $2.baseAddress, $2.count, 0))
  }
  /// Removes an extended attribute of an open file.
  var fremovexattr: @Sendable (Int32, [CChar]) -> Int = {
    result(CDefaults.fremovexattr($0, $1))
  }
  /// Acquires the exclusive lock of an open file, without waiting.
  var lock: @Sendable (Int32) -> Int = { descriptor in
    var lock = recordLock(F_WRLCK, at: 0)
    return result(fcntl(descriptor, Int32(cdefaults_F_OFD_SETLK), &lock))
  }
  /// Acquires a shared lock of an open file, without waiting; fails while the exclusive one is held.
  var lockShared: @Sendable (Int32) -> Int = { descriptor in
    var lock = recordLock(F_RDLCK, at: 0)
    return result(fcntl(descriptor, Int32(cdefaults_F_OFD_SETLK), &lock))
  }
  /// Acquires the exclusive lock of an open directory (flock of flock(2)), without waiting.
  var lockDirectory: @Sendable (Int32) -> Int = { result(flock($0, LOCK_EX | LOCK_NB)) }
  /// Sets or clears the mark that this process waits for the lock of an open file.
  ///
  /// It is only a hint, so failures are ignored.
  var setAwaited: @Sendable (Int32, Bool) -> Void = { descriptor, isAwaited in
    var lock = recordLock(isAwaited ? F_RDLCK : F_UNLCK, at: 1)
    _ = fcntl(descriptor, Int32(cdefaults_F_OFD_SETLK), &lock)
  }
  /// Returns whether the mark is set through another descriptor of the same file.
  var isAwaited: @Sendable (Int32) -> Bool = { descriptor in
    var lock = recordLock(F_WRLCK, at: 1)
    let result = fcntl(descriptor, Int32(cdefaults_F_OFD_GETLK), &lock)
    return result == 0 && lock.l_type != F_UNLCK
  }
  /// Appends the names in a directory, in no order, with `opendir` and `readdir`.
  var names: @Sendable (String, inout [[UInt8]]) -> Int = appendNames
  /// Returns the effective user of the process.
  var geteuid: @Sendable () -> uid_t = { Glibc.geteuid() }
  /// Returns whether a file's owner is a user that this process's user namespace knows.
  var isKnownUser: @Sendable (uid_t) -> Bool = { UserNamespace.knows($0) }
  /// Returns the time of the clock that file times use.
  var now: @Sendable () -> FileTime = { .now(on: CLOCK_REALTIME) }
  /// Returns the time of a clock that nobody sets, for measuring how long something takes.
  var uptime: @Sendable () -> FileTime = { .now(on: CLOCK_MONOTONIC) }
  /// Pauses the thread for a number of milliseconds.
  var sleep: @Sendable (Int) -> Void = { usleep(UInt32($0) * 1000) }
}

/// Returns the description of a record lock of one byte.
///
/// It is used with the commands for locks of an open file, not of a process, so that the writers of
/// one process keep each other out as well.
private func recordLock(_ kind: Int32, at offset: off_t) -> flock {
  var lock = flock()
  lock.l_type = Int16(kind)
  lock.l_whence = Int16(SEEK_SET)
  lock.l_start = offset
  lock.l_len = 1
  return lock
}

/// Makes a call that may exceed the file size limit of the process (`ulimit -f`).
///
/// Without this, `SIGXFSZ` would end the process; with it, the call fails with `EFBIG`.
package func withoutSizeSignal(_ body: () -> Int) -> Int {
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

/// Appends the names in a directory.
private func appendNames(in directory: String, to names: inout [[UInt8]]) -> Int {
  guard let stream = opendir(directory) else { return -Int(errno) }
  defer { closedir(stream) }
  while true {
    // `readdir` returns null at the end and after an error; only an error sets `errno`.
    errno = 0
    guard let entry = Glibc.readdir(stream) else { return -Int(errno) }
    let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
    if name != [UInt8(ascii: ".")], name != Array("..".utf8) { names.append(name) }
  }
}
