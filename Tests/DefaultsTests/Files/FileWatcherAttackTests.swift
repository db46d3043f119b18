import Foundation
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import Defaults
@testable import DefaultsCore

private typealias Store = Defaults.PropertyListStore

/// What can happen to the way to a watched file, and how often.
@Suite(.timeLimit(.minutes(10)))
struct FileWatcherAttackTests {
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
  }

  /// Stores a number in a file.
  private func put(_ number: Int128, in name: String) throws {
    try Store(file: directory.file(name)).commit(["a": .integer(number)])
  }

  @Test func `a directory above the watched one may be renamed and come back`() async throws {
    try put(1, in: "a/b/c/suite.plist")
    let observer = try WatchObserver(Store(file: directory.file("a/b/c/suite.plist")))
    #expect(!observer.isPolling)
    for _ in 0..<3 {
      rename(directory.file("a"), directory.file("x"))
      try await observer.sees([:])
      rename(directory.file("x"), directory.file("a"))
      try await observer.sees(["a": .integer(1)])
      rename(directory.file("a/b"), directory.file("x"))
      try await observer.sees([:])
      // Another directory takes the place.
      try put(2, in: "a/b/c/suite.plist")
      try await observer.sees(["a": .integer(2)])
      try FileManager.default.removeItem(atPath: directory.file("a/b"))
      try await observer.sees([:])
      rename(directory.file("x"), directory.file("a/b"))
      try await observer.sees(["a": .integer(1)])
    }
  }

  @Test func `a directory on the way may be a link that is pointed elsewhere`() async throws {
    try put(1, in: "one/c/suite.plist")
    try put(2, in: "two/c/suite.plist")
    symlink("one", directory.file("link"))
    let observer = try WatchObserver(Store(file: directory.file("link/c/suite.plist")))
    #expect(!observer.isPolling)
    try put(11, in: "one/c/suite.plist")
    try await observer.sees(["a": .integer(11)])
    symlink("two", directory.file("new"))
    rename(directory.file("new"), directory.file("link"))
    try await observer.sees(["a": .integer(2)])
    try put(22, in: "two/c/suite.plist")
    try await observer.sees(["a": .integer(22)])
    unlink(directory.file("link"))
    try await observer.sees([:])
    symlink(directory.file("one"), directory.file("link"))
    try await observer.sees(["a": .integer(11)])
    // Through the link again, as the first directory was left in between.
    rename(directory.file("one/c"), directory.file("one/d"))
    try await observer.sees([:])
    rename(directory.file("one/d"), directory.file("one/c"))
    try await observer.sees(["a": .integer(11)])
  }

  @Test func `a directory that somebody holds open may be removed and made again`() async throws {
    try put(1, in: "a/b/suite.plist")
    let observer = try WatchObserver(Store(file: directory.file("a/b/suite.plist")))
    // As a shell does that stands in it: the kernel tells the directory's own end only later.
    let shells = ["a", "a/b"].map { open(directory.file($0), O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    defer { for shell in shells { close(shell) } }
    for number: Int128 in [2, 3] {
      unlink(directory.file("a/b/suite.plist"))
      try await observer.sees([:])
      rmdir(directory.file("a/b"))
      if number == 2 { rmdir(directory.file("a")) }
      try put(number, in: "a/b/suite.plist")
      try await observer.sees(["a": .integer(number)])
    }
  }

  @Test func `a directory that lies above another watched one is watched all the same`()
    async throws
  {
    try put(1, in: "a/suite.plist")
    try put(2, in: "a/b/suite.plist")
    let above = try WatchObserver(Store(file: directory.file("a/suite.plist")))
    let below = try WatchObserver(Store(file: directory.file("a/b/suite.plist")))
    try put(11, in: "a/suite.plist")
    try await above.sees(["a": .integer(11)])
    try put(22, in: "a/b/suite.plist")
    try await below.sees(["a": .integer(22)])
    // The one below is not disturbed when the one above ends.
    above.end()
    try FileManager.default.removeItem(atPath: directory.file("a/b"))
    try await below.sees([:])
  }

  @Test func `links in a circle are watched until they lead somewhere`() async throws {
    symlink("two", directory.file("one"))
    symlink("one", directory.file("two"))
    let store = Store(file: directory.file("one"))
    let observer = try WatchObserver(store)
    #expect(throws: Defaults.StoreError.self) { try store.load(unlike: nil) }
    unlink(directory.file("two"))
    try put(1, in: "two")
    try await observer.sees(["a": .integer(1)])
  }

  @Test func `events are taken in portions, so that a storm cannot keep them from being told`()
    throws
  {
    let inotify = try #require(Inotify())
    defer { inotify.close() }
    #expect(inotify.add(directory.path, .names) >= 0)
    for number in 0..<5000 {
      let path = directory.file("\(number)")
      close(open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600))
      unlink(path)
    }
    var portions: [Int] = []
    while portions.reduce(0, +) < 15_000 { portions.append(try #require(inotify.wait()).count) }
    #expect(portions.count > 3)
    #expect(portions.allSatisfy { $0 <= 4096 })
  }

  @Test func `after a storm of changes the last one is known`() throws {
    let path = directory.file("suite.plist")
    try directory.write("<dict><key>a</key><integer>00000</integer></dict>".utf8, to: "suite.plist")
    // A watcher of its own: the kernel's queue may overflow, which concerns all who share it.
    let store = Store(file: path, files: FileSystem(), watcher: FileWatcher())
    let suite = Defaults.Suite(name: "storm", store: store)
    let changes = Recorder<Defaults.StoredChange>()
    let observation = suite.observeStoredValues { changes.record($0) }
    let count = 10_000
    for number in 0..<count {
      // In place, of the same size, and many within one tick of the clock of files.
      let digits = String(number + 10_000)
      let text = "<dict><key>a</key><integer>\(digits)</integer></dict>"
      let file = open(path, O_WRONLY | O_CLOEXEC)
      #expect(write(file, text, text.utf8.count) == text.utf8.count)
      close(file)
    }
    let last = Defaults.StoredValue.integer(Int128(count + 9_999))
    #expect(waitUntil { changes.elements.last?.new == last })
    let told = changes.elements
    #expect(told.first?.old == .integer(0))
    // Each one begins where the one before it ended, however many there are.
    #expect(zip(told, told.dropFirst()).allSatisfy { $0.new == $1.old })
    observation.invalidate()
  }
}
