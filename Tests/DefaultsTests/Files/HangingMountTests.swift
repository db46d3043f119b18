import Glibc
import Synchronization
import TestSupport
import Testing

@testable import Defaults
@testable import DefaultsCore

/// A file system that does not answer, and the stores elsewhere.
@Suite(.timeLimit(.minutes(2)))
struct HangingMountTests {
  /// Lets calls with a path wait until it is opened.
  private final class Gate: Sendable {
    private let state = Mutex((isClosed: false, waiting: 0))

    var waiting: Int { state.withLock { $0.waiting } }

    func close() { state.withLock { $0.isClosed = true } }
    func open() { state.withLock { $0.isClosed = false } }

    func pass() {
      guard
        state.withLock({ state in
          if state.isClosed { state.waiting += 1 }
          return state.isClosed
        })
      else { return }
      while state.withLock({ $0.isClosed }) { usleep(1000) }
      state.withLock { $0.waiting -= 1 }
    }
  }

  private let directory: TemporaryDirectory
  private let gate = Gate()
  private let watcher: FileWatcher
  private let hanging: String
  private let other: String

  init(inotify: Bool = true) throws {
    directory = try TemporaryDirectory()
    for name in ["hanging", "other"] { mkdir(directory.file(name), 0o755) }
    (hanging, other) = (directory.file("hanging"), directory.file("other"))
    let real = FileSystemCalls()
    var calls = real
    calls.fstatat = { [hanging, gate] directory, name, status, flags in
      if name.hasPrefix(hanging) { gate.pass() }
      return real.fstatat(directory, name, status, flags)
    }
    calls.readlink = { [hanging, gate] path, buffer in
      if path.hasPrefix(hanging) { gate.pass() }
      return real.readlink(path, buffer)
    }
    watcher = FileWatcher(
      files: FileSystem(calls: calls),
      pollInterval: 5,
      makeInotify: { inotify ? Inotify() : nil }
    )
  }

  @Test(arguments: [true, false])
  func `changes elsewhere are still noticed`(inotify: Bool) throws {
    let tests = try Self(inotify: inotify)
    let (seenHanging, seenOther) = (Recorder<Int>(), Recorder<Int>())
    let first = tests.watcher.watch(tests.hanging + "/a.plist") { seenHanging.record(1) }
    let second = tests.watcher.watch(tests.other + "/b.plist") { seenOther.record(1) }
    #expect(first.isPolling != inotify)
    tests.gate.close()
    try tests.directory.write([1], to: "hanging/a.plist")
    #expect(waitUntil { tests.gate.waiting > 0 })
    for round in 1...3 {
      let before = seenOther.elements.count
      try tests.directory.write([UInt8](repeating: 1, count: round), to: "other/b.plist")
      #expect(waitUntil { seenOther.elements.count > before })
    }
    // None of these may wait for the file system that hangs.
    let third = tests.watcher.watch(tests.other + "/c.plist") {}
    #expect(third.isPolling != inotify)
    third.cancel()
    second.cancel()
    #expect(first.isPolling != inotify)
    #expect(seenHanging.elements.isEmpty)
    tests.gate.open()
    #expect(waitUntil { !seenHanging.elements.isEmpty })
    first.cancel()
    #expect(waitUntil { tests.gate.waiting == 0 })
  }

  @Test func `a watch that hangs when it begins stops no other`() async throws {
    gate.close()
    let seen = Recorder<Int>()
    let begun = Recorder<any Defaults.StoreWatch>()
    let queue = SerialQueue("test.hanging")
    queue.async { [watcher, hanging] in
      begun.record(watcher.watch(hanging + "/a.plist") { seen.record(1) })
    }
    #expect(waitUntil { gate.waiting > 0 })
    let noticed = Recorder<Int>()
    let watch = watcher.watch(other + "/b.plist") { noticed.record(1) }
    try directory.write([1], to: "other/b.plist")
    #expect(waitUntil { !noticed.elements.isEmpty })
    watch.cancel()
    #expect(begun.elements.isEmpty)
    gate.open()
    queue.finish()
    try directory.write([1], to: "hanging/a.plist")
    #expect(waitUntil { !seen.elements.isEmpty })
    for watch in begun.elements { watch.cancel() }
  }

  @Test func `a file system that is mounted later counts as remote`() throws {
    let table = try directory.write("".utf8, to: "table")
    let real = FileSystemCalls()
    var calls = real
    calls.openat = { directory, name, flags, mode in
      real.openat(directory, name == "/proc/self/mountinfo" ? table : name, flags, mode)
    }
    let files = FileSystem(calls: calls)
    let plan = WatchPlan(for: other + "/b.plist", in: files)
    #expect(!MountTable.isRemote(plan, in: files))
    let device = try #require(try files.status(of: other, following: true)).device
    let (major, minor) = (device >> 8 & 0xFFF, device & 0xFF | device >> 12 & 0xFFF00)
    let line = "36 35 \(major):\(minor) / \(other) rw shared:1 - nfs4 server:/ rw\n"
    try directory.write(line.utf8, to: "table")
    #expect(MountTable.isRemote(plan, in: files))
  }
}
