import Foundation
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import Defaults
@testable import DefaultsCore

private typealias Store = Defaults.PropertyListStore

struct FileCommitFailureTests {
  private static let old = Array("<dict><key>old</key><true/></dict>".utf8)

  /// Commits with each system call failing in turn.
  ///
  /// - Returns: how many calls there are in a commit.
  private func commit(
    over content: [UInt8],
    errorNumber: Int32,
    check: (TemporaryDirectory, Result<Defaults.StoreCommit, Defaults.StoreError>) throws -> Void
  ) throws -> Int {
    var failing = 0
    while true {
      let directory = try TemporaryDirectory()
      let path = try directory.write(content, to: "suite.plist")
      let date = Date(timeIntervalSinceNow: -3600)
      try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path)
      let saboteur = Saboteur(failing: [failing: errorNumber])
      let store = Store(
        file: path,
        files: FileSystem(calls: saboteur.calls),
        // A process that another test is starting can hold the lock until it executes its program.
        lock: DirectoryLock(patience: 5000)
      )
      let result = Result { () throws(Defaults.StoreError) in
        try store.commit(["new": .bool(true)])
      }
      guard saboteur.count > failing else { return failing }
      try check(directory, result)
      failing += 1
    }
  }

  @Test(arguments: [EIO, ENOSPC, EACCES, EROFS, EDQUOT])
  func `whichever call fails, the file is the old or the new one`(errorNumber: Int32) throws {
    let calls = try commit(over: Self.old, errorNumber: errorNumber) { directory, result in
      #expect(try directory.names() == ["suite.plist"])
      let values = try PropertyListDocument(parsing: try directory.read("suite.plist")).values
      switch result {
      case .success(let commit):
        #expect(values["new"] == .bool(true))
        #expect(commit.snapshot.values == values)
      case .failure(let error):
        guard error.errorNumber == errorNumber else {
          Issue.record("unexpected error: \(error)")
          return
        }
        #expect(values["old"] == .bool(true))
      }
    }
    #expect(calls > 12)
  }

  @Test func `whichever call fails, unreadable content is still there`() throws {
    let garbage = Array("garbage".utf8)
    _ = try commit(over: garbage, errorNumber: EIO) { directory, result in
      let contents = try directory.names().map { try directory.read($0) }
      #expect(contents.count { $0 == garbage } == 1)
      #expect(contents.count <= 2)
    }
  }

  @Test func `calls that a signal interrupts are repeated`() throws {
    _ = try commit(over: Self.old, errorNumber: EINTR) { directory, result in
      #expect(throws: Never.self) { try result.get() }
      let values = try PropertyListDocument(parsing: try directory.read("suite.plist")).values
      #expect(values == ["old": .bool(true), "new": .bool(true)])
    }
  }

  @Test func `reads and writes that stop short are continued`() throws {
    let directory = try TemporaryDirectory()
    let path = directory.file("suite.plist")
    let real = FileSystemCalls()
    var calls = real
    calls.read = { real.read($0, UnsafeMutableRawBufferPointer(rebasing: $1.prefix(7))) }
    calls.write = { real.write($0, UnsafeRawBufferPointer(rebasing: $1.prefix(5))) }
    let store = Store(file: path, files: FileSystem(calls: calls))
    try store.commit(["key": .string(String(repeating: "long ", count: 50))])
    #expect(try store.load(unlike: nil)?.values.count == 1)
    #expect(try Store(file: path).load(unlike: nil)?.values.count == 1)
  }

  @Test func `a directory that a commit could not sync is synced by the next commit`() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write(Self.old, to: "suite.plist")
    let real = FileSystemCalls()
    let synchronized = Mutex<[Bool]>([])
    var calls = real
    calls.fsync = { descriptor in
      var status = stat()
      fstat(descriptor, &status)
      let isDirectory = status.st_mode & S_IFMT == S_IFDIR
      let isFirst = synchronized.withLock { list in
        list.append(isDirectory)
        return list.count { $0 } == 1
      }
      return isDirectory && isFirst ? -Int(EIO) : real.fsync(descriptor)
    }
    let store = Store(file: path, files: FileSystem(calls: calls))
    #expect(throws: Defaults.StoreError(location: path, cause: .notDurable(errorNumber: EIO))) {
      try store.commit(["new": .bool(true)])
    }
    try store.commit(["new": .bool(true)])
    #expect(synchronized.withLock { $0 } == [false, true, true])
    try store.commit(["new": .bool(true)])
    #expect(synchronized.withLock { $0.count } == 3)
  }

  @Test func `a lock that is never given is an error, and its giver is waited for`() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write(Self.old, to: "suite.plist")
    let holder = open(directory.file(".prefs.lock"), O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    var calls = FileSystemCalls()
    #expect(calls.lock(holder) == 0)
    let slept = Atomic<Int>(0)
    calls.sleep = { slept.add($0, ordering: .relaxed) }
    calls.uptime = { FileTime(seconds: Int64(slept.load(ordering: .relaxed)) / 1000) }
    let store = Store(file: path, files: FileSystem(calls: calls))
    #expect(throws: Defaults.StoreError(location: path, cause: .lockedByAnother)) {
      try store.commit(["new": .bool(true)])
    }
    #expect(try directory.read("suite.plist") == Self.old)

    // Once: by the second pause the number may belong to another test's file.
    let isHeld = Atomic<Bool>(true)
    calls.sleep = { _ in
      if isHeld.exchange(false, ordering: .relaxed) { close(holder) }
    }
    try Store(file: path, files: FileSystem(calls: calls)).commit(["new": .bool(true)])
    #expect(try Store(file: path).load(unlike: nil)?.values["new"] == .bool(true))
  }

  @Test func `a write without a lock in the middle of a commit is not lost`() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write(Self.old, to: "suite.plist")
    let real = FileSystemCalls()
    let hasIntruded = Mutex(false)
    var calls = real
    calls.fsync = { descriptor in
      let isFirst = hasIntruded.withLock { flag in
        defer { flag = true }
        return !flag
      }
      if isFirst {
        let foreign = Data("<dict><key>foreign</key><integer>12</integer></dict>".utf8)
        try? foreign.write(to: URL(fileURLWithPath: path))
      }
      return real.fsync(descriptor)
    }
    let commit = try Store(file: path, files: FileSystem(calls: calls)).commit(["new": .bool(true)])
    #expect(commit.snapshot.values == ["foreign": .integer(12), "new": .bool(true)])
    #expect(try Store(file: path).load(unlike: nil)?.values == commit.snapshot.values)
    #expect(try directory.names() == ["suite.plist"])
  }

  @Test func `somebody who never stops writing is an error in the end`() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write(Self.old, to: "suite.plist")
    let real = FileSystemCalls()
    var calls = real
    calls.fsync = { descriptor in
      try? Data(Self.old).write(to: URL(fileURLWithPath: path), options: .atomic)
      return real.fsync(descriptor)
    }
    #expect(throws: Defaults.StoreError(location: path, cause: .keepsChanging)) {
      try Store(file: path, files: FileSystem(calls: calls)).commit(["new": .bool(true)])
    }
    #expect(try directory.read("suite.plist") == Self.old)
    #expect(try directory.names() == ["suite.plist"])
  }

  @Test func `a file larger than the process may write is an error, not the end of it`() async {
    await #expect(processExitsWith: .success) {
      let directory = try TemporaryDirectory()
      let path = directory.file("suite.plist")
      let store = Store(file: path)
      try store.commit(["old": .bool(true)])
      var limit = rlimit()
      getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
      limit.rlim_cur = 4096
      setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
      let error = #expect(throws: Defaults.StoreError.self) {
        try store.commit(["large": .string(String(repeating: "x", count: 10_000))])
      }
      #expect(error?.cause == .system(operation: "write", errorNumber: EFBIG))
      #expect("\(error, default: "")".hasSuffix("size limit of the process (ulimit -f)."))
      #expect(try directory.names() == ["suite.plist"])
      // Nothing is left that would end the process later, and small files still go.
      try store.commit(["small": .integer(1)])
      #expect(try store.load(unlike: nil)?.values.keys.sorted() == ["old", "small"])
    }
  }
}
