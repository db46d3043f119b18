import Glibc
import Synchronization
import TestSupport
import Testing

@testable import Defaults
@testable import DefaultsCore

/// Temporary files that are being written, and those that crashed processes left behind.
struct TemporaryFileTests {
  private let directory: TemporaryDirectory
  private let real = FileSystemCalls()

  init() throws {
    directory = try TemporaryDirectory()
  }

  private func opened() throws -> FileSystem.OpenFile {
    let flags = O_RDONLY | O_DIRECTORY
    return try FileSystem().open(directory.path, flags: flags)
  }

  private func sweep(_ files: FileSystem = FileSystem()) throws {
    let opened = try opened()
    TemporaryFile.sweep(
      beside: ["suite.plist"],
      in: opened.descriptor,
      path: directory.path,
      files: files
    )
  }

  private func create(
    in opened: borrowing FileSystem.OpenFile,
    _ files: FileSystem = FileSystem()
  ) throws -> TemporaryFile {
    try TemporaryFile(beside: "suite.plist", in: opened.descriptor, files: files)
  }

  @Test func `a file that is being written stays, one of a crashed process goes`() throws {
    try directory.write("x".utf8, to: ".suite.plist.123.4.tmp")
    chmod(directory.file(".suite.plist.123.4.tmp"), 0o444)
    let opened = try opened()
    let temporary = try create(in: opened)
    try sweep()
    #expect(try directory.names() == [temporary.name])
    withExtendedLifetime(temporary) { _ in }
  }

  @Test func `without locks nothing is removed`() throws {
    try directory.write("x".utf8, to: ".suite.plist.123.4.tmp")
    var calls = real
    calls.lockShared = { _ in -Int(ENOLCK) }
    try sweep(FileSystem(calls: calls))
    #expect(try directory.names() == [".suite.plist.123.4.tmp"])
  }

  @Test(arguments: [true, false])
  func `a sweep before the file is locked makes the writer create another one`(
    isStillLocked: Bool
  ) throws {
    let real = real
    let created = Mutex<[String]>([])
    let path = directory.path
    var calls = real
    calls.openat = { directory, name, flags, mode in
      if flags & O_CREAT != 0 { created.withLock { $0.append(name) } }
      return real.openat(directory, name, flags, mode)
    }
    calls.lock = { descriptor in
      guard let first = created.withLock({ $0.count == 1 ? $0[0] : nil }) else {
        return real.lock(descriptor)
      }
      unlink(path + "/" + first)
      return isStillLocked ? -Int(EAGAIN) : real.lock(descriptor)
    }
    let opened = try opened()
    let temporary = try create(in: opened, FileSystem(calls: calls))
    #expect(created.withLock { $0.count } == 2)
    #expect(try directory.names() == [temporary.name])
    withExtendedLifetime(temporary) { _ in }
  }

  @Test func `writers succeed while somebody keeps removing the lock file`() throws {
    let path = directory.file("suite.plist")
    let lockPath = directory.file(".prefs.lock")
    let failures = Mutex<[String]>([])
    let running = Atomic<Int>(4)
    Concurrently.run(threads: 5) { number in
      guard number < 4 else {
        while running.load(ordering: .relaxed) > 0 {
          unlink(lockPath)
          usleep(2000)
        }
        return
      }
      for round in 0..<40 {
        do {
          // A new store sweeps at its first commit, as a new process does.
          try Defaults.PropertyListStore(file: path)
            .commit(["k\(number)": .integer(Int128(round))])
        } catch {
          failures.withLock { $0.append("\(error)") }
        }
      }
      running.subtract(1, ordering: .relaxed)
    }
    #expect(failures.withLock { $0 } == [])
    #expect(try directory.names() == ["suite.plist"])
  }
}
