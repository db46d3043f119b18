import Glibc
import Synchronization
import TestSupport
import Testing

@testable import Defaults

/// Writers who take turns.
struct DirectoryLockTests {
  private let directory: TemporaryDirectory
  private let real = FileSystemCalls()

  init() throws {
    directory = try TemporaryDirectory()
  }

  /// Opens the directory as another writer does.
  private func opened() throws -> FileSystem.OpenFile {
    try FileSystem().open(directory.path, flags: O_RDONLY | O_DIRECTORY, location: directory.path)
  }

  /// Takes the lock on a descriptor of its own; returns the system calls that were made for it.
  private func take(_ pausing: @escaping @Sendable () -> Void = {}) throws -> [String] {
    let log = Mutex<[String]>([])
    var calls = real
    let real = real
    calls.flock = { descriptor, operation in
      log.withLock { $0.append("flock") }
      return real.flock(descriptor, operation)
    }
    calls.sleep = { pause in
      log.withLock { $0.append("sleep \(pause)") }
      pausing()
    }
    let files = FileSystem(calls: calls)
    let isTaken = try DirectoryLock().acquire(on: opened(), files: files, location: directory.path)
    #expect(isTaken)
    return log.withLock { $0 }
  }

  @Test func `a lock that is free is taken at once`() throws {
    #expect(try take() == ["flock"])
  }

  @Test func `whoever waits already goes first`() throws {
    let waiting = try opened()
    real.setAwaited(waiting.descriptor, true)
    #expect(try take() == ["sleep 2", "flock"])
    real.setAwaited(waiting.descriptor, false)
    #expect(try take() == ["flock"])
  }

  @Test func `a writer tells that it waits, and stops telling so`() throws {
    let looking = try opened()
    let descriptor = looking.descriptor
    let holder = try opened()
    #expect(real.flock(holder.descriptor, LOCK_EX) == 0)
    let held = holder.descriptor
    let isHeld = Atomic<Bool>(true)
    let seen = Mutex<[Bool]>([])
    let real = real
    let calls = try take {
      seen.withLock { $0.append(real.isAwaited(descriptor)) }
      if isHeld.exchange(false, ordering: .relaxed) { _ = real.flock(held, LOCK_UN) }
    }
    #expect(calls == ["flock", "sleep 1", "flock"])
    #expect(seen.withLock { $0 } == [true])
    #expect(!real.isAwaited(descriptor))
  }
}
