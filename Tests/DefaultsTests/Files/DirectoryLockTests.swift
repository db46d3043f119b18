import Foundation
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import Defaults
@testable import DefaultsCore

/// Writers who take turns, and who may make them wait.
struct DirectoryLockTests {
  private let directory: TemporaryDirectory
  private let real = FileSystemCalls()

  init() throws {
    directory = try TemporaryDirectory()
  }

  private var lockPath: String { directory.file(".prefs.lock") }

  /// Opens the lock file as another writer does.
  private func opened() throws -> FileSystem.OpenFile {
    let flags = O_RDWR | O_CREAT
    return try FileSystem().open(lockPath, flags: flags, mode: 0o600)
  }

  private func acquire(
    _ lock: DirectoryLock = DirectoryLock(),
    target: FileStatus? = nil,
    files: FileSystem = FileSystem()
  ) throws -> DirectoryLock.Held {
    let flags = O_RDONLY | O_DIRECTORY
    return try lock.acquire(
      forReplacing: target,
      in: try files.open(directory.path, flags: flags),
      path: directory.path,
      files: files.at(directory.file("suite.plist"))
    )
  }

  /// Takes the lock on a descriptor of its own; returns the system calls that were made for it.
  private func take(
    _ lock: DirectoryLock = DirectoryLock(),
    _ pausing: @escaping @Sendable () -> Void = {}
  ) throws -> [String] {
    let log = Mutex<[String]>([])
    var calls = real
    let real = real
    calls.lock = { descriptor in
      log.withLock { $0.append("lock") }
      return real.lock(descriptor)
    }
    calls.lockDirectory = { descriptor in
      log.withLock { $0.append("lock") }
      return real.lockDirectory(descriptor)
    }
    calls.sleep = { pause in
      log.withLock { $0.append("sleep \(pause)") }
      pausing()
    }
    let held = try acquire(lock, files: FileSystem(calls: calls))
    let isExclusive = held.isExclusive
    #expect(isExclusive)
    return log.withLock { $0 }
  }

  @Test func `a lock that is free is taken at once`() throws {
    _ = try acquire()
    #expect(try take() == ["lock"])
  }

  @Test(arguments: [true, false])
  func `whoever waits already goes first`(createsFile: Bool) throws {
    let lock = DirectoryLock(createsFile: createsFile)
    let waiting =
      createsFile
      ? try opened()
      : try FileSystem().open(directory.path, flags: O_RDONLY)
    let (real, descriptor) = (real, waiting.descriptor)
    real.setAwaited(descriptor, true)
    #expect(try take(lock) { real.setAwaited(descriptor, false) } == ["sleep 2", "lock"])
    #expect(try take(lock) == ["lock"])
    // On a busy machine it takes longer until it has its turn, but not for ever.
    real.setAwaited(descriptor, true)
    #expect(try take(lock) == Array(repeating: "sleep 2", count: 10) + ["lock"])
  }

  @Test func `a writer shows that it waits, and no longer when it has the lock`() throws {
    let looking = try opened()
    let descriptor = looking.descriptor
    let isHeld = Atomic<Bool>(true)
    let holder = try opened()
    #expect(real.lock(holder.descriptor) == 0)
    let held = holder.descriptor
    let seen = Mutex<[Bool]>([])
    let real = real
    let calls = try take {
      seen.withLock { $0.append(real.isAwaited(descriptor)) }
      guard isHeld.exchange(false, ordering: .relaxed) else { return }
      var unlock = flock()
      unlock.l_type = Int16(F_UNLCK)
      unlock.l_len = 1
      _ = fcntl(held, 37, &unlock)
    }
    #expect(calls == ["lock", "sleep 1", "lock"])
    #expect(seen.withLock { $0 } == [true])
    #expect(!real.isAwaited(descriptor))
  }

  @Test func `a lock of the directory or of the file makes nobody wait`() throws {
    let path = try directory.write("<dict/>".utf8, to: "suite.plist")
    _ = try acquire()
    for path in [directory.path, path] {
      let descriptor = open(path, O_RDONLY | O_CLOEXEC)
      defer { close(descriptor) }
      #expect(flock(descriptor, LOCK_SH) == 0)
      #expect(try take() == ["lock"])
    }
  }

  @Test func `the patience ends by the clock, however long a pause takes`() throws {
    let holder = try opened()
    #expect(real.lock(holder.descriptor) == 0)
    let uptime = Atomic<Int>(0)
    let pauses = Atomic<Int>(0)
    var calls = real
    // Each pause takes 100 ms instead of one, as on a machine that is busy.
    calls.sleep = { _ in
      uptime.add(100, ordering: .relaxed)
      pauses.add(1, ordering: .relaxed)
    }
    calls.uptime = {
      let milliseconds = Int64(uptime.load(ordering: .relaxed))
      return FileTime(seconds: milliseconds / 1000, nanoseconds: milliseconds % 1000 * 1_000_000)
    }
    let error = #expect(throws: Defaults.StoreError.self) {
      _ = try acquire(DirectoryLock(patience: 2500), files: FileSystem(calls: calls))
    }
    #expect(error?.cause == .lockedByAnother)
    #expect(pauses.load(ordering: .relaxed) == 25)
  }

  @Test(
    arguments: [
      (directory: 0o700, file: 0o600), (0o755, 0o600), (0o770, 0o660), (0o775, 0o660),
      (0o777, 0o666),
    ] as [(mode_t, mode_t)]
  )
  func `a lock file can be opened by those who may create files`(
    directoryMode: mode_t,
    fileMode: mode_t
  ) throws {
    chmod(directory.path, directoryMode)
    _ = try acquire()
    let status = try #require(try FileSystem().status(of: lockPath, following: false))
    #expect(status.mode == fileMode)
    let parent = try FileSystem().status(of: directory.path, following: false)
    #expect(status.group == parent?.group)
  }

  @Test(
    arguments: [(before: 0o755, after: 0o770, mode: 0o660), (0o777, 0o755, 0o600)]
      as [(mode_t, mode_t, mode_t)]
  )
  func `a lock file follows the permissions of its directory`(
    before: mode_t,
    after: mode_t,
    mode: mode_t
  ) throws {
    chmod(directory.path, before)
    _ = try acquire()
    chmod(directory.path, after)
    _ = try acquire()
    let status = try FileSystem().status(of: lockPath, following: false)
    #expect(status?.mode == mode)
  }

  @Test func `without access control lists the mode says who may open the lock file`() throws {
    chmod(directory.path, 0o775)
    var calls = real
    calls.fchown = { _, _, _ in -Int(EPERM) }
    calls.fsetxattr = { _, _, _ in -Int(EOPNOTSUPP) }
    let isDirectory = { @Sendable (status: stat) in status.st_mode & S_IFMT == S_IFDIR }
    let real = real
    calls.fstat = { descriptor, status in
      let result = real.fstat(descriptor, status)
      // The directory belongs to somebody else, and its group is that of this process.
      if isDirectory(status.pointee) { status.pointee.st_uid = 77 }
      return result
    }
    let held = try acquire(files: FileSystem(calls: calls))
    let status = try FileSystem().status(of: lockPath, following: false)
    #expect(status?.mode == 0o660)
    withExtendedLifetime(held) { _ in }
  }

  @Test func `in a sticky directory each owner has a lock file`() throws {
    chmod(directory.path, 0o1777)
    _ = try acquire()
    let path = directory.file(".prefs-\(geteuid()).lock")
    let status = try FileSystem().status(of: path, following: false)
    #expect(status?.mode == 0o600)
    #expect(try FileSystem().status(of: lockPath, following: false) == nil)
  }

  @Test(.enabled(if: geteuid() == 0))
  func `root gives the lock file to the owner of the directory`() throws {
    chown(directory.path, 1234, 5678)
    _ = try acquire()
    let status = try #require(try FileSystem().status(of: lockPath, following: false))
    #expect((status.owner, status.group) == (1234, 5678))
  }

  @Test func `a lock file that was removed meanwhile is no lock`() throws {
    let isFirst = Atomic<Bool>(true)
    let real = real
    var calls = real
    let path = lockPath
    calls.lock = { descriptor in
      if isFirst.exchange(false, ordering: .relaxed) { unlink(path) }
      return real.lock(descriptor)
    }
    let held = try acquire(files: FileSystem(calls: calls))
    let other = try opened()
    #expect(real.lock(other.descriptor) == -Int(EAGAIN))
    withExtendedLifetime(held) { _ in }
  }

  @Test func `a lock file of a newer version refuses writes`() throws {
    try directory.write("2\n".utf8, to: ".prefs.lock")
    let error = #expect(throws: Defaults.StoreError.self) { _ = try acquire() }
    #expect(error?.description.contains("newer version") == true)
    #expect(error?.location == lockPath)
    #expect(try directory.read(".prefs.lock") == Array("2\n".utf8))
  }

  @Test func `a link in place of the lock file is not followed`() throws {
    symlink("elsewhere", lockPath)
    let error = #expect(throws: Defaults.StoreError.self) { _ = try acquire() }
    #expect(error?.cause == .notAFile)
    #expect(access(directory.file("elsewhere"), F_OK) != 0)
  }

  @Test func `a lock file that does not stay is removed while its lock is held`() async throws {
    let lock = DirectoryLock(keepsFile: false)
    do {
      let held = try acquire(lock)
      let isExclusive = held.isExclusive
      #expect(isExclusive)
      #expect(access(lockPath, F_OK) == 0)
    }
    #expect(access(lockPath, F_OK) != 0)
    let number = directory.file("number")
    try Data("0".utf8).write(to: URL(filePath: number))
    // A lock belongs to an open file, so that threads exclude each other as processes do.
    try await withThrowingTaskGroup(of: Void.self) { group in
      for writer in 0..<16 {
        group.addTask {
          for _ in 0..<25 {
            // Some programs leave the file, such as those of an earlier version.
            let held = try acquire(DirectoryLock(keepsFile: writer % 8 == 7))
            let text = try String(contentsOfFile: number, encoding: .utf8)
            try Data(String((Int(text) ?? 0) + 1).utf8).write(to: URL(filePath: number))
            _ = consume held
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try String(contentsOfFile: number, encoding: .utf8) == "400")
  }
}
