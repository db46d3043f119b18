import Foundation
import Glibc
import TestSupport
import Testing

@testable import Defaults
@testable import DefaultsCore

/// What the process has of the kernel, as the kernel tells it.
private struct Resources: Equatable {
  /// How many descriptors are open.
  var descriptors: Int
  /// How many directories are watched.
  var watches: Int

  /// Looks at this process.
  static func now() throws -> Resources {
    let manager = FileManager.default
    let descriptors = try manager.contentsOfDirectory(atPath: "/proc/self/fd")
    let watches = descriptors.map { descriptor in
      let target = try? manager.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(descriptor)")
      guard target == "anon_inode:inotify" else { return 0 }
      let text = try? String(contentsOfFile: "/proc/self/fdinfo/\(descriptor)", encoding: .utf8)
      return (text ?? "").split(separator: "\n").count { $0.hasPrefix("inotify ") }
    }
    return Resources(descriptors: descriptors.count, watches: watches.reduce(0, +))
  }

  /// The directories in which the kernel tells of the threads of a name.
  static func threads(_ name: String) throws -> [String] {
    let tasks = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")
    return tasks.map { "/proc/self/task/\($0)" }.filter { task in
      (try? String(contentsOfFile: task + "/comm", encoding: .utf8)) == name + "\n"
    }
  }

  /// How often a thread was given the processor, in the words of the kernel.
  static func switches(_ thread: String) throws -> [Substring] {
    try String(contentsOfFile: thread + "/status", encoding: .utf8).split(separator: "\n")
      .filter { $0.contains("ctxt_switches") }
  }
}

/// What watching costs: each test in a process of its own, where nobody else opens anything.
@Suite(.timeLimit(.minutes(10)))
struct WatchResourceTests {
  @Test func `suites that come and go leave no descriptor and no watch behind`() async {
    await #expect(processExitsWith: .success) {
      let directory = try TemporaryDirectory()
      func use(_ number: Int) throws {
        let path = directory.file("\(number)/suite.plist")
        let suite = Defaults.Suite(name: "s", store: Defaults.PropertyListStore(file: path))
        suite.set(number, forKey: "a")
        try suite.flush()
        // Sets the watches at once.
        #expect(!suite.isPolling)
      }
      // The watcher itself stays, and what queues need.
      for number in 0..<10 { try use(number) }
      #expect(try waitUntil { try Resources.now().watches == 0 })
      let idle = try Resources.now()
      for number in 10..<200 { try use(number) }
      #expect(try waitUntil { try Resources.now() == idle })
      #expect(try waitUntil { try Resources.threads("defaults.watch").count == 1 })
    }
  }

  @Test func `a directory that comes and goes leaves no descriptor and no watch behind`() async {
    await #expect(processExitsWith: .success) {
      let directory = try TemporaryDirectory()
      let path = directory.file("a/b/suite.plist")
      let suite = Defaults.Suite(name: "s", store: Defaults.PropertyListStore(file: path))
      #expect(suite.integer(forKey: "a") == 0)
      // Sets the watches at once.
      #expect(!suite.isPolling)
      func round(_ number: Int) throws {
        try Defaults.PropertyListStore(file: path).commit(["a": .integer(Int128(number))])
        #expect(waitUntil { suite.integer(forKey: "a") == number })
        try FileManager.default.removeItem(atPath: directory.file("a"))
        #expect(waitUntil { suite.integer(forKey: "a") == 0 })
      }
      for number in 1...5 { try round(number) }
      // The value is read before the watcher has set the watches for the directory that is gone.
      var before = try Resources.now()
      let rests = try waitUntil {
        defer { before = (try? Resources.now()) ?? before }
        usleep(200_000)
        return try Resources.now() == before
      }
      #expect(rests && before.watches > 0)
      for number in 6...50 { try round(number) }
      #expect(try waitUntil { try Resources.now() == before })
    }
  }

  @Test func `a suite to which nothing happens wakes no thread`() async {
    await #expect(processExitsWith: .success) {
      let directory = try TemporaryDirectory()
      let path = directory.file("config/suite.plist")
      try Defaults.PropertyListStore(file: path).commit(["a": .integer(1)])
      let suite = Defaults.Suite(name: "s", store: Defaults.PropertyListStore(file: path))
      #expect(suite.integer(forKey: "a") == 1)
      // Just started, it has yet to take its name and to come to where it sleeps.
      #expect(try waitUntil { try !Resources.threads("defaults.watch").isEmpty })
      let thread = try #require(try Resources.threads("defaults.watch").first)
      var before: [Substring] = []
      let sleeps = try waitUntil {
        before = try Resources.switches(thread)
        usleep(50_000)
        return try Resources.switches(thread) == before
      }
      #expect(sleeps && before.count == 2)
      for number in 0..<100 {
        #expect(suite.integer(forKey: "a") == 1)
        try directory.write("x".utf8, to: "\(number)")
        usleep(2_000)
      }
      #expect(try Resources.switches(thread) == before)
      // The thread lives: what does matter wakes it.
      try Defaults.PropertyListStore(file: path).commit(["a": .integer(2)])
      #expect(waitUntil { suite.integer(forKey: "a") == 2 })
      #expect(try Resources.switches(thread) != before)
    }
  }

  @Test func `the thread that looks again and again ends with the last watch`() async {
    await #expect(processExitsWith: .success) {
      let directory = try TemporaryDirectory()
      let watcher = FileWatcher(pollInterval: 5, makeInotify: { nil })
      for _ in 0..<3 {
        let watches = (0..<5).map { watcher.watch(directory.file("\($0).plist")) {} }
        #expect(!watches.contains { !$0.isPolling })
        #expect(try waitUntil { try Resources.threads("defaults.poll").count == 1 })
        for watch in watches { watch.cancel() }
        #expect(try waitUntil { try Resources.threads("defaults.poll").isEmpty })
      }
    }
  }

  @Test(.enabled(if: geteuid() == 0, "only root can become another user"))
  func `a directory that may not be read is looked at again and again`() async {
    await #expect(processExitsWith: .success) {
      let directory = try TemporaryDirectory()
      mkdir(directory.file("config"), 0o700)
      chown(directory.path, nobody, nobody)
      chown(directory.file("config"), nobody, nobody)
      #expect(setgid(nobody) == 0)
      #expect(setuid(nobody) == 0)
      let path = directory.file("config/suite.plist")
      let text = "<dict><key>a</key><true/></dict>"
      chmod(directory.file("config"), 0o300)
      let watcher = FileWatcher(pollInterval: 5)
      let store = Defaults.PropertyListStore(file: path, files: FileSystem(), watcher: watcher)
      let observer = try WatchObserver(store)
      #expect(observer.isPolling)
      try Data(text.utf8).write(to: URL(fileURLWithPath: path))
      try await observer.sees(["a": .bool(true)])
      // Once it may be read, the kernel tells of changes again.
      chmod(directory.file("config"), 0o700)
      #expect(waitUntil { !observer.isPolling })
      try store.commit(["a": nil])
      try await observer.sees([:])
    }
  }

  @Test(.enabled(if: geteuid() == 0, "only root can become another user"))
  func `directories above one's own need not be readable`() async throws {
    let directory = try TemporaryDirectory()
    mkdir(directory.file("home"), 0o700)
    chown(directory.file("home"), nobody, nobody)
    chmod(directory.path, 0o711)
    await #expect(processExitsWith: .success) { [path = directory.path as String] in
      #expect(setgid(nobody) == 0)
      #expect(setuid(nobody) == 0)
      let file = path + "/home/suite.plist"
      let observer = try WatchObserver(Defaults.PropertyListStore(file: file))
      #expect(!observer.isPolling)
      try Defaults.PropertyListStore(file: file).commit(["a": .bool(true)])
      try await observer.sees(["a": .bool(true)])
    }
  }
}

/// The user and the group that own nothing.
private let nobody: uid_t = 65534
