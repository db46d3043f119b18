import Foundation
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import Defaults
@testable import DefaultsCore

private typealias Store = Defaults.PropertyListStore

@Suite(.timeLimit(.minutes(10)))
struct FileWatcherTests {
  let directory: TemporaryDirectory
  let path: String

  init() throws {
    directory = try TemporaryDirectory()
    path = directory.file("suite.plist")
  }

  @Test func `a file that is made, replaced and removed is noticed`() async throws {
    let store = Store(file: path)
    let observer = try WatchObserver(store)
    #expect(!observer.isPolling)
    try Store(file: path).commit(["a": .integer(1)])
    try await observer.sees(["a": .integer(1)])
    try Store(file: path).commit(["a": .integer(2)])
    try await observer.sees(["a": .integer(2)])
    unlink(path)
    try await observer.sees([:])
    rename(try directory.write("<dict><key>b</key><true/></dict>".utf8, to: "other"), path)
    try await observer.sees(["b": .bool(true)])
    rename(path, directory.file("other"))
    try await observer.sees([:])
    link(directory.file("other"), path)
    try await observer.sees(["b": .bool(true)])
  }

  @Test func `a write in place by Foundation is noticed and merged`() async throws {
    let store = Store(file: path)
    let observer = try WatchObserver(store)
    for text in ["first", "second"] {
      let probe = Process()
      probe.executableURL = URL(fileURLWithPath: storeProbePath)
      probe.arguments = ["foundation", "suite", "text", text]
      probe.environment = ["XDG_CONFIG_HOME": directory.path, "HOME": directory.path]
      try probe.run()
      probe.waitUntilExit()
      #expect(probe.terminationStatus == 0)
      try await observer.sees(["text": .string(text)])
    }
    try store.commit(["mine": .bool(true)])
    try await observer.sees(["text": .string("second"), "mine": .bool(true)])
  }

  @Test func `a directory that is missing, made, removed and made again is followed`() async throws
  {
    let path = directory.file("a/b/suite.plist")
    let observer = try WatchObserver(Store(file: path))
    for number: Int128 in [0, 1, 2] {
      try Store(file: path).commit(["a": .integer(number)])
      try await observer.sees(["a": .integer(number)])
      try FileManager.default.removeItem(atPath: directory.file("a"))
      try await observer.sees([:])
    }
    mkdir(directory.file("c"), 0o700)
    try Store(file: directory.file("c/suite.plist")).commit(["moved": .bool(true)])
    mkdir(directory.file("a"), 0o700)
    rename(directory.file("c"), directory.file("a/b"))
    try await observer.sees(["moved": .bool(true)])
    rename(directory.file("a/b"), directory.file("c"))
    try await observer.sees([:])
  }

  @Test func `every link on the way to the file is watched`() async throws {
    for name in ["one", "two", "links"] { mkdir(directory.file(name), 0o700) }
    try Store(file: directory.file("one/target.plist")).commit(["in": .integer(1)])
    try Store(file: directory.file("two/target.plist")).commit(["in": .integer(2)])
    symlink("../one/target.plist", directory.file("links/link"))
    symlink("links/link", path)
    let observer = try WatchObserver(Store(file: path))
    try Store(file: directory.file("one/target.plist")).commit(["in": .integer(11)])
    try await observer.sees(["in": .integer(11)])
    symlink("../two/target.plist", directory.file("links/new"))
    rename(directory.file("links/new"), directory.file("links/link"))
    try await observer.sees(["in": .integer(2)])
    try Store(file: directory.file("two/target.plist")).commit(["in": .integer(22)])
    try await observer.sees(["in": .integer(22)])
    unlink(path)
    try await observer.sees([:])
  }

  @Test func `two stores in one directory hear of their own files only`() async throws {
    let otherCalls = Atomic<Int>(0)
    // What happens to others that share a watcher may fill the kernel's queue, which tells all.
    let watcher = FileWatcher()
    let other = Store(file: directory.file("other.plist"), files: FileSystem(), watcher: watcher)
    let otherWatch = other.watch { _ in otherCalls.add(1, ordering: .relaxed) }
    let store = Store(file: path, files: FileSystem(), watcher: watcher)
    let observer = try WatchObserver(store)
    for number: Int128 in [0, 1, 2, 3, 4] {
      try Store(file: path).commit(["a": .integer(number)])
      try await observer.sees(["a": .integer(number)])
    }
    #expect(otherCalls.load(ordering: .relaxed) == 0)
    otherWatch?.cancel()
  }

  @Test func `a released or cancelled watch lets go of its closure`() throws {
    final class Owner: Sendable {}
    let store = Store(file: path)
    weak var released: Owner?
    weak var cancelled: Owner?
    do {
      let owner = Owner()
      released = owner
      _ = store.watch { _ in _ = owner }
    }
    #expect(released == nil)
    var watch: (any Defaults.StoreWatch)?
    do {
      let owner = Owner()
      cancelled = owner
      watch = store.watch { _ in _ = owner }
    }
    #expect(cancelled != nil)
    watch?.cancel()
    #expect(cancelled == nil)
  }

  @Test func `where inotify is refused files are looked at again and again`() async throws {
    let watcher = FileWatcher(pollInterval: 5, makeInotify: { nil })
    let path = directory.file("a/suite.plist")
    let store = Store(file: path, files: FileSystem(), watcher: watcher)
    let observer = try WatchObserver(store)
    #expect(observer.isPolling)
    try Store(file: path).commit(["a": .integer(1)])
    try await observer.sees(["a": .integer(1)])
    try Store(file: path).commit(["a": .integer(2)])
    try await observer.sees(["a": .integer(2)])
    unlink(path)
    try await observer.sees([:])
  }

  @Test func `polling ends when inotify works after all`() async throws {
    let isRefused = Atomic<Bool>(true)
    let watcher = FileWatcher(pollInterval: 5) {
      isRefused.load(ordering: .relaxed) ? nil : Inotify()
    }
    let observer = try WatchObserver(Store(file: path, files: FileSystem(), watcher: watcher))
    #expect(observer.isPolling)
    isRefused.store(false, ordering: .relaxed)
    try Store(file: path).commit(["a": .integer(1)])
    try await observer.sees(["a": .integer(1)])
    while observer.isPolling { await Task.yield() }
    try Store(file: path).commit(["a": .integer(2)])
    try await observer.sees(["a": .integer(2)])
  }

  @Test func `remote file systems are found in the table of mounts`() {
    let table = """
      22 1 254:0 / / rw,relatime shared:1 - ext4 /dev/vda rw
      40 22 0:35 / /home rw - nfs4 server:/home rw,vers=4.2
      41 22 0:300 / /mnt/share rw shared:9 master:2 - cifs //server/share rw
      """
    #expect(MountTable.devices(in: table) == [35, 0x10_002C])
  }
}
