import Foundation
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import Defaults
@testable import DefaultsCore

/// Suites that use no thread but the caller's.
struct ForegroundSuiteTests {
  private let directory: TemporaryDirectory
  private let saboteur = Saboteur()
  private let suite: Defaults.Suite

  init() throws {
    directory = try TemporaryDirectory()
    let path = try directory.write("<dict><key>k</key><true/></dict>".utf8, to: "suite.plist")
    let store = Defaults.PropertyListStore(file: path, files: FileSystem(calls: saboteur.calls))
    suite = Defaults.Suite(
      core: SuiteCore(name: "foreground", store: store, worksInBackground: false)
    )
  }

  private var stored: Defaults.StoredValue? {
    get throws {
      try Defaults.PropertyListStore(file: directory.file("suite.plist"))
        .load(unlike: nil)?.values["k"]
    }
  }

  /// The number of system calls of one successful commit.
  private static func callCount() throws -> Int {
    let tests = try Self()
    _ = tests.suite.storedValues()
    let before = tests.saboteur.count
    try tests.suite.write(["k": .integer(1)])
    try tests.suite.flush()
    return tests.saboteur.count - before
  }

  @Test func `nothing is committed before the flush`() throws {
    try suite.write(["k": .integer(7)])
    suite.core.commitQueue.finish()
    #expect(try stored == .bool(true))
    try suite.flush()
    #expect(try stored == .integer(7))
    #expect(suite.core.watches.withLock { $0 == nil })
  }

  @Test(arguments: [EIO, ENOSPC, EROFS])
  func `an error that happens once fails no flush`(errorNumber: Int32) throws {
    for number in 0..<(try Self.callCount()) {
      let tests = try Self()
      _ = tests.suite.storedValues()
      tests.saboteur.fail([tests.saboteur.count + number: errorNumber])
      try tests.suite.write(["k": .integer(1)])
      try tests.suite.flush()
      #expect(try tests.stored == .integer(1), "call \(number)")
    }
  }

  @Test(arguments: [.openat, .write, .fsync, .renameat, .lock] as [Saboteur.Kind])
  func `what a flush could not store is not stored later`(kind: Saboteur.Kind) throws {
    _ = suite.storedValues()
    saboteur.damage(kind, with: EIO)
    try suite.write(["k": .integer(9), "new": .integer(1)])
    #expect(throws: Defaults.StoreError.self) { try suite.flush() }
    #expect(suite.storedValues() == ["k": .bool(true)])
    saboteur.heal()
    try suite.flush()
    #expect(try stored == .bool(true))
  }

  @Test func `a lock that another process holds is waited for once`() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write("<dict/>".utf8, to: "suite.plist")
    let holder = open(directory.file(".prefs.lock"), O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    defer { close(holder) }
    var calls = FileSystemCalls()
    #expect(calls.lock(holder) == 0)
    let slept = Atomic<Int>(0)
    calls.sleep = { slept.add($0, ordering: .relaxed) }
    calls.uptime = { FileTime(seconds: Int64(slept.load(ordering: .relaxed)) / 1000) }
    let store = Defaults.PropertyListStore(file: path, files: FileSystem(calls: calls))
    let core = SuiteCore(name: "foreground", store: store, worksInBackground: false)
    let suite = Defaults.Suite(core: core)
    try suite.write(["k": .integer(1)])
    let error = #expect(throws: Defaults.StoreError.self) { try suite.flush() }
    #expect(error?.cause == .lockedByAnother)
    #expect(slept.load(ordering: .relaxed) < 31_000)
  }

  @Test func `a value that is stored but not durable is said to be stored`() throws {
    _ = suite.storedValues()
    let real = saboteur.calls
    var calls = real
    calls.fsync = { descriptor in
      var status = stat()
      fstat(descriptor, &status)
      return status.st_mode & S_IFMT == S_IFDIR ? -Int(EIO) : real.fsync(descriptor)
    }
    let path = directory.file("suite.plist")
    let store = Defaults.PropertyListStore(file: path, files: FileSystem(calls: calls))
    let core = SuiteCore(name: "foreground", store: store, worksInBackground: false)
    let suite = Defaults.Suite(core: core)
    try suite.write(["k": .integer(3)])
    let error = #expect(throws: Defaults.StoreError.self) { try suite.flush() }
    #expect(error?.cause == .notDurable(errorNumber: EIO))
    #expect(error?.description.contains("was written") == true)
    #expect(try stored == .integer(3))
    suite.reload()
    #expect(suite.storedValues() == ["k": .integer(3)])
  }
}
