import Defaults
import Foundation
import Testing

/// What concerns a whole process, each in a process of its own.
@Suite(.timeLimit(.minutes(10)))
struct ProcessTests {
  /// A directory that a test and its child process both can name.
  private static func directory(of process: pid_t, for test: String) -> String {
    FileManager.default.temporaryDirectory
      .appendingPathComponent("defaults-process-\(process)-\(test)").path
  }

  /// Starts this process anew with another configuration directory, unless it has that already.
  ///
  /// Foundation looks at the variable when it is loaded, so that setting it later has no effect.
  private static func restart(withConfigurationHome directory: String) {
    let variable = "XDG_CONFIG_HOME"
    guard ProcessInfo.processInfo.environment[variable] != directory else { return }
    // What the process was started with, not what it has made of that since.
    let start = FileManager.default.contents(atPath: "/proc/self/environ") ?? Data()
    var environment = start.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
    environment.removeAll { $0.hasPrefix("\(variable)=") }
    environment.append("\(variable)=\(directory)")
    var pointers = environment.map { strdup($0) }
    pointers.append(nil)
    execve("/proc/self/exe", CommandLine.unsafeArgv, pointers)
    Issue.record("the process could not be started anew: error \(errno)")
  }

  private func withDirectory(for test: String, _ body: (String) async throws -> Void) async throws {
    let directory = Self.directory(of: getpid(), for: test)
    try FileManager.default.createDirectory(
      atPath: directory,
      withIntermediateDirectories: true,
    )
    defer { try? FileManager.default.removeItem(atPath: directory) }
    try await body(directory)
  }

  @Test func `a normal exit stores everything`() async throws {
    try await withDirectory(for: "exit") { directory in
      await #expect(processExitsWith: .success) {
        let file = ProcessTests.directory(of: getppid(), for: "exit") + "/a.plist"
        let suite = Defaults.Suite(name: "a", store: Defaults.PropertyListStore(file: file))
        for value in 1...1000 {
          suite.set(value, forKey: "a")
        }
        exit(EXIT_SUCCESS)
      }
      let store = Defaults.PropertyListStore(file: directory + "/a.plist")
      #expect(Defaults.Suite(name: "a", store: store).integer(forKey: "a") == 1000)
    }
  }

  @Test func `an edit that is made while the process exits is stored`() async throws {
    try await withDirectory(for: "late") { directory in
      await #expect(processExitsWith: .success) {
        // It was registered before the suite was made, so it runs after the suite's own function.
        atexit {
          let file = ProcessTests.directory(of: getppid(), for: "late") + "/a.plist"
          Defaults.Suite(name: "a", store: Defaults.PropertyListStore(file: file)).set(
            2,
            forKey: "late"
          )
        }
        let file = ProcessTests.directory(of: getppid(), for: "late") + "/a.plist"
        let suite = Defaults.Suite(name: "a", store: Defaults.PropertyListStore(file: file))
        suite.set(1, forKey: "a")
        exit(EXIT_SUCCESS)
      }
      let store = Defaults.PropertyListStore(file: directory + "/a.plist")
      let suite = Defaults.Suite(name: "a", store: store)
      #expect(suite.integer(forKey: "a") == 1)
      #expect(suite.integer(forKey: "late") == 2)
    }
  }

  @Test func `Foundation in the same process follows a commit`() async throws {
    try await withDirectory(for: "foundation") { _ in
      await #expect(processExitsWith: .success) {
        ProcessTests.restart(
          withConfigurationHome: ProcessTests.directory(of: getppid(), for: "foundation")
        )
        let foundation = try #require(UserDefaults(suiteName: "org.example.process"))
        let suite = try #require(Defaults.Suite(suiteName: "org.example.process"))
        #expect(foundation.integer(forKey: "a") == 0)
        #expect(UserDefaults.standard.integer(forKey: "a") == 0)
        suite.set(1, forKey: "a")
        Defaults.Suite.standard.set(2, forKey: "a")
        try Defaults.flush()
        #expect(foundation.integer(forKey: "a") == 1)
        #expect(UserDefaults.standard.integer(forKey: "a") == 2)
        let key = Defaults.Key<Int>("a", default: 0)
        #expect(foundation[key] == 1)
        #expect(UserDefaults.standard[key] == 2)
      }
    }
  }

  @Test func `Foundation's own writes in the same process and ours are merged`() async throws {
    try await withDirectory(for: "merge") { _ in
      await #expect(processExitsWith: .success) {
        ProcessTests.restart(
          withConfigurationHome: ProcessTests.directory(of: getppid(), for: "merge")
        )
        let foundation = try #require(UserDefaults(suiteName: "org.example.merge"))
        let suite = try #require(Defaults.Suite(suiteName: "org.example.merge"))
        suite.set("ours", forKey: "shared")
        try await suite.flush()
        // Foundation has a copy of everything now, and a write of its own that waits.
        #expect(foundation.string(forKey: "shared") == "ours")
        foundation.set("theirs", forKey: "foundation")
        suite.set("later", forKey: "shared")
        suite.set(1, forKey: "defaults")
        try await suite.flush()
        foundation.synchronize()
        suite.reload()
        #expect(
          suite.storedValues() == [
            "shared": .string("later"), "foundation": .string("theirs"), "defaults": .integer(1),
          ]
        )
        // Its later write wins as well, and is noticed without being asked for.
        foundation.set("again", forKey: "shared")
        foundation.removeObject(forKey: "defaults")
        foundation.synchronize()
        while suite.string(forKey: "shared") != "again" { await Task.yield() }
        suite.reload()
        #expect(
          suite.storedValues() == ["shared": .string("again"), "foundation": .string("theirs")]
        )
      }
    }
  }

  @Test func `flushing everything tries every suite and tells of the first that fails`() async {
    await #expect(processExitsWith: .success) {
      let good = ScriptedStore()
      let bad = ScriptedStore()
      bad.fail(times: 1000)
      let suites = [
        Defaults.Suite(name: "bad", store: bad), Defaults.Suite(name: "good", store: good),
      ]
      for suite in suites { suite.set(1, forKey: "a") }
      #expect(throws: ScriptedStore.noSpace) { try Defaults.flush() }
      #expect(good.values == ["a": .integer(1)])
      bad.fail(times: 0)
      try Defaults.flush()
      #expect(bad.values == ["a": .integer(1)])
    }
  }
}
