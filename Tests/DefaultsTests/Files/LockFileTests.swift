import Glibc
import Synchronization
import TestSupport
import Testing

@testable import Defaults
@testable import DefaultsCore

/// The file that writers lock: how it is created, and who may not put another one in its place.
struct LockFileTests {
  private let directory: TemporaryDirectory
  private let real = FileSystemCalls()

  init() throws {
    directory = try TemporaryDirectory()
  }

  private func acquire(
    target: FileStatus? = nil,
    files: FileSystem = FileSystem()
  ) throws -> DirectoryLock.Held {
    let flags = O_RDONLY | O_DIRECTORY
    return try DirectoryLock().acquire(
      forReplacing: target,
      in: try FileSystem().open(directory.path, flags: flags),
      path: directory.path,
      files: files.at(directory.file("suite.plist"))
    )
  }

  private func status(_ name: String) throws -> FileStatus? {
    try FileSystem().status(of: directory.file(name), following: false)
  }

  private func names() throws -> [String] {
    try FileSystem().listing(of: directory.path).names.sorted()
  }

  // MARK: - Creation

  @Test(arguments: [0o770, 0o775, 0o777] as [mode_t])
  func `a process that ends while it creates the file leaves none that others cannot open`(
    mode: mode_t
  ) throws {
    var number = 0
    var isReached = true
    while isReached {
      let tests = try Self()
      chmod(tests.directory.path, mode)
      // From this call on, all fail, as if the process had ended.
      let errors = Dictionary(uniqueKeysWithValues: (number..<number + 100).map { ($0, EIO) })
      let saboteur = Saboteur(failing: errors)
      let files = FileSystem(calls: saboteur.calls)
      _ = Result { try tests.acquire(files: files).isExclusive }
      isReached = saboteur.count > number
      if let left = try tests.status(".prefs.lock") {
        let expected: mode_t = mode == 0o777 ? 0o666 : 0o660
        #expect(left.mode == expected, "call \(number)")
      }
      try Defaults.PropertyListStore(file: tests.directory.file("suite.plist"))
        .commit(["k": .bool(true)])
      #expect(try tests.names() == [".prefs.lock", "suite.plist"], "call \(number)")
      number += 1
    }
    #expect(number > 8)
  }

  @Test func `the file of a process that was faster is used`() throws {
    let real = real
    let isFirst = Atomic<Bool>(true)
    let path = directory.file(".prefs.lock")
    let other = Mutex<Int32>(-1)
    var calls = real
    calls.linkat = { descriptor, from, to in
      if isFirst.exchange(false, ordering: .relaxed) {
        other.withLock { $0 = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600) }
      }
      return real.linkat(descriptor, from, to)
    }
    let held = try acquire(files: FileSystem(calls: calls))
    let descriptor = other.withLock { $0 }
    defer { close(descriptor) }
    #expect(real.lock(descriptor) == -Int(EAGAIN))
    #expect(try names() == [".prefs.lock"])
    withExtendedLifetime(held) { _ in }
  }

  @Test(arguments: [EPERM, EOPNOTSUPP, ENOSYS])
  func `a file system without hard links has a lock file as well`(errorNumber: Int32) throws {
    var calls = real
    calls.linkat = { _, _, _ in -Int(errorNumber) }
    let isExclusive = try acquire(files: FileSystem(calls: calls)).isExclusive
    #expect(isExclusive)
    #expect(try names() == [".prefs.lock"])
  }

  /// System calls of a user in a directory of another one, without access control lists.
  private func callsOfAnother() -> FileSystemCalls {
    let real = real
    var calls = real
    calls.geteuid = { 4711 }
    calls.fchown = { _, _, _ in -Int(EPERM) }
    calls.fsetxattr = { _, _, _ in -Int(EOPNOTSUPP) }
    calls.fstat = { descriptor, status in
      let result = real.fstat(descriptor, status)
      let isDirectory = status.pointee.st_mode & S_IFMT == S_IFDIR
      status.pointee.st_uid = isDirectory ? 77 : 4711
      return result
    }
    return calls
  }

  @Test func `a lock file that some writers cannot open does not stay`() throws {
    chmod(directory.path, 0o770)
    do {
      let held = try acquire(files: FileSystem(calls: callsOfAnother()))
      #expect(try status(".prefs.lock")?.mode == 0o660)
      withExtendedLifetime(held) { _ in }
    }
    #expect(try names() == [])
    // Where the mode serves everybody, it stays.
    chmod(directory.path, 0o777)
    _ = try acquire(files: FileSystem(calls: callsOfAnother()))
    #expect(try status(".prefs.lock")?.mode == 0o666)
  }

  // MARK: - Files of others

  /// System calls for which a name cannot be opened for a time, in milliseconds.
  private func calls(refusing name: String, for time: Int, elapsed: ElapsedTime) -> FileSystemCalls
  {
    let real = real
    var calls = real
    calls.openat = { directory, path, flags, mode in
      path == name && elapsed.milliseconds < time
        ? -Int(EACCES) : real.openat(directory, path, flags, mode)
    }
    calls.sleep = { elapsed.add($0) }
    calls.uptime = { elapsed.uptime }
    return calls
  }

  @Test func `the owner of a directory that nobody may write keeps their lock file`() throws {
    _ = try acquire()
    chmod(directory.path, 0o555)
    _ = try acquire()
    chmod(directory.path, 0o755)
    #expect(try status(".prefs.lock")?.mode == 0o600)
  }

  @Test func `a lock file that its own user cannot open is opened again`() throws {
    try directory.write([], to: ".prefs.lock")
    chmod(directory.file(".prefs.lock"), 0)
    // Root opens every file, so the refusal is played.
    let isClosed = Mutex(true)
    let real = real
    var calls = real
    calls.openat = { directory, path, flags, mode in
      path == ".prefs.lock" && isClosed.withLock(\.self)
        ? -Int(EACCES) : real.openat(directory, path, flags, mode)
    }
    calls.fchmodat = { directory, path, mode in
      isClosed.withLock { $0 = path != ".prefs.lock" || mode != 0o600 }
      return real.fchmodat(directory, path, mode)
    }
    _ = try acquire(files: FileSystem(calls: calls))
    #expect(try status(".prefs.lock")?.mode == 0o600)
  }

  @Test func `a lock file that was left closed says who can repair it`() throws {
    try directory.write([], to: ".prefs.lock")
    let calls = calls(refusing: ".prefs.lock", for: .max, elapsed: ElapsedTime())
    let error = #expect(throws: Defaults.StoreError.self) {
      _ = try acquire(files: FileSystem(calls: calls))
    }
    #expect(error?.location == directory.file(".prefs.lock"))
    #expect(error?.cause == .closedLockFile(owner: geteuid()))
    #expect(error?.isTemporary == true)
  }

  @Test func `who may not create a lock file is told so, and does not wait for one`() throws {
    let elapsed = ElapsedTime()
    var calls = calls(refusing: ".none", for: .max, elapsed: elapsed)
    let real = real
    // After five seconds the directory is open, so that a test of a wait without end ends.
    let isClosed: @Sendable () -> Bool = { elapsed.milliseconds < 5000 }
    calls.openat = { directory, name, flags, mode in
      flags & O_CREAT != 0 && isClosed()
        ? -Int(EACCES) : real.openat(directory, name, flags, mode)
    }
    calls.faccessat = { directory, name, mode, flags in
      isClosed() ? -Int(EACCES) : real.faccessat(directory, name, mode, flags)
    }
    let error = #expect(throws: Defaults.StoreError.self) {
      _ = try acquire(files: FileSystem(calls: calls))
    }
    #expect(error?.location == directory.file("suite.plist"))
    #expect(error?.cause == .system(operation: "open", errorNumber: EACCES))
    #expect(elapsed.milliseconds < 1000)
  }

  @Test func `its owner repairs it`() throws {
    chmod(directory.path, 0o770)
    chmod(try directory.write([], to: ".prefs.lock"), 0o600)
    _ = try acquire()
    #expect(try status(".prefs.lock")?.mode == 0o660)
  }

  @Test func `a refusal counts from its beginning, not from that of the waiting`() throws {
    let elapsed = ElapsedTime()
    let holder = open(directory.file(".prefs.lock"), O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    #expect(real.lock(holder) == 0)
    let path = directory.file(".prefs.lock")
    // After a second the holder ends and its file is replaced by one that opens 100 ms later.
    var calls = calls(refusing: ".none", for: .max, elapsed: elapsed)
    let real = real
    let isHeld = Atomic<Bool>(true)
    calls.sleep = { pause in
      elapsed.add(pause)
      guard elapsed.milliseconds >= 1000, isHeld.exchange(false, ordering: .relaxed) else { return }
      unlink(path)
      close(holder)
    }
    calls.openat = { directory, name, flags, mode in
      (1000..<1100).contains(elapsed.milliseconds) && name == ".prefs.lock"
        ? -Int(EACCES) : real.openat(directory, name, flags, mode)
    }
    let isExclusive = try acquire(files: FileSystem(calls: calls)).isExclusive
    #expect(isExclusive)
    #expect(elapsed.milliseconds >= 1100)
  }

  @Test(.enabled(if: geteuid() == 0), arguments: [true, false])
  func `another user's file in a sticky directory is not the lock`(isRoot: Bool) throws {
    chmod(directory.path, 0o1777)
    let user: uid_t = 1234
    let name = ".prefs-\(user).lock"
    chmod(try directory.write([], to: name), 0o666)
    chown(directory.file(name), 4711, 4711)
    let target = try directory.write("<dict/>".utf8, to: "suite.plist")
    chown(target, user, user)
    var calls = real
    if !isRoot { calls.geteuid = { user } }
    let error = #expect(throws: Defaults.StoreError.self) {
      _ = try acquire(target: try status("suite.plist"), files: FileSystem(calls: calls))
    }
    #expect(error?.location == directory.file(name))
    #expect(error?.cause == .foreignLockFile(owner: 4711, user: user))
    #expect(error?.description.contains("as root") == false)
  }

  @Test(.enabled(if: geteuid() == 0))
  func `another user's closed file is named as well, and root's gets its owner`() throws {
    chmod(directory.path, 0o1777)
    let name = ".prefs-1234.lock"
    chmod(try directory.write([], to: name), 0o600)
    let target = try directory.write("<dict/>".utf8, to: "suite.plist")
    chown(target, 1234, 1234)
    let status = try status("suite.plist")
    var calls = calls(refusing: name, for: .max, elapsed: ElapsedTime())
    calls.geteuid = { 1234 }
    let error = #expect(throws: Defaults.StoreError.self) {
      _ = try acquire(target: status, files: FileSystem(calls: calls))
    }
    #expect(error?.cause == .foreignLockFile(owner: 0, user: 1234))
    _ = try acquire(target: status)
    #expect(try self.status(name)?.owner == 1234)
  }
}

/// A clock that only pauses move.
private final class ElapsedTime: Sendable {
  private let count = Atomic<Int>(0)

  var milliseconds: Int { count.load(ordering: .relaxed) }

  var uptime: FileTime {
    let time = Int64(milliseconds)
    return FileTime(seconds: time / 1000, nanoseconds: time % 1000 * 1_000_000)
  }

  func add(_ pause: Int) { count.add(pause, ordering: .relaxed) }
}
