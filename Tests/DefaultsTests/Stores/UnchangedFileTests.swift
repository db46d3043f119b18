import Foundation
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import Defaults
@testable import DefaultsCore

private typealias Store = Defaults.PropertyListStore

/// System calls of a machine whose clock stands still, so that all files have the same times.
private final class Standstill: Sendable {
  /// The time of all files, in nanoseconds since 1970.
  static let time: Int64 = 1_773_480_413_000_000_000

  private let reads = Atomic<Int>(0)
  /// How much later it is than the files say, in nanoseconds.
  private let age: Int64
  /// How much earlier a program has set the time of the modification, in seconds.
  private let setBack: Int

  init(age: Int64, setBack: Int = 0) {
    self.age = age
    self.setBack = setBack
  }

  /// How often a file was read from.
  var readCount: Int { reads.load(ordering: .relaxed) }

  var files: FileSystem {
    let real = FileSystemCalls()
    var calls = real
    calls.fstat = { descriptor, status in
      defer { self.stamp(status) }
      return real.fstat(descriptor, status)
    }
    calls.fstatat = { directory, name, status, flags in
      defer { self.stamp(status) }
      return real.fstatat(directory, name, status, flags)
    }
    calls.read = { descriptor, buffer in
      self.reads.add(1, ordering: .relaxed)
      return real.read(descriptor, buffer)
    }
    calls.now = { [age] in FileTime(seconds: (Self.time + age) / 1_000_000_000) }
    return FileSystem(calls: calls)
  }

  private func stamp(_ status: UnsafeMutablePointer<stat>) {
    let time = Int(Self.time / 1_000_000_000)
    status.pointee.st_mtim = timespec(tv_sec: time - setBack, tv_nsec: 0)
    status.pointee.st_ctim = timespec(tv_sec: time, tv_nsec: 0)
  }
}

/// What a store does with a file that may or may not be as it was.
struct UnchangedFileTests {
  let directory: TemporaryDirectory
  let path: String

  init() throws {
    directory = try TemporaryDirectory()
    path = try directory.write("<dict><key>a</key><integer>1</integer></dict>".utf8, to: "a.plist")
  }

  /// Changes the last digit of the value in place, which leaves inode and size as they are.
  private func changeInPlace(to digit: String) throws {
    let text = String(decoding: try directory.read("a.plist"), as: UTF8.self)
    let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
    try file.write(contentsOf: Data(text.replacing("1</", with: "\(digit)</").utf8))
    try file.close()
  }

  @Test func `a file that is surely unchanged is not read again`() throws {
    let still = Standstill(age: 10_000_000_000)
    let store = Store(file: path, files: still.files)
    let first = try #require(try store.load(unlike: nil))
    let count = still.readCount
    #expect(count > 0)
    #expect(try store.commit(["a": .integer(1)]).snapshot.version == first.version)
    let commit = try store.commit(["b": .bool(true)])
    #expect(commit.snapshot.values == ["a": .integer(1), "b": .bool(true)])
    #expect(try store.load(unlike: first.version)?.values == commit.snapshot.values)
    #expect(try store.load(unlike: commit.snapshot.version) == nil)
    try store.commit(["c": .bool(true)])
    #expect(still.readCount == count)
    #expect(
      try Store(file: path).load(unlike: nil)?.values
        == ["a": .integer(1), "b": .bool(true), "c": .bool(true)]
    )
  }

  // Around the size of the parts in which files are compared.
  @Test(arguments: [1, 65_400, 65_536, 131_072, 200_000])
  func `a change that no time tells is found by reading`(length: Int) throws {
    let digits = String(repeating: "0", count: length - 1) + "1"
    try directory.write("<dict><key>a</key><string>\(digits)</string></dict>".utf8, to: "a.plist")
    let store = Store(file: path, files: Standstill(age: 0).files)
    let version = try #require(try store.load(unlike: nil)).version
    #expect(try store.load(unlike: version) == nil)
    try changeInPlace(to: "2")
    #expect(
      try store.load(unlike: version)?.values["a"] == .string(digits.replacing("1", with: "2"))
    )
  }

  @Test func `a change whose time was set back is found`() throws {
    let store = Store(file: path, files: Standstill(age: 0, setBack: 3_600).files)
    let version = try #require(try store.load(unlike: nil)).version
    try changeInPlace(to: "2")
    #expect(try store.load(unlike: version)?.values["a"] == .integer(2))
  }

  @Test func `a change that no time tells is found by writing`() throws {
    let store = Store(file: path, files: Standstill(age: 0).files)
    try store.commit(["b": .bool(true)])
    try changeInPlace(to: "2")
    let commit = try store.commit(["c": .bool(true)])
    let expected: [Defaults.KeyName: Defaults.StoredValue] = [
      "a": .integer(2), "b": .bool(true), "c": .bool(true),
    ]
    #expect(commit.snapshot.values == expected)
    #expect(try Store(file: path).load(unlike: nil)?.values == expected)
  }

  @Test func `an unchanged file of unsure times keeps its version`() throws {
    let still = Standstill(age: 0)
    let store = Store(file: path, files: still.files)
    let first = try store.commit(["b": .bool(true)]).snapshot
    let count = still.readCount
    #expect(try store.load(unlike: first.version) == nil)
    #expect(still.readCount > count)
    #expect(try store.commit(["c": .bool(true)]).previousVersion == first.version)
  }

  @Test func `a commit tells the version it was applied to`() throws {
    let store = Store(file: path)
    let loaded = try #require(try store.load(unlike: nil))
    let first = try store.commit(["b": .bool(true)])
    #expect(first.previousVersion == loaded.version)
    let second = try store.commit(["c": .bool(true)])
    #expect(second.previousVersion == first.snapshot.version)
    try Store(file: path).commit(["d": .bool(true)])
    let third = try store.commit(["e": .bool(true)])
    #expect(third.previousVersion != second.snapshot.version)
    #expect(third.snapshot.values.count == 5)
  }

  @Test func `a file that was removed and made again is read again`() throws {
    let store = Store(file: path)
    _ = try store.load(unlike: nil)
    try FileManager.default.removeItem(atPath: path)
    #expect(try store.load(unlike: nil)?.values == [:])
    #expect(try store.commit(["b": .bool(true)]).snapshot.values == ["b": .bool(true)])
  }
}
